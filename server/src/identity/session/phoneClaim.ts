import { type Kysely, sql } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import { enqueue } from '../../messages/outbox.ts';
import { phoneChangeSms } from '../../messages/templates.ts';
import type { PhoneChangeRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { mac, sameText } from '../../platform/deriveKeys.ts';
import { DomainError, reject } from '../../platform/domainError.ts';
import { count, limit } from '../../platform/limit.ts';
import type { Services } from '../../platform/services.ts';
import { DAY } from '../../platform/time.ts';
import { autocommit, type Transacting, transact } from '../../platform/transact.ts';
import {
  ATTEMPTS_A_CODE,
  CODE_LIFETIME_MS,
  CODE_PAUSE_MS,
  randomCode,
  refundCodes,
  rejectWrongCode,
  wrongCodesLimit,
} from './codeRules.ts';
import type { SignedIn } from './sessionCache.ts';

/** For one account, and for one number from all accounts: with five attempts each, no more guesses than at sign-in. */
const CODES_A_DAY = 10;
/** How many of them an account has for each number even if other accounts have used up the number's limit. */
const OWN_CODES_A_DAY = 3;
const TOO_MANY_WRONG = 'Too many wrong codes were entered. Please try again in an hour.';
/** After this time an unproved claim is invalid, and the sweep deletes it. */
export const PHONE_CLAIM_LIFETIME = DAY;

/** The new number that this session has claimed and not proved yet. */
export function findPhoneClaim(
  db: ReadDatabase,
  { accountId, sessionId }: SignedIn,
  now: number,
): Promise<PhoneChangeRow | undefined> {
  return db
    .selectFrom('phone_changes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .where('created_at', '>', now - PHONE_CLAIM_LIFETIME)
    .executeTakeFirst();
}

/** Stores the claimed number and texts a code to it. It replaces an earlier claim of the account. */
export async function startPhoneClaim(
  tx: Transacting,
  me: SignedIn,
  phone: { national: string; e164: string },
): Promise<void> {
  const at = tx.now();
  const change = {
    session_id: me.sessionId,
    phone: phone.national,
    phone_e164: phone.e164,
    code_hmac: '',
    tries: 0,
    created_at: at,
    texted_at: at,
    expires_at: at,
  };
  await tx.db
    .insertInto('phone_changes')
    .values({ account_id: me.accountId, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute();
  await textCode(tx, me, phone.e164);
}

/**
 * Texts another code to the claimed number.
 * @throws DomainError `limited` within a minute of the last code, or when the day's limit is reached
 */
export async function resendPhoneCode(tx: Transacting, me: SignedIn): Promise<void> {
  const change = (await findPhoneClaim(tx.db, me, tx.now())) ?? rejectWithoutClaim();
  await textCode(tx, me, change.phone_e164);
}

async function textCode(tx: Transacting, me: SignedIn, phone: string): Promise<void> {
  const { config, db, keys, now } = tx;
  const at = now();
  // The number comes last: erasing a person finds their counts by it.
  const own = `${me.accountId} ${phone}`;
  const pause = { key: `phone code pause ${own}`, max: 1, window: CODE_PAUSE_MS };
  await limit(db, at, pause, 'A code was just sent to this number. Please wait a minute.');
  await limit(db, at, { key: `phone code ${me.accountId}`, max: CODES_A_DAY, window: DAY });
  const spentOwn = await count(db, at, { key: `phone code ${own}`, max: OWN_CODES_A_DAY, window: DAY });
  const spentNumber = await count(db, at, { key: `phone code ${phone}`, max: CODES_A_DAY, window: DAY });
  if (spentOwn !== undefined && spentNumber !== undefined) {
    const message = 'Too many codes were sent to this number today. Please try again later.';
    throw new DomainError('limited', message, { retryAfterMs: Math.min(spentOwn, spentNumber) });
  }
  const code = randomCode();
  const expiresAt = at + CODE_LIFETIME_MS;
  await db
    .updateTable('phone_changes')
    .set({
      code_hmac: mac(keys.code, me.accountId, me.sessionId, phone, code),
      tries: 0,
      texted_at: at,
      expires_at: expiresAt,
    })
    .where('account_id', '=', me.accountId)
    .execute();
  const event = await getEvent(db);
  await enqueue(db, tx, {
    kind: 'sms',
    recipient: phone,
    subject: null,
    text: phoneChangeSms({ event: event.name, code, appUrl: config.appUrl }),
    expiresAt,
    accountId: me.accountId,
  });
}

/**
 * Checks a code for the claimed number. The attempt is counted and committed before the comparison, so that parallel
 * guesses get no more than five. A wrong code also counts towards the limit of all phones.
 * @throws DomainError `conflict` when this session has claimed no number, `invalid` for a wrong code, `limited` when all phones
 * together have reached the limit of wrong codes
 */
export async function checkPhoneCode(
  services: Services,
  { accountId, sessionId }: SignedIn,
  code: string,
): Promise<PhoneChangeRow> {
  const { config, db, keys, now } = services;
  if (!(await findPhoneClaim(db, { accountId, sessionId }, now()))) rejectWithoutClaim();
  const change = await transact(services, async (tx) => {
    const tried = await tx.db
      .updateTable('phone_changes')
      .set({ tries: sql`tries + 1` })
      .where('account_id', '=', accountId)
      .where('session_id', '=', sessionId)
      .where('tries', '<', ATTEMPTS_A_CODE)
      .where('expires_at', '>', now())
      .returningAll()
      .executeTakeFirst();
    // Last: all transactions share this row, and it stays locked until this one ends.
    if (tried) await limit(tx.db, now(), wrongCodesLimit(config, 'wrong codes'), TOO_MANY_WRONG);
    return tried;
  });
  const expected = change && mac(keys.code, accountId, sessionId, change.phone_e164, code);
  if (!change || !expected || !sameText(change.code_hmac, expected)) rejectWrongCode('invalid');
  await autocommit(services, (writer) => refundCodes(writer, 'wrong codes', 1));
  return change;
}

/** Of concurrent uses of one right code exactly one gets true. Run it in the transaction that changes the phone. */
export async function consumePhoneClaim(db: Kysely<Database>, change: PhoneChangeRow): Promise<boolean> {
  const used = await db
    .deleteFrom('phone_changes')
    .where('account_id', '=', change.account_id)
    .where('code_hmac', '=', change.code_hmac)
    .returning('account_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** @param which the session whose claim is dropped, or the one that keeps its claim */
export async function dropPhoneClaim(
  db: Kysely<Database>,
  accountId: string,
  which: { sessionId: string } | { exceptOf: string | undefined },
): Promise<void> {
  const claims = db.deleteFrom('phone_changes').where('account_id', '=', accountId);
  await ('sessionId' in which
    ? claims.where('session_id', '=', which.sessionId)
    : claims.where('session_id', '!=', which.exceptOf ?? '')
  ).execute();
}

function rejectWithoutClaim(): never {
  reject('conflict', 'No new phone number is waiting for a code here. Please save the new number again.');
}
