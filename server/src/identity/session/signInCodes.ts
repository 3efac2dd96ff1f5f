import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AccountRow } from '../../platform/db/identitySchema.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import { toFlag } from '../../platform/db/table.ts';
import { mac, sameText } from '../../platform/deriveKeys.ts';
import { DomainError } from '../../platform/domainError.ts';
import { limit } from '../../platform/limit.ts';
import type { Services } from '../../platform/services.ts';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';
import { autocommit, type Transacting, transact } from '../../platform/transact.ts';
import { getAccountRow, isRegisteredBy, mayBeInvented } from '../accounts/accountQueries.ts';
import {
  ATTEMPTS_A_CODE,
  CODE_LIFETIME_MS,
  CODE_PAUSE_MS,
  randomCode,
  refundCodes,
  type WrongCodeBudget,
  wrongCodesLimit,
} from './codeRules.ts';
import { isKnownDevice } from './knownDevices.ts';
import { hasUnopenedMail } from './links.ts';

/** How many SMS new devices, and devices known to the account, may request (decision 031). */
const TEXTS = { new: { hour: 5, day: 10 }, known: { hour: 15, day: 40 } };
const ATTEMPTS_A_DAY = 50;
const KNOWN_ATTEMPTS_A_DAY = 100;
const TOO_MANY_WRONG = 'Too many wrong codes were entered. Please use the link in the message.';
const USE_LINK = 'Too many tries for this number today. Please use the link in the message.';

/**
 * Creates the next code for a phone. Run it in a transaction.
 * @param request `known`: whether the device has signed in to the account before; `way`: how the sign-in is sent
 * @returns undefined when the last one was sent the same way within a minute and can still be used
 * @throws DomainError `limited` with the time to wait when too many were sent
 */
export async function createCode(
  { db, keys, now }: Transacting,
  { phone, accountId, known, way }: { phone: string; accountId: string; known: boolean; way: 'sms' | 'mail' },
): Promise<{ id: string; code: string; expiresAt: number } | undefined> {
  const at = now();
  // Locks the row until the transaction ends: requests for one phone run one after another, on several nodes too.
  await db
    .insertInto('login_phones')
    .values({ phone_e164: phone, requested_at: at })
    .onConflict((conflict) =>
      conflict.column('phone_e164').doUpdateSet({
        // The codes of an older row have been swept.
        requested_at: sql`case when login_phones.requested_at <= ${at - DAY} then ${at} else login_phones.requested_at end`,
      }),
    )
    .execute();
  const sent = await db
    .selectFrom('login_codes')
    .select(['account_id', 'phone_e164', 'created_at', 'used_at', 'tries', 'known_tries', 'known_device', 'way'])
    // Both conditions: an account must not get more SMS by changing its unproved number.
    .where((where) => where.or([where('phone_e164', '=', phone), where('account_id', '=', accountId)]))
    .where('created_at', '>', at - DAY)
    .orderBy('created_at')
    .execute();
  const isUsable = (code: (typeof sent)[number]) =>
    code.way === 'sms' && code.used_at === null && (known ? code.known_tries : code.tries) < ATTEMPTS_A_CODE;
  const isSame = (code: (typeof sent)[number]) => code.account_id === accountId && code.phone_e164 === phone;
  const isPending =
    way === 'mail'
      ? await hasUnopenedMail(db, accountId, at - CODE_PAUSE_MS)
      : // One of the future was sent before the clock was set back.
        sent.some((code) => isSame(code) && Math.abs(at - code.created_at) < CODE_PAUSE_MS && isUsable(code));
  if (isPending) return undefined;
  const times = sent.filter((code) => (code.known_device === 1) === known).map((code) => code.created_at);
  rejectTooMany(times, known ? TEXTS.known : TEXTS.new, at);

  const id = randomUUID();
  const code = randomCode();
  const expiresAt = at + CODE_LIFETIME_MS;
  await db
    .insertInto('login_codes')
    .values({
      id,
      phone_e164: phone,
      account_id: accountId,
      code_hmac: mac(keys.code, id, code),
      tries: 0,
      known_device: toFlag(known),
      way,
      created_at: at,
      expires_at: expiresAt,
      // A code that was not texted must not prove a phone.
      used_at: way === 'mail' ? at : null,
    })
    .execute();
  return { id, code, expiresAt };
}

/** @param times of a day, oldest first */
function rejectTooMany(times: number[], max: { hour: number; day: number }, at: number): void {
  /** How long until fewer than `max` are within the span. */
  const waitFor = (span: number, max: number) => {
    const within = times.filter((time) => time > at - span);
    const first = within[within.length - max];
    return first === undefined ? 0 : first + span - at;
  };
  // Beyond those of a day one is sent an hour: a stranger's requests keep no one waiting for longer.
  const sinceLast = (times.at(-1) ?? 0) + HOUR - at;
  const wait = Math.max(waitFor(HOUR, max.hour), Math.min(waitFor(DAY, max.day), sinceLast));
  if (wait <= 0) return;
  const message = `Too many codes were sent. Please try again in ${Math.ceil(wait / MINUTE)} minutes.`;
  throw new DomainError('limited', message, { retryAfterMs: wait });
}

