import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import { messageWaits, type OutboxTable } from '../platform/db/deliverySchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { type Flag, toFlag } from '../platform/db/table.ts';
import { type Keys, seal, unseal } from '../platform/deriveKeys.ts';
import { DomainError } from '../platform/domainError.ts';
import type { Config } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { HOUR, isoTime, MINUTE } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { spendSmsBudget } from './budgets.ts';

export type Kind = OutboxTable['kind'];

/** A message that expires within this time is urgent, such as a sign-in code. An invitation may be opened for days. */
const URGENT_WITHIN_MS = HOUR;
/** Retry-After without a provider: only an operator can set one, so an earlier retry is useless. */
const NO_PROVIDER_RETRY_MS = 10 * MINUTE;
const EXPIRED = 'expired before it could be sent';
/** Small enough that other writes do not wait for long. */
const EXPIRE_BATCH_SIZE = 200;

export type OutboxRow = Selectable<OutboxTable>;
/** With its text decrypted; null if it was encrypted under another TOKEN_SECRET. */
export type LeasedMessage = Omit<OutboxRow, 'text'> & { text: string | null };

/** What a provider delivers. */
export type Message = Pick<
  OutboxRow,
  'id' | 'kind' | 'recipient' | 'subject' | 'text' | 'expires_at' | 'account_id' | 'purpose'
>;

interface NewMessage {
  kind: Kind;
  /** E.164 number, or e-mail address. */
  recipient: string;
  subject: string | null;
  text: string;
  /** The message is not sent after this time. */
  expiresAt: number;
  /** The account that the message is for, if the recipient is that account's own phone or e-mail. */
  accountId?: string | null;
  purpose?: OutboxTable['purpose'];
  /** Whether the phone was only entered in a registration, and the requesting device has not signed in to it before. */
  toNewPhone?: boolean;
}

/** Whether messages of a kind can be sent. */
export const hasProvider = ({ devOutbox, twilio, smtp }: Config, kind: Kind): boolean =>
  devOutbox || (kind === 'sms' ? twilio : smtp) !== undefined;

/** @throws DomainError `unavailable` with the time to wait, for a kind of message without a provider */
export function rejectKind(kind: Kind, more = ''): never {
  const message = `We cannot send ${kind === 'sms' ? 'text messages' : 'e-mail'} at the moment.${more}`;
  throw new DomainError('unavailable', message, { retryAfterMs: NO_PROVIDER_RETRY_MS });
}

/**
 * Puts a message in the outbox. With a transaction's `db` it is sent only if that transaction commits.
 * An SMS counts in the budget of its purpose; without a purpose, in that of sign-ins.
 * @returns its id
 * @throws DomainError `unavailable` without a provider or with the budget spent, so that no answer claims that it was sent
 */
export async function enqueue(
  db: Kysely<Database>,
  { config, keys, now }: Pick<Services, 'config' | 'keys' | 'now'>,
  message: NewMessage,
): Promise<string> {
  if (!hasProvider(config, message.kind)) rejectKind(message.kind);
  const id = randomUUID();
  await db
    .insertInto('outbox')
    .values({
      id,
      kind: message.kind,
      recipient: message.recipient,
      subject: message.subject,
      text: seal(keys, message.text),
      created_at: now(),
      expires_at: message.expiresAt,
      attempts: 0,
      next_attempt_at: now(),
      leased_until: 0,
      sent_at: null,
      failed_at: null,
      last_error: null,
      account_id: message.accountId ?? null,
      purpose: message.purpose ?? null,
      // An announcement may end soon, and yet waits behind every code.
      urgent: toFlag(message.expiresAt <= now() + URGENT_WITHIN_MS && message.purpose !== 'announcement'),
      provider_id: null,
    })
    .execute();
  // Last: all transactions share the budget's row, and it stays locked until this one ends.
  if (message.kind === 'sms') {
    await spendSmsBudget(db, { config, now }, message.purpose ?? 'sign-in', message.toNewPhone);
  }
  return id;
}

/** A server with the TOKEN_SECRET of the message can read it. */
const UNREADABLE = 'This message was written with another TOKEN_SECRET.';

/** The messages in the outbox, newest first, for the development outbox. */
export async function listMessages(db: ReadDatabase, { keys }: Pick<Services, 'keys'>) {
  const rows = await db
    .selectFrom('outbox')
    .selectAll()
    .whereRef('expires_at', '>', 'created_at')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    to: row.recipient,
    ...(row.subject === null ? {} : { subject: row.subject }),
    text: readText(keys, row.text) ?? UNREADABLE,
    createdAt: isoTime(row.created_at),
  }));
}

/**
 * Leases due messages of a kind to this worker, urgent ones first: a sign-in code overtakes thousands of invitations.
 * Expired messages are dropped. The search writes nothing; if two workers find the same message, one of them gets it.
 * The index `outbox_due` is in the order of the search, so a backlog does not slow it down.
 * @returns the messages. `attempts` includes the current one, so it tells one lease from the next
 */
