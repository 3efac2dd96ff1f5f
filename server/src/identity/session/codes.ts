import { randomInt, randomUUID } from 'node:crypto';
import { CODE_DIGITS } from '@companion/contract/limits';
import { type Kysely, sql } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { DomainError } from '../../platform/errors.ts';
import { mac, sameText } from '../../platform/keys.ts';
import { limit } from '../../platform/limit.ts';
import type { Services } from '../../platform/services.ts';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';
import { autocommit, type Transacting, transact } from '../../platform/transact.ts';
import { isKnownDevice } from './knownDevices.ts';
import { hasUnopenedMail } from './links.ts';
import { countWrongCodes, giveBackCodes } from './wrongCodes.ts';

/** Decision 031. */
const LIFETIME = 10 * MINUTE;
const PAUSE = MINUTE;
/** Asked for by devices that are new to the account, and by those that signed in to it before: a cap for both. */
const TEXTS = { strange: { hour: 5, day: 10 }, known: { hour: 15, day: 40 } };
const TRIES_A_CODE = 5;
const TRIES_A_DAY = 50;
const KNOWN_TRIES_A_DAY = 100;
const TOO_MANY_WRONG = 'Too many wrong codes were entered today. Please use the link in the message.';
const USE_LINK = 'Too many tries for this number today. Please use the link in the message.';

/**
 * Makes the next code for a phone; run it in a transaction.
 * @param ask `known`: whether the device signed in to the account before; `way`: how the sign-in is sent
 * @returns undefined when the last one was sent the same way within a minute and can still be used
 * @throws DomainError `limited` with the time to wait when too many were sent
 */
export async function createCode(
  db: Kysely<Database>,
  { keys, now }: Services,
  { phone, accountId, known, way }: { phone: string; accountId: string; known: boolean; way: 'sms' | 'mail' },
): Promise<{ id: string; code: string; expiresAt: number } | undefined> {
  const at = now();
  // The row is locked until the transaction ends: requests for one phone take turns, on several nodes too.
  await db
    .insertInto('login_phones')
    .values({ phone_e164: phone, tries: 0, tries_since: at })
    .onConflict((conflict) =>
      conflict.column('phone_e164').doUpdateSet({
        // A row of two days ago has no code any more (see the sweep).
        tries_since: sql`case when login_phones.tries_since <= ${at - DAY} then ${at} else login_phones.tries_since end`,
      }),
    )
    .execute();
  const sent = await db
    .selectFrom('login_codes')
    .select(['account_id', 'phone_e164', 'created_at', 'used_at', 'tries', 'known_tries', 'known_device', 'way'])
    // An account that changes its number, which it may as long as it has proved none, is texted no more for that.
    .where((where) => where.or([where('phone_e164', '=', phone), where('account_id', '=', accountId)]))
    .where('created_at', '>', at - DAY)
    .orderBy('created_at')
    .execute();
  const isUsable = (code: (typeof sent)[number]) =>
    code.way === 'sms' && code.used_at === null && (known ? code.known_tries : code.tries) < TRIES_A_CODE;
  const isSame = (code: (typeof sent)[number]) => code.account_id === accountId && code.phone_e164 === phone;
  const isPending =
    way === 'mail'
      ? await hasUnopenedMail(db, accountId, at - PAUSE)
      : sent.some((code) => isSame(code) && code.created_at > at - PAUSE && isUsable(code));
  if (isPending) return undefined;
  const times = sent.filter((code) => (code.known_device === 1) === known).map((code) => code.created_at);
  refuseTooMany(times, known ? TEXTS.known : TEXTS.strange, at);

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
      known_device: known ? 1 : 0,
      way,
      created_at: at,
      expires_at: expiresAt,
      // Nobody may prove a phone by a code that was not texted to it.
      used_at: way === 'mail' ? at : null,
    })
    .execute();
  return { id, code, expiresAt };
}

/** @param times of a day, oldest first */
function refuseTooMany(times: number[], most: { hour: number; day: number }, at: number): void {
  /** How long until one fewer than `most` lies within the span. */
  const waitFor = (span: number, most: number) => {
    const within = times.filter((time) => time > at - span);
    const first = within[within.length - most];
    return first === undefined ? 0 : first + span - at;
  };
  const wait = Math.max(waitFor(HOUR, most.hour), waitFor(DAY, most.day));
  if (wait <= 0) return;
  const minutes = Math.ceil(wait / MINUTE);
  const when = minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  const message = `Too many codes were sent. Please try again in ${when}.`;
  throw new DomainError('limited', message, { retryAfterMs: wait });
}