/**
 * Checks a code. The attempt is counted and committed before the comparison, so that parallel guesses get no more than
 * five. Every usable code is compared, so that a stranger's request does not invalidate the owner's code; each code has
 * five attempts. Attempts of known devices count separately: a stranger cannot use them up.
 * @param device the marks of what it has signed in to, and of what it has registered
 * @returns the right code's row id and account; undefined for a wrong code
 * @throws DomainError `limited` when the phone has reached the day's limit of wrong codes, or all phones together theirs
 */
export async function checkCode(
  services: Services,
  phone: string,
  code: string,
  device: { marks: readonly string[]; registrations: readonly string[] },
): Promise<{ id: string; accountId: string } | undefined> {
  const { db, keys } = services;
  // Only reads: invented phones, and codes without attempts left, cost no write.
  const usable = await usableCodes(db, phone, services.now())
    .select(['account_id', 'tries', 'known_tries'])
    .orderBy('created_at', 'desc')
    .execute();
  const accountId = usable[0]?.account_id;
  if (accountId === undefined) return undefined;
  const known = await isKnownDevice(db, accountId, device.marks);
  if (usable.every((each) => (known ? each.known_tries : each.tries) >= ATTEMPTS_A_CODE)) return undefined;
  const account = await getAccountRow(db, accountId);
  if (!account) return undefined;
  const budget = known ? undefined : budgetOf(account, device.registrations);
  const tried = await transact(services, (tx) => countAttempt(tx, { phone, accountId, known, budget }));
  const right = tried.find(({ id, code_hmac }) => sameText(code_hmac, mac(keys.code, id, code)));
  if (!right) return undefined;
  if (budget) await autocommit(services, (writer) => refundCodes(writer, budget, tried.length));
  return { id: right.id, accountId };
}

/**
 * The budget of wrong codes of a device that is new to the account. None for the device that has registered it: a right
 * guess would give access to nothing that is another's, and strangers cannot keep it from confirming its own phone.
 */
function budgetOf(account: AccountRow, registrations: readonly string[]): WrongCodeBudget | undefined {
  if (!mayBeInvented(account)) return 'wrong codes';
  return isRegisteredBy(account, registrations) ? undefined : 'wrong codes of new phones';
}

const usableCodes = (db: ReadDatabase, phone: string, at: number) =>
  db
    .selectFrom('login_codes')
    .where('phone_e164', '=', phone)
    .where('way', '=', 'sms')
    // Codes of an account that has changed its number do not count.
    .where('account_id', 'in', db.selectFrom('accounts').select('id').where('phone_e164', '=', phone))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at);

/** @returns the codes to compare with; none once each has used its attempts */
async function countAttempt(
  tx: Transacting,
  {
    phone,
    accountId,
    known,
    budget,
  }: { phone: string; accountId: string; known: boolean; budget: WrongCodeBudget | undefined },
): Promise<{ id: string; code_hmac: string }[]> {
  const { db } = tx;
  const at = tx.now();
  const tries = known ? 'known_tries' : 'tries';
  const left = await usableCodes(db, phone, at).where(tries, '<', ATTEMPTS_A_CODE).select('id').executeTakeFirst();
  // Checked before the lock: of a burst of guesses only the first few wait, and each waiting one holds a connection.
  if (!left) return [];
  await lockPhone(db, phone);
  const tried = await db
    .updateTable('login_codes')
    .set({ [tries]: sql`${sql.ref(tries)} + 1` })
    .where('id', 'in', usableCodes(db, phone, at).where('account_id', '=', accountId).select('id'))
    .where(tries, '<', ATTEMPTS_A_CODE)
    .returning(['id', 'code_hmac'])
    .execute();
  if (tried.length === 0) return [];
  // The number comes last: erasing a person finds their counts by it.
  const triesOfDay = known
    ? { key: `known code tries ${phone}`, max: KNOWN_ATTEMPTS_A_DAY, window: DAY }
    : { key: `code tries ${phone}`, max: ATTEMPTS_A_DAY, window: DAY };
  await limit(db, at, triesOfDay, USE_LINK);
  // Last: all transactions share this row, and it stays locked until this one ends.
  if (budget) await limit(db, at, wrongCodesLimit(tx.config, budget), TOO_MANY_WRONG, tried.length);
  return tried;
}

/** Transactions on one phone lock the phone first, then its codes. */
async function lockPhone(db: Kysely<Database>, phone: string): Promise<void> {
  await db.updateTable('login_phones').set({ phone_e164: phone }).where('phone_e164', '=', phone).execute();
}

/**
 * Of concurrent uses of one right code exactly one gets true. Run it in the transaction that signs in. It consumes the
 * phone's other codes, too.
 */
export async function consumeCode(db: Kysely<Database>, phone: string, id: string, now: number): Promise<boolean> {
  await lockPhone(db, phone);
  const used = await db
    .updateTable('login_codes')
    .set({ used_at: now })
    .where('phone_e164', '=', phone)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  // Otherwise the caller rolls the transaction back.
  return used.some((code) => code.id === id);
}
