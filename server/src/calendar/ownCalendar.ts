import { randomBytes } from 'node:crypto';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { type Keys, mac, sameText } from '../platform/deriveKeys.ts';
import type { Transacting } from '../platform/transact.ts';

/*
 * The secret address of one person's saved sessions (decision 069). Its token is a random text, which the database has, and
 * a MAC of it under a key that the database does not have: a stolen database opens no calendar, and the app can show the
 * address again.
 */

const NONCE_BYTES = 18;
const NONCE_LENGTH = 24;

const tokenOf = (keys: Keys, nonce: string): string => nonce + mac(keys.calendar, 'own calendar', nonce);

/** The random part of a token that this server made; undefined for any other, without a query. */
export function nonceOf(keys: Keys, token: string): string | undefined {
  const nonce = token.slice(0, NONCE_LENGTH);
  return sameText(token, tokenOf(keys, nonce)) ? nonce : undefined;
}

/** The token of an account's own calendar, if it has one. */
export async function findOwnCalendar(db: ReadDatabase, keys: Keys, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('own_calendars')
    .select('nonce')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && tokenOf(keys, row.nonce);
}

/** Makes an account's own calendar. An earlier one ends. @returns its token */
export async function makeOwnCalendar({ db, keys, now }: Transacting, accountId: string): Promise<string> {
  const made = { nonce: randomBytes(NONCE_BYTES).toString('base64url'), created_at: now() };
  await db
    .insertInto('own_calendars')
    .values({ account_id: accountId, ...made })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(made))
    .execute();
  return tokenOf(keys, made.nonce);
}

/** The ids of the sessions that the owner of a calendar has saved; undefined if there is no such calendar any more. */
export async function findSavedIn(db: ReadDatabase, nonce: string): Promise<Set<string> | undefined> {
  const rows = await db
    .selectFrom('own_calendars')
    .leftJoin('saved_sessions', (join) =>
      join.onRef('saved_sessions.account_id', '=', 'own_calendars.account_id').on('saved', '=', 1),
    )
    .select('content_id')
    .where('nonce', '=', nonce)
    .execute();
  if (rows.length === 0) return undefined;
  return new Set(rows.flatMap(({ content_id }) => content_id ?? []));
}