/**
 * Checks a code that somebody typed. The try is counted, and that count is on disk, before the comparison: no burst
 * of parallel guesses gets more than its five. Every code that can still be used is compared, so that a stranger's
 * request does not make the owner's code worthless; each of them has five tries all the same. Tries of devices that
 * signed in to the account before are counted apart: a stranger cannot use them up.
 * @param mark of the device
 * @returns the code's row id and account when it is right; undefined when not
 * @throws DomainError `limited` when the phone, or all phones together, had their wrong codes of a day
 */
export async function checkCode(
  services: Services,
  phone: string,
  code: string,
  mark: string | undefined,
): Promise<{ id: string; accountId: string } | undefined> {
  const { config, keys } = services;
  // Reads: made-up phones, and codes that had their tries, cost no write.
  const usable = await usableCodes(services.db, phone, services.now())
    .select(['account_id', 'tries', 'known_tries'])
    .orderBy('created_at', 'desc')
    .execute();
  const accountId = usable[0]?.account_id;
  if (accountId === undefined) return undefined;
  const known = await isKnownDevice(services.db, accountId, mark);
  if (usable.every((each) => (known ? each.known_tries : each.tries) >= TRIES_A_CODE)) return undefined;
  const tried = await transact(services, (tx) => countTry(tx, { phone, accountId, known }));
  const right = tried.find(({ id, code_hmac }) => sameText(code_hmac, mac(keys.code, id, code)));
  if (!right) return undefined;
  if (!known) await autocommit(services, (db) => giveBackCodes(db, config, tried.length));
  return { id: right.id, accountId };
}

const usableCodes = (db: ReadDatabase, phone: string, at: number) =>
  db
    .selectFrom('login_codes')
    .where('phone_e164', '=', phone)
    .where('way', '=', 'sms')
    // An account that has left the number behind has no code there.
    .where('account_id', 'in', db.selectFrom('accounts').select('id').where('phone_e164', '=', phone))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at);

/** @returns the codes to compare with: none, once each has had its tries */
async function countTry(
  tx: Transacting,
  { phone, accountId, known }: { phone: string; accountId: string; known: boolean },
): Promise<{ id: string; code_hmac: string }[]> {
  const { db } = tx;
  const at = tx.now();
  const tries = known ? 'known_tries' : 'tries';
  const left = await usableCodes(db, phone, at).where(tries, '<', TRIES_A_CODE).select('id').executeTakeFirst();
  // Of a burst of guesses only the first few wait for their turn: each holds a connection as it waits.
  if (!left) return [];
  await lockPhone(db, phone);
  const tried = await db
    .updateTable('login_codes')
    .set({ [tries]: sql`${sql.ref(tries)} + 1` })
    .where('id', 'in', usableCodes(db, phone, at).where('account_id', '=', accountId).select('id'))
    .where(tries, '<', TRIES_A_CODE)
    .returning(['id', 'code_hmac'])
    .execute();
  if (tried.length === 0) return [];
  // The number comes last: an erasure finds a person's counts by it.
  const triesOfDay = known
    ? { key: `known code tries ${phone}`, most: KNOWN_TRIES_A_DAY, window: DAY }
    : { key: `code tries ${phone}`, most: TRIES_A_DAY, window: DAY };
  await limit(db, at, triesOfDay, USE_LINK);
  // Last: its row is one for all, and locked until the transaction ends.
  if (!known) await countWrongCodes(db, tx, tried.length, TOO_MANY_WRONG);
  return tried;
}

/** What is about one phone takes turns, in this order: the phone, then its codes. */
async function lockPhone(db: Kysely<Database>, phone: string): Promise<void> {
  await db.updateTable('login_phones').set({ phone_e164: phone }).where('phone_e164', '=', phone).execute();
}

/**
 * Of many uses of one right code at once, exactly one gets true; run it in the transaction that signs in. The phone's
 * other codes are used up with it.
 */
export async function useUpCode(db: Kysely<Database>, phone: string, id: string, now: number): Promise<boolean> {
  await lockPhone(db, phone);
  const used = await db
    .updateTable('login_codes')
    .set({ used_at: now })
    .where('phone_e164', '=', phone)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  // Otherwise the caller takes the transaction back, and the others with it.
  return used.some((code) => code.id === id);
}
