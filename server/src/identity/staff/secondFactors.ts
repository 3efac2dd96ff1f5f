import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { getEvent } from '../../event/eventQueries.ts';
import { enqueue } from '../../messages/outbox.ts';
import { staffCodeMail } from '../../messages/templates.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { mac, sameText, seal, unseal } from '../../platform/deriveKeys.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import type { Transacting } from '../../platform/transact.ts';
import { lockMember } from './memberQueries.ts';
import { type PendingSession, SECOND_FACTOR_WITHIN_MS } from './staffSessions.ts';
import { base32, matchTotp } from './totp.ts';

const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 60 bits. */
const RECOVERY_LENGTH = 12;
const WRONG_CODE = 'This code is not correct. A code counts once: please wait for the next one.';

const MAILED_CODE = 'This code is not correct. Please enter the one of the newest mail.';

/** What the password needs besides: a code of the authenticator app; without the app, a passkey; undefined without either. */
export async function factorOf(db: ReadDatabase, staffId: string): Promise<'app' | 'passkey' | undefined> {
  const { totp_enabled_at, passkeys } = await db
    .selectFrom('staff')
    .select('totp_enabled_at')
    .select(({ selectFrom }) =>
      selectFrom('staff_passkeys')
        .whereRef('staff_id', '=', 'staff.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('passkeys'),
    )
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  if (totp_enabled_at !== null) return 'app';
  return (passkeys ?? 0) > 0 ? 'passkey' : undefined;
}

const hasApp = ({ totp_enabled_at }: StaffRow): boolean => totp_enabled_at !== null;

/**
 * Stores a new secret, which counts only once {@link enableSecondFactor} was called.
 * @throws DomainError `conflict` with a second factor
 */
export async function beginSecondFactor(tx: Transacting, staffId: string): Promise<{ secret: string; email: string }> {
  const member = await lockForFactor(tx.db, staffId);
  if (hasApp(member)) reject('conflict', 'You have an authenticator app. Turn it off first.');
  const secret = randomBytes(SECRET_BYTES);
  await tx.db
    .updateTable('staff')
    .set({ totp_secret: seal(tx.keys, secret.toString('base64url')), totp_step: 0 })
    .where('id', '=', staffId)
    .execute();
  return { secret: base32(secret), email: member.email };
}

/**
 * @returns the recovery codes, which are stored nowhere
 * @throws DomainError `invalid` for a wrong code, `conflict` without a secret
 */
export async function enableSecondFactor(tx: Transacting, staffId: string, code: string): Promise<string[]> {
  const member = await lockForFactor(tx.db, staffId);
  if (hasApp(member) || !member.totp_secret) reject('conflict', 'Please begin again.');
  await useTotp(tx, member, code);
  await tx.db.updateTable('staff').set({ totp_enabled_at: tx.now() }).where('id', '=', staffId).execute();
  return makeRecoveryCodes(tx, staffId);
}

/** @throws DomainError `invalid` for a wrong code */
export async function replaceRecoveryCodes(tx: Transacting, staffId: string, code: string): Promise<string[]> {
  await useTotp(tx, await lockForFactor(tx.db, staffId), code);
  return makeRecoveryCodes(tx, staffId);
}

/** @throws DomainError `invalid` for a wrong code */
export async function disableSecondFactor(tx: Transacting, staffId: string, code: string): Promise<void> {
  await useSecondFactor(tx, staffId, code);
  await clearSecondFactor(tx.db, staffId);
}

export async function clearSecondFactor(db: Kysely<Database>, staffId: string): Promise<void> {
  await db.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute();
  await db.updateTable('staff').set({ totp_secret: null, totp_enabled_at: null }).where('id', '=', staffId).execute();
}

/**
 * Uses a code of the app, or a recovery code, which does not count again. Limit the attempts before.
 * @throws DomainError `invalid` for a wrong code
 */
export async function useSecondFactor(tx: Transacting, staffId: string, code: string): Promise<StaffRow> {
  const member = await lockForFactor(tx.db, staffId);
  if (!hasApp(member)) reject('conflict', 'You have no authenticator app.');
  if (/^\d+$/.test(code)) await useTotp(tx, member, code);
  else await useRecoveryCode(tx, staffId, code);
  return member;
}

/**
 * Uses the code that completes a sign-in: one of {@link useSecondFactor}, or of a member without the app the mailed one.
 * The session ends with its use, so the code counts once. Limit the attempts before.
 * @throws DomainError `invalid` for a wrong code
 */
export async function useSignInCode(tx: Transacting, { id, staffId }: PendingSession, code: string): Promise<StaffRow> {
  const member = await lockForFactor(tx.db, staffId);
  if (hasApp(member)) return useSecondFactor(tx, staffId, code);
  if (!sameText(code, mailedCode(tx.keys, id))) rejectCode(MAILED_CODE);
  return member;
}

/**
 * Mails the code of a sign-in, for a member whose passkey is not at hand. The same mailbox could reset the password, which
 * removes the passkeys: the code opens no door that was closed.
 * @throws DomainError `conflict` with an authenticator app, `unavailable` where no mail is set up
 */
export async function mailSignInCode(tx: Transacting, { id, staffId }: PendingSession): Promise<void> {
  const member = await lockForFactor(tx.db, staffId);
  if (hasApp(member)) reject('conflict', 'Please enter a code of your authenticator app, or a recovery code.');
  const { name: event } = await getEvent(tx.db);
  await enqueue(tx.db, tx, {
    kind: 'mail',
    recipient: member.email,
    ...staffCodeMail({ event, code: mailedCode(tx.keys, id) }),
    expiresAt: tx.now() + SECOND_FACTOR_WITHIN_MS,
  });
}

/**
 * The code that a mail has for this sign-in, and for no other. No request shows the session's id, so the keys alone do not
 * give the code.
 */
const mailedCode = (keys: Services['keys'], sessionId: string): string => {
  const bytes = Buffer.from(mac(keys.staff, 'mailed sign-in code', sessionId), 'base64url');
  return String(bytes.readUIntBE(0, 6) % 1e6).padStart(6, '0');
};

export async function countRecoveryCodes(db: ReadDatabase, staffId: string): Promise<number> {
  const { left } = await db
    .selectFrom('staff_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** The lock makes parallel uses of one code wait for each other. */
async function lockForFactor(db: Kysely<Database>, staffId: string): Promise<StaffRow> {
  return (await lockMember(db, staffId)) ?? reject('signedOut', 'Please sign in.');
}

async function useTotp({ db, keys, now }: Transacting, member: StaffRow, code: string): Promise<void> {
  const secret = readSecret(keys, member.totp_secret);
  const step = secret && matchTotp(secret, code, now());
  if (!step || step <= member.totp_step) rejectCode();
  await db.updateTable('staff').set({ totp_step: step }).where('id', '=', member.id).execute();
}

/** Undefined without one, and after TOKEN_SECRET has changed: the operator's `staff recover` helps. */
function readSecret(keys: Services['keys'], sealed: string | null): Buffer | undefined {
  try {
    return sealed === null ? undefined : Buffer.from(unseal(keys, sealed), 'base64url');
  } catch {
    return undefined;
  }
}

async function useRecoveryCode({ db, keys }: Transacting, staffId: string, code: string): Promise<void> {
  const used = await db
    .deleteFrom('staff_recovery_codes')
    .where('staff_id', '=', staffId)
    .where('code_hmac', '=', recoveryMac(keys, staffId, code))
    .returning('code_hmac')
    .executeTakeFirst();
  if (!used) rejectCode();
}

async function makeRecoveryCodes({ db, keys }: Transacting, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(RECOVERY_LENGTH)).slice(0, RECOVERY_LENGTH),
  );
  await db.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute();
  await db
    .insertInto('staff_recovery_codes')
    .values(codes.map((code) => ({ staff_id: staffId, code_hmac: recoveryMac(keys, staffId, code) })))
    .execute();
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

const recoveryMac = (keys: Services['keys'], staffId: string, code: string): string =>
  mac(keys.staff, 'recovery code', staffId, code);

function rejectCode(message = WRONG_CODE): never {
  reject('invalid', message, { code: 'Is not correct' });
}
