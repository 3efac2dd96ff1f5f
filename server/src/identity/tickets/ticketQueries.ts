import type { Insertable, Kysely } from 'kysely';
import { readByKey } from '../../platform/db/readByKey.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { TicketRow } from '../../platform/db/ticketSchema.ts';
import { sourceOf } from './ticketSource.ts';

export function findTicket(db: Kysely<Database>, externalId: string): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('source', '=', sourceOf(externalId))
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}

export function insertTicket(
  db: Kysely<Database>,
  values: Omit<Insertable<Database['tickets']>, 'source'>,
): Promise<TicketRow> {
  return db
    .insertInto('tickets')
    .values({ source: sourceOf(values.external_id), ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateTicket(db: Kysely<Database>, externalId: string, values: Partial<TicketRow>): Promise<TicketRow> {
  return db
    .updateTable('tickets')
    .set(values)
    .where('source', '=', sourceOf(externalId))
    .where('external_id', '=', externalId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The valid ticket that an account belongs to, except this one. */
export function findHolder(db: Kysely<Database>, accountId: string, except = ''): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'valid')
    .where('external_id', '!=', except)
    .executeTakeFirst();
}

/** The valid tickets with this e-mail, the one that has waited longest first. */
export const validTickets = (db: ReadDatabase, key: string) =>
  db
    .selectFrom('tickets')
    .selectAll()
    .where('email_key', '=', key)
    .where('status', '=', 'valid')
    .where('erased_at', 'is', null)
    .orderBy('imported_at')
    .orderBy('external_id');

/** How many of the tickets on record, from where these are from, are not among these. */
export async function countOthers(db: ReadDatabase, externalIds: Set<string>): Promise<number> {
  // An attendee without an e-mail has none in a list.
  const any = [...externalIds].find(Boolean) ?? '';
  const onRecord = db
    .selectFrom('tickets')
    .select('external_id')
    .where('source', '=', sourceOf(any))
    .where('erased_at', 'is', null)
    .orderBy('external_id');
  let others = 0;
  const batches = readByKey('external_id', (after, limit) =>
    onRecord.where('external_id', '>', after).limit(limit).execute(),
  );
  for await (const rows of batches) others += rows.filter((row) => !externalIds.has(row.external_id)).length;
  return others;
}
