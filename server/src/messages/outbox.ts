import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Config } from '../platform/config.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database, Flag, OutboxTable } from '../platform/db/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { type Keys, seal, unseal } from '../platform/keys.ts';

import type { Services } from '../platform/services.ts';
import { takeFromSmsBudget } from './smsBudget.ts';

export type Kind = OutboxTable['kind'];

/** Somebody waits for a message that is worthless after this time; an invitation may be opened for days. */
const URGENT_WITHIN = 60 * 60_000;
/** Only an operator can change it: there is no use in asking sooner. */
const WITHOUT_PROVIDER = 10 * 60_000;
const EXPIRED = 'expired before it could be sent';
/** Few enough that no other write waits for long. */
const DROPPED_AT_ONCE = 200;

/** A message without its words. */
export interface Envelope {
  id: string;
  kind: Kind;
  /** E.164 number, or e-mail address. */
  recipient: string;
  /** Whom it is for, where that is one account and the recipient its own. */
  accountId: string | null;
  purpose: OutboxTable['purpose'];
  /** After this nobody wants it any more. */
  expiresAt: number;
}

export interface Message extends Envelope {
  subject: string | null;
  text: string;
}

/** A message in one worker's hand; `attempts` counts this one, and so tells a lease from the next. */
export type LeasedMessage = Message & { attempts: number };

type NewMessage = Omit<Message, 'id' | 'accountId' | 'purpose'> & Partial<Pick<Message, 'accountId' | 'purpose'>>;

/** Whether there is anybody to carry messages of a kind. */
export const isCarried = ({ devOutbox, twilio, smtp }: Config, kind: Kind): boolean =>
  devOutbox || (kind === 'sms' ? twilio : smtp) !== undefined;

/** @throws DomainError `unavailable` with the time to wait, for a kind of message that nobody carries */
export function refuseKind(kind: Kind, more = ''): never {
  const message = `We cannot send ${kind === 'sms' ? 'text messages' : 'e-mail'} at the moment.${more}`;
  throw new DomainError('unavailable', message, { retryAfterMs: WITHOUT_PROVIDER });
}

/**
 * Puts a message in the outbox; with a transaction's `db` it goes out only if what caused it is kept.
 * An SMS counts in the budget of its purpose, without one in that of sign-ins.
 * @param message `toNewPhone`: whether neither its phone nor the device that asks has signed in before
 * @returns its id
 * @throws DomainError `unavailable` when nobody carries its kind, or the budget is spent: no answer may then say that it was sent
 */
export async function enqueue(
  db: Kysely<Database>,
  { config, keys, now }: Pick<Services, 'config' | 'keys' | 'now'>,
  { toNewPhone = false, ...message }: NewMessage & { toNewPhone?: boolean },
): Promise<string> {
  if (!isCarried(config, message.kind)) refuseKind(message.kind);
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
      urgent: message.expiresAt <= now() + URGENT_WITHIN ? 1 : 0,
      provider_id: null,
    })
    .execute();
  // Last: the budget's row is one for all, and locked until the transaction ends.
  if (message.kind === 'sms') {
    await takeFromSmsBudget(db, { config, now }, message.purpose ?? 'sign-in', toNewPhone);
  }
  return id;
}

/** Everything in the outbox, newest first, as the development outbox shows it. */
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
    text: unseal(keys, row.text),
    createdAt: new Date(row.created_at).toISOString(),
  }));
}

/**
 * Takes due messages of a kind for this worker alone, the urgent ones first: a sign-in code overtakes thousands of
 * invitations. What has expired is dropped. To look writes nothing; what two workers have found, one of them gets.
 * The index `outbox_due` has what is due in the order in which it is taken, so a backlog costs nothing.
 */
export async function leaseMessages(
  db: Kysely<Database>,
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  { kind, most, leaseFor }: { kind: Kind; most: number; leaseFor: number },
): Promise<LeasedMessage[]> {
  const at = now();
  // Not the kind: beside ids, it would have SQLite walk the index of all that waits.
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
  let found = await find(most);
  while (found.some(({ expires_at }) => expires_at <= at)) {
    const looked = await find(Math.max(most, DROPPED_AT_ONCE));
    const expired = looked.filter(({ expires_at }) => expires_at <= at).map(({ id }) => id);
    const dropped = { failed_at: at, last_error: EXPIRED };
    await db.updateTable('outbox').set(dropped).where('id', 'in', expired).where(due).execute();
    found = await find(most);
  }
  if (found.length === 0) return [];

  const ids = found.map(({ id }) => id);
  const rows = await db
    .updateTable('outbox')
    .set({ leased_until: at + leaseFor, attempts: sql`attempts + 1` })
    .where('id', 'in', ids)
    // Once more: another worker may have taken it meanwhile.
    .where(due)
    .returningAll()
    .execute();
  const wanted: LeasedMessage[] = [];
  for (const row of rows) {
    const text = readText(keys, row.text);
    if (text === undefined) await failMessage(db, row.id, 'cannot be read: TOKEN_SECRET has changed', at);
    // A database that is slow to answer may have taken all the time that was left.
    else if (row.expires_at <= now()) await failMessage(db, row.id, EXPIRED, now());
    else wanted.push({ ...envelopeOf(row), subject: row.subject, text, attempts: row.attempts });
  }
  return wanted;
}

/** One message that cannot be read must hold up no other. */
function readText(keys: Keys, sealed: string): string | undefined {
  try {
    return unseal(keys, sealed);
  } catch {
    return undefined;
  }
}

const envelopeOf = (row: Selectable<OutboxTable>): Envelope => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  accountId: row.account_id,
  purpose: row.purpose,
  expiresAt: row.expires_at,
});

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
    // The provider may have told already that it will not arrive.
    .where('failed_at', 'is', null)
    .execute();
}

/** Gives a lease back. One that ran out meanwhile is another worker's, and stays so. */
export async function retryLater(
  db: Kysely<Database>,
  { id, attempts }: Pick<LeasedMessage, 'id' | 'attempts'>,
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

/** @returns the message, to whoever fails it first; undefined when it has failed already, or is unknown */
export async function failMessage(
  db: Kysely<Database>,
  id: string,
  error: string,
  now: number,
): Promise<Envelope | undefined> {
  const row = await db
    .updateTable('outbox')
    .set({ failed_at: now, last_error: error })
    .where('id', '=', id)
    .where('failed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && envelopeOf(row);
}

export async function findEnvelope(db: Kysely<Database>, id: string): Promise<Envelope | undefined> {
  const row = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  return row && envelopeOf(row);
}
