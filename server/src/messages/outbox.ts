import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database, OutboxTable } from '../db/schema.ts';
import { seal, unseal } from '../keys.ts';
import type { Services } from '../services.ts';

export interface Message {
  id: string;
  kind: OutboxTable['kind'];
  /** E.164 number, or e-mail address. */
  recipient: string;
  subject: string | null;
  text: string;
}

/** Puts a message in the outbox; with a transaction's `db` it goes out only if what caused it is kept. */
export async function enqueue(
  db: Kysely<Database>,
  { keys, now }: Services,
  message: Omit<Message, 'id'> & { expiresAt: number },
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id: randomUUID(),
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
    })
    .execute();
}

/** Everything in the outbox, newest first, as the development outbox shows it. */
export async function listMessages(db: Kysely<Database>, { keys }: Services) {
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
 * Takes due messages for this worker alone. The conditions stand outside the sub-select as well, because PostgreSQL
 * checks those again on a row that another worker has just taken.
 */
export async function leaseMessages(
  db: Kysely<Database>,
  { keys, now }: Services,
  options: { most: number; leaseFor: number },
): Promise<(Message & { attempts: number })[]> {
  const at = now();
  const due = sql<boolean>`sent_at is null and failed_at is null and next_attempt_at <= ${at} and leased_until <= ${at}`;
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
    if (row.expires_at <= at) await failMessage(db, row.id, 'expired before it could be sent', at);
    else wanted.push({ ...row, text: unseal(keys, row.text) });
  }
  return wanted;
}

export async function markSent(db: Kysely<Database>, id: string, now: number): Promise<void> {
  await db.updateTable('outbox').set({ sent_at: now, last_error: null }).where('id', '=', id).execute();
}

export async function retryLater(db: Kysely<Database>, id: string, error: string, at: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: at, leased_until: 0, last_error: error })
    .where('id', '=', id)
    .execute();
}

export async function failMessage(db: Kysely<Database>, id: string, error: string, now: number): Promise<void> {
  await db.updateTable('outbox').set({ failed_at: now, last_error: error }).where('id', '=', id).execute();
}