export async function leaseMessages(
  db: Kysely<Database>,
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  { kind, max, leaseFor }: { kind: Kind; max: number; leaseFor: number },
): Promise<LeasedMessage[]> {
  const at = now();
  // Without the kind: together with ids it would make SQLite scan the index of all waiting messages.
  const due = sql<boolean>`sent_at is null and failed_at is null and next_attempt_at <= ${at} and leased_until <= ${at}`;
  const next = (urgent: Flag, count: number) =>
    db
      .selectFrom('outbox')
      .select(['id', 'expires_at'])
      .where('kind', '=', kind)
      .where('urgent', '=', urgent)
      .where(due)
      .orderBy('next_attempt_at')
      .limit(count)
      .execute();
  const find = async (count: number) => {
    const urgent = await next(1, count);
    return urgent.length < count ? [...urgent, ...(await next(0, count - urgent.length))] : urgent;
  };
  let found = await find(max);
  while (found.some(({ expires_at }) => expires_at <= at)) {
    const candidates = await find(Math.max(max, EXPIRE_BATCH_SIZE));
    const expired = candidates.filter(({ expires_at }) => expires_at <= at).map(({ id }) => id);
    const dropped = { failed_at: at, last_error: EXPIRED };
    // Another worker may have dropped them since, and PostgreSQL rejects an empty list.
    if (expired.length > 0) await db.updateTable('outbox').set(dropped).where('id', 'in', expired).where(due).execute();
    found = await find(max);
  }
  if (found.length === 0) return [];

  const ids = found.map(({ id }) => id);
  const rows = await db
    .updateTable('outbox')
    .set({ leased_until: at + leaseFor, attempts: sql`attempts + 1` })
    .where('id', 'in', ids)
    // Checked again: another worker may have leased the message since the search.
    .where(due)
    .returningAll()
    .execute();
  const leased: LeasedMessage[] = [];
  for (const row of rows) {
    // The message may have expired while a slow database answered.
    if (row.expires_at <= now()) await failMessage(db, row.id, EXPIRED, now());
    else leased.push({ ...row, text: readText(keys, row.text) });
  }
  return leased;
}

function readText(keys: Keys, sealed: string): string | null {
  try {
    return unseal(keys, sealed);
  } catch {
    return null;
  }
}

/**
 * What to tell the operator of a server or a command whose TOKEN_SECRET is not that of the newest message: the servers of a
 * database need the same one. Undefined if it is, or if there is no message.
 */
export async function secretWarning(db: ReadDatabase, keys: Keys): Promise<string | undefined> {
  const newest = await db.selectFrom('outbox').select('text').orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  if (!newest || readText(keys, newest.text) !== null) return undefined;
  return (
    'TOKEN_SECRET: it is not the one with which this database was used before. If another server or command has another ' +
    'one, give all of them the same: none can read the messages of another. If it has changed, everyone is signed out, ' +
    'and authenticator apps of the staff must be set up again.'
  );
}

export async function markSent(
  db: Kysely<Database>,
  id: string,
  providerId: string | null,
  now: number,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, provider_id: providerId, last_error: null })
    .where('id', '=', id)
    // The provider may already have reported that the message will not arrive.
    .where('failed_at', 'is', null)
    .execute();
}

/** Returns a lease. If it has expired and another worker holds the message, nothing changes. */
export async function retryLater(
  db: Kysely<Database>,
  { id, attempts }: Pick<OutboxRow, 'id' | 'attempts'>,
  error: string,
  at: number,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: at, leased_until: 0, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/** @returns the message for the first call; undefined if it has failed already or is unknown */
export function failMessage(
  db: Kysely<Database>,
  id: string,
  error: string,
  now: number,
): Promise<OutboxRow | undefined> {
  return db
    .updateTable('outbox')
    .set({ failed_at: now, last_error: error })
    .where('id', '=', id)
    .where('failed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Ends the messages to an account that are not sent yet. The announcements among them have not reached the person, who may
 * have another account by now: if they have not ended, all accounts are gone through again, and nobody is told twice.
 * @param why what has become of the account or its ticket
 */
export async function withdrawMessages({ db, now }: Transacting, accountId: string, why: string): Promise<void> {
  const withdrawn = await db
    .updateTable('outbox')
    .set({ failed_at: now(), last_error: `withdrawn: ${why}` })
    .where('account_id', '=', accountId)
    .where(messageWaits)
    .returning(['id', 'leased_until'])
    .execute();
  const notBegun = withdrawn.filter(({ leased_until }) => leased_until <= now()).map(({ id }) => id);
  if (notBegun.length === 0) return;
  const untold = await db
    .deleteFrom('announcement_messages')
    .where('account_id', '=', accountId)
    .where('outbox_id', 'in', notBegun)
    .returning(['announcement_id', 'kind'])
    .execute();
  for (const { announcement_id, kind } of untold)
    await db
      .updateTable('announcement_sendings')
      .set({ done_at: null, after_account: '' })
      .where('announcement_id', '=', announcement_id)
      .where('kind', '=', kind)
      .where('is_stopped', '=', 0)
      .where('announcement_id', 'in', db.selectFrom('announcements').select('id').where('ends_at', '>', now()))
      .execute();
}

export function findMessage(db: ReadDatabase, id: string): Promise<OutboxRow | undefined> {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}
