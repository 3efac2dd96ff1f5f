import { randomInt } from 'node:crypto';
import { CODE_DIGITS } from '@companion/contract/limits';
import { type Kysely, sql } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import { enqueue } from '../../messages/outbox.ts';
import { phoneChangeSms } from '../../messages/templates.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database, PhoneChangeRow } from '../../platform/db/schema.ts';
import { DomainError, reject } from '../../platform/errors.ts';
import { mac, sameText } from '../../platform/keys.ts';
import { count, limit } from '../../platform/limit.ts';
import type { Services } from '../../platform/services.ts';
import { DAY, MINUTE } from '../../platform/time.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import type { SignedIn } from './sessionCache.ts';
import { countWrongCodes, giveBackCodes } from './wrongCodes.ts';

const CODE_LIFETIME = 10 * MINUTE;
const PAUSE = MINUTE;
const TRIES_A_CODE = 5;
/** Of one account, and of all together to one number: five tries each are no more guesses a day than at sign-in. */
const CODES_A_DAY = 10;
/** Of these, so many an account has for each number however many others ask for: nobody else can use them up. */
const OWN_CODES_A_DAY = 3;
const TOO_MANY_WRONG = 'Too many wrong codes were entered today. Please try again tomorrow.';
/** After this a claim that nobody has proved counts for nothing and is removed. */
export const PHONE_CHANGE_LIFETIME = DAY;

/** The new number that this session has asked for and not proved yet. */
export function findPhoneChange(
  db: ReadDatabase,
  { accountId, sessionId }: SignedIn,
  now: number,
): Promise<PhoneChangeRow | undefined> {
  return db
    .selectFrom('phone_changes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .where('created_at', '>', now - PHONE_CHANGE_LIFETIME)
    .executeTakeFirst();
}

/** Notes the new number and texts a code to it; it takes the place of what the account claimed before. */
export async function startPhoneChange(
  db: Kysely<Database>,
  services: Services,
  me: SignedIn,
  phone: { national: string; e164: string },
): Promise<void> {
  const at = services.now();
  const change = {
    session_id: me.sessionId,
    phone: phone.national,
    phone_e164: phone.e164,
    ...{ code_hmac: '', tries: 0, created_at: at, texted_at: at, expires_at: at },
  };
  await db
    .insertInto('phone_changes')
    .values({ account_id: me.accountId, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
    .execute();
  await textCode(db, services, me, phone.e164);
}

/**
 * Texts another code to the claimed number.
 * @throws DomainError `limited` when the last one is younger than a minute, or when the day's codes are used up
 */
export async function resendPhoneCode(db: Kysely<Database>, services: Services, me: SignedIn): Promise<void> {
  const change = (await findPhoneChange(db, me, services.now())) ?? refuseWithoutChange();
  const wait = change.texted_at + PAUSE - services.now();
  if (wait > 0) {
    const message = 'A code was just sent. Please wait a minute before you ask for another.';
    throw new DomainError('limited', message, { retryAfterMs: wait });
  }
  await textCode(db, services, me, change.phone_e164);
}

async function textCode(db: Kysely<Database>, services: Services, me: SignedIn, phone: string): Promise<void> {
  const { config, keys, now } = services;
  const at = now();
  // The number comes last: an erasure finds a person's counts by it.
  const own = `${me.accountId} ${phone}`;
  const pause = { key: `phone code pause ${own}`, most: 1, window: PAUSE };
  await limit(db, at, pause, 'A code was just sent to this number. Please wait a minute.');
  await limit(db, at, { key: `phone code ${me.accountId}`, most: CODES_A_DAY, window: DAY });
  const spentOwn = await count(db, at, { key: `phone code ${own}`, most: OWN_CODES_A_DAY, window: DAY });
  const spentNumber = await count(db, at, { key: `phone code ${phone}`, most: CODES_A_DAY, window: DAY });
  if (spentOwn !== undefined && spentNumber !== undefined) {
    const message = 'Too many codes were sent to this number today. Please try again later.';
    throw new DomainError('limited', message, { retryAfterMs: Math.min(spentOwn, spentNumber) });
  }
  const code = randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
  const expiresAt = at + CODE_LIFETIME;
  await db
    .updateTable('phone_changes')
    .set({
      code_hmac: mac(keys.code, me.accountId, me.sessionId, phone, code),
      ...{ tries: 0, texted_at: at, expires_at: expiresAt },
    })
    .where('account_id', '=', me.accountId)
    .execute();
  const event = await getEvent(db);
  await enqueue(db, services, {
    kind: 'sms',
    recipient: phone,
    subject: null,
    text: phoneChangeSms({ event: event.name, code, appUrl: config.appUrl }),
    expiresAt,
    accountId: me.accountId,
  });
}

/**
 * Checks a code that was typed for the claimed number. The try is counted, and that count is on disk, before the
 * comparison, so that no burst of guesses gets more than its five; a wrong one counts among those of all phones.
 * @throws DomainError `conflict` when this session has asked for no new number, 400 when the code is not valid, 429 when all phones
 * together had their wrong codes of a day
 */
export async function checkPhoneCode(
  services: Services,
  { accountId, sessionId }: SignedIn,
  code: string,
): Promise<PhoneChangeRow> {
  const { config, db, keys, now } = services;
  if (!(await findPhoneChange(db, { accountId, sessionId }, now()))) refuseWithoutChange();
  const change = await transact(services, async (tx) => {
    const tried = await tx.db
      .updateTable('phone_changes')
      .set({ tries: sql`tries + 1` })
      .where('account_id', '=', accountId)
      .where('session_id', '=', sessionId)
      .where('tries', '<', TRIES_A_CODE)
      .where('expires_at', '>', now())
      .returningAll()
      .executeTakeFirst();
    // Last: its row is one for all, and locked until the transaction ends.
    if (tried) await countWrongCodes(tx.db, tx, 1, TOO_MANY_WRONG);
    return tried;
  });
  const expected = change && mac(keys.code, accountId, sessionId, change.phone_e164, code);
  if (!change || !expected || !sameText(change.code_hmac, expected)) refuseCode();
  await autocommit(services, (writer) => giveBackCodes(writer, config, 1));
  return change;
}

/** Of many uses of one right code at once, exactly one gets true; run it in the transaction that changes the phone. */
export async function useUpPhoneChange(db: Kysely<Database>, change: PhoneChangeRow): Promise<boolean> {
  const used = await db
    .deleteFrom('phone_changes')
    .where('account_id', '=', change.account_id)
    .where('code_hmac', '=', change.code_hmac)
    .returning('account_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** @param sessionId the session whose claim it is; without it, whichever asked */
export async function dropPhoneChange(db: Kysely<Database>, accountId: string, sessionId?: string): Promise<void> {
  await db
    .deleteFrom('phone_changes')
    .where('account_id', '=', accountId)
    .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId ?? ''))
    .execute();
}

export function refuseCode(): never {
  const message = 'This code is not valid. Please check it, or ask for a new one.';
  reject('invalid', message, { code: message });
}

function refuseWithoutChange(): never {
  reject('conflict', 'No new phone number is waiting for a code here. Please save the new number again.');
}
