import { randomInt, randomUUID } from 'node:crypto';
import { PAIRING_CODE_LENGTH, PAIRING_LETTERS } from '@companion/contract/staff/stagePairing';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import type { Keys } from '../../platform/deriveKeys.ts';
import { hashToken, isOwnToken, mac, makeToken } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { MINUTE } from '../../platform/time.ts';
import { autocommit, type Transacting } from '../../platform/transact.ts';
import { addStageScreen } from './stageScreenQueries.ts';

export const PAIRING_LIFETIME = 10 * MINUTE;
/** Strangers must not show so many codes that a typing error meets one of theirs. */
export const MAX_PAIRINGS = 1000;
const NO_SCREEN = 'No screen shows this code. Type the one that it shows now: a code changes every ten minutes.';

interface Pairing {
  code: string;
  /** The browser's secret, which is stored nowhere. */
  token: string;
  expiresAt: number;
}

/** Whether a browser waits with this secret: it may have another code whatever others at its address ask for. */
export async function isPairing(services: Services, token: string): Promise<boolean> {
  return (await findPairing(services, token))?.stage_screen_id === null;
}

/**
 * A code for a browser that is to become a stage screen, in place of the one that it shows.
 * @param token the browser's secret, if it shows a code
 */
export async function beginPairing(tx: Transacting, token: string | undefined): Promise<Pairing> {
  const { db, keys, now } = tx;
  const expiresAt = now() + PAIRING_LIFETIME;
  const code = await unusedCode(tx);
  const code_hmac = codeMac(keys, code);
  if (token) {
    const renewed = await db
      .updateTable('stage_pairings')
      .set({ code_hmac, expires_at: expiresAt })
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now())
      .where('stage_screen_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (renewed) return { code, token, expiresAt };
  }
  await makeRoom(db);
  const secret = makeToken(keys, 'stage pairing');
  await db
    .insertInto('stage_pairings')
    .values({
      id: randomUUID(),
      token_hash: hashToken(secret),
      code_hmac,
      stage_screen_id: null,
      expires_at: expiresAt,
    })
    .execute();
  return { code, token: secret, expiresAt };
}

/**
 * Removes what is too much for another row, at random: strangers can keep every code that they get, and would keep out
 * all others. A browser that loses its code this way shows another within a second.
 */
async function makeRoom(db: Kysely<Database>): Promise<void> {
  const { present } = await db
    .selectFrom('stage_pairings')
    .select((row) => row.fn.countAll<number>().as('present'))
    .executeTakeFirstOrThrow();
  // The sweep removes those that have expired.
  if (present < MAX_PAIRINGS) return;
  await db
    .deleteFrom('stage_pairings')
    // Again, because on PostgreSQL the code may have been entered since the row was chosen.
    .where('stage_screen_id', 'is', null)
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('stage_pairings')
        .select('id')
        .where('stage_screen_id', 'is', null)
        .orderBy(sql`random()`)
        .limit(present - MAX_PAIRINGS + 1),
    )
    .execute();
}

/**
 * Makes the browser that shows a code a stage screen: it claims its key with its secret. Of concurrent entries of one
 * code exactly one succeeds.
 * @throws DomainError `notFound` for a code that no browser shows, `conflict` when there are too many stage screens
 */
export async function pairStageScreen(
  tx: Transacting,
  { code, ...screen }: { code: string; name: string; createdBy: string },
) {
  const { db, keys, now } = tx;
  // No one has this key: the browser claims its own.
  const stageScreen = await addStageScreen(tx, screen, makeToken(keys, 'stage screen'));
  const paired = await db
    .updateTable('stage_pairings')
    .set({ code_hmac: null, stage_screen_id: stageScreen.id, expires_at: now() + PAIRING_LIFETIME })
    .where('code_hmac', '=', codeMac(keys, code))
    .where('expires_at', '>', now())
    .returning('id')
    .executeTakeFirst();
  if (!paired) reject('notFound', NO_SCREEN, { code: NO_SCREEN });
  return stageScreen;
}

/**
 * The key of a browser whose code was entered. The browser may have lost the answer, so until it has used a key once, it
 * gets another one, and the one before is worth nothing.
 */
export async function claimKey(
  services: Services,
  token: string,
): Promise<{ state: 'waiting' | 'ended' } | { state: 'connected'; key: string }> {
  const pairing = await findPairing(services, token);
  if (!pairing) return { state: 'ended' };
  const { stage_screen_id: id } = pairing;
  if (id === null) return { state: 'waiting' };
  const key = makeToken(services.keys, 'stage screen');
  const claimed = await autocommit(services, (db) =>
    db
      .updateTable('stage_screens')
      .set({ key_hash: hashToken(key) })
      .where('id', '=', id)
      .where('last_used_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  );
  return claimed ? { state: 'connected', key } : { state: 'ended' };
}

/** Invented secrets cost no query. */
async function findPairing({ db, keys, now }: Services, token: string) {
  if (!isOwnToken(keys, 'stage pairing', token)) return undefined;
  return db
    .selectFrom('stage_pairings')
    .select('stage_screen_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now())
    .executeTakeFirst();
}

/** A code that no browser shows. Another node may choose the same at this moment: the unique column rejects one of them. */
async function unusedCode({ db, keys }: Pick<Transacting, 'db' | 'keys'>): Promise<string> {
  const letters = Array.from({ length: PAIRING_CODE_LENGTH }, () => PAIRING_LETTERS[randomInt(PAIRING_LETTERS.length)]);
  const code = letters.join('');
  const used = await db
    .selectFrom('stage_pairings')
    .select('id')
    .where('code_hmac', '=', codeMac(keys, code))
    .executeTakeFirst();
  return used ? unusedCode({ db, keys }) : code;
}

const codeMac = (keys: Pick<Keys, 'staff'>, code: string): string => mac(keys.staff, 'stage pairing', code);
