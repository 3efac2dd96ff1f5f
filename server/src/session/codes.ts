import { randomInt, randomUUID } from 'node:crypto';
import { CODE_DIGITS } from '@companion/contract/limits';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { mac, sameText } from '../keys.ts';
import { Refusal } from '../plugins/refuse.ts';
import type { Services } from '../services.ts';
import { transact } from '../transact.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Decisions, `POST /public/login` and `POST /sms/login`. */
const LIFETIME = 10 * MINUTE;
const PAUSE = MINUTE;
const TEXTS_AN_HOUR = 5;
const TEXTS_A_DAY = 10;
const TRIES_A_CODE = 5;
const TRIES_A_DAY = 50;

/**
 * Makes the next code for a phone; run it in a transaction.
 * @returns undefined when the phone was texted too recently or too often
 */
export async function createCode(
  db: Kysely<Database>,
  { keys, now }: Services,
  phone: string,
  accountId: string,
): Promise<{ id: string; code: string; expiresAt: number } | undefined> {
  const at = now();
  // The row is locked until the transaction ends: requests for one phone take turns, on several nodes too.
  await db
    .insertInto('login_phones')
    .values({ phone_e164: phone, tries: 0, tries_since: at })
    .onConflict((conflict) => conflict.column('phone_e164').doUpdateSet({ phone_e164: phone }))
    .execute();
  const texted = await db
    .selectFrom('login_codes')
    .select('created_at')
    .where('phone_e164', '=', phone)
    .where('created_at', '>', at - DAY)
    .execute();
  const within = (span: number) => texted.filter((code) => code.created_at > at - span).length;
  if (within(PAUSE) > 0 || within(HOUR) >= TEXTS_AN_HOUR || texted.length >= TEXTS_A_DAY) return undefined;

  const id = randomUUID();
  const code = randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
  const expiresAt = at + LIFETIME;
  await db
    .insertInto('login_codes')
    .values({
      id,
      phone_e164: phone,
      account_id: accountId,
      code_hmac: mac(keys.code, id, code),
      tries: 0,
      created_at: at,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  return { id, code, expiresAt };
}

/**
 * Checks a code that somebody typed. The try is counted, and that count is on disk, before the comparison: no burst
 * of parallel guesses gets more than its five.
 * @returns the code's row id and account when it is right; undefined when not
 * @throws Refusal 429 when the phone has had its tries of a day
 */
export async function checkCode(
  services: Services,
  phone: string,
  code: string,
): Promise<{ id: string; accountId: string } | undefined> {
  const live = await transact(services, ({ db, now }) => countTry(db, phone, now()));
  if (!live || !sameText(live.code_hmac, mac(services.keys.code, live.id, code))) return undefined;
  return { id: live.id, accountId: live.account_id };
}

async function countTry(db: Kysely<Database>, phone: string, at: number) {
  const live = await db
    .updateTable('login_codes')
    .set({ tries: sql`tries + 1` })
    // Only the newest counts: an older one beside it would double the guesses.
    .where('id', '=', (select) =>
      select
        .selectFrom('login_codes')
        .select('id')
        .where('phone_e164', '=', phone)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(1),
    )
    .where('tries', '<', TRIES_A_CODE)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['id', 'account_id', 'code_hmac'])
    .executeTakeFirst();
  if (!live) return undefined;

  const dayOver = sql<boolean>`tries_since <= ${at - DAY}`;
  const counted = await db
    .updateTable('login_phones')
    .set({
      tries: sql`case when ${dayOver} then 1 else tries + 1 end`,
      tries_since: sql`case when ${dayOver} then ${at} else tries_since end`,
    })
    .where('phone_e164', '=', phone)
    .where((where) => where.or([where('tries', '<', TRIES_A_DAY), where('tries_since', '<=', at - DAY)]))
    .returning('tries')
    .executeTakeFirst();
  if (!counted) {
    const { tries_since: since } = await db
      .selectFrom('login_phones')
      .select('tries_since')
      .where('phone_e164', '=', phone)
      .executeTakeFirstOrThrow();
    throw new Refusal(429, 'Too many tries for this number today. Please use the link in the message.', undefined, {
      'retry-after': String(Math.max(1, Math.ceil((since + DAY - at) / 1000))),
    });
  }
  return live;
}

/** Of many uses of one right code at once, exactly one gets true; run it in the transaction that signs in. */
export async function useUpCode(db: Kysely<Database>, id: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('login_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
