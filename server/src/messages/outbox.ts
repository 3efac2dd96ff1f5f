import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database, OutboxTable } from '../db/schema.ts';
import { type Keys, seal, unseal } from '../keys.ts';
import { refuse } from '../plugins/refuse.ts';
import type { Services } from '../services.ts';

export type Kind = OutboxTable['kind'];

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

type NewMessage = Omit<Message, 'id' | 'accountId' | 'purpose'> & Partial<Pick<Message, 'accountId' | 'purpose'>>;

/** Whether there is anybody to carry messages of a kind. */
export const isCarried = ({ devOutbox, twilio, smtp }: Config, kind: Kind): boolean =>
  devOutbox || (kind === 'sms' ? twilio : smtp) !== undefined;

/**
 * Puts a message in the outbox; with a transaction's `db` it goes out only if what caused it is kept.
 * @returns its id
 * @throws Refusal 503 when nobody carries its kind: no answer may then say that it was sent
 */
export async function enqueue(
  db: Kysely<Database>,
  { config, keys, now }: Pick<Services, 'config' | 'keys' | 'now'>,
  message: NewMessage,
): Promise<string> {
  if (!isCarried(config, message.kind)) {
    refuse(503, `We cannot send ${message.kind === 'sms' ? 'text messages' : 'e-mail'} at the moment.`);
  }
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
      provider_id: null,
    })
    .execute();
  return id;
}

/** Everything in the outbox, newest first, as the development outbox shows it. */
export async function listMessages(db: Kysely<Database>, { keys }: Pick<Services, 'keys'>) {
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
 * Takes due messages of a kind for this worker alone. The conditions stand outside the sub-select as well, because
 * PostgreSQL checks those again on a row that another worker has just taken.
 */
export async function leaseMessages(
  db: Kysely<Database>,
  { keys, now }: Pick<Services, 'keys' | 'now'>,
  options: { kind: Kind; most: number; leaseFor: number },
): Promise<(Message & { attempts: number })[]> {
  const at = now();
  const due = sql<boolean>`kind = ${options.kind} and sent_at is null and failed_at is null and next_attempt_at <= ${at} and leased_until <= ${at}`;
  const rows = await db
    .updateTable('outbox')
    .set({ leased_until: at + options.leaseFor, attempts: sql`attempts + 1` })
    .where('id', 'in', (select) =>
      select.selectFrom('outbox').select('id').where(due).orderBy('next_attempt_at').limit(options.most),
    )
    .where(due)
    .returningAll()
    .execute();
  const wanted: (Message & { attempts: number })[] = [];
  for (const row of rows) {
    const text = readText(keys, row.text);
    if (row.expires_at <= at) await failMessage(db, row.id, 'expired before it could be sent', at);
    else if (text === undefined) await failMessage(db, row.id, 'cannot be read: TOKEN_SECRET has changed', at);
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

export async function retryLater(db: Kysely<Database>, id: string, error: string, at: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: at, leased_until: 0, last_error: error })
    .where('id', '=', id)
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
