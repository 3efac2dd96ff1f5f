import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/db/schema.ts';

/** A leased fetch; `requests` is how often it had been requested by then. */
export interface TicketFetch {
  path: string;
  requests: number;
  attempts: number;
}

/** Requests a fetch. A request during the fetch repeats it, because the attendee may have changed since. */
export async function requestFetch(db: Kysely<Database>, path: string, now: number): Promise<void> {
  await db
    .insertInto('ticket_fetches')
    .values({ path, requests: 1, done_requests: 0, next_attempt_at: now, leased_until: 0, attempts: 0 })
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet({
        requests: sql`ticket_fetches.requests + 1`,
        next_attempt_at: now,
        attempts: 0,
        failed_at: null,
      }),
    )
    .execute();
}

/** Leases the fetch that has been due longest. leaseMessages explains why the condition is checked twice. */
export function leaseFetch(db: Kysely<Database>, now: number, leaseFor: number): Promise<TicketFetch | undefined> {
  const due = sql<boolean>`requests > done_requests and failed_at is null and next_attempt_at <= ${now} and leased_until <= ${now}`;
  return db
    .updateTable('ticket_fetches')
    .set({ leased_until: now + leaseFor, attempts: sql`attempts + 1` })
    .where('path', '=', (select) =>
      select.selectFrom('ticket_fetches').select('path').where(due).orderBy('next_attempt_at').orderBy('path').limit(1),
    )
    .where(due)
    .returning(['path', 'requests', 'attempts'])
    .executeTakeFirst();
}

export async function markFetched(db: Kysely<Database>, { path, requests }: TicketFetch): Promise<void> {
  await db
    .updateTable('ticket_fetches')
    .set({ done_requests: requests, leased_until: 0, attempts: 0, last_error: null })
    .where('path', '=', path)
    .execute();
}

export async function fetchLater(
  db: Kysely<Database>,
  { path }: TicketFetch,
  error: string,
  at: number,
): Promise<void> {
  await db
    .updateTable('ticket_fetches')
    .set({ next_attempt_at: at, leased_until: 0, last_error: error })
    .where('path', '=', path)
    .execute();
}

/** Marks a fetch as failed, unless it has been requested again since. */
export async function failFetch(
  db: Kysely<Database>,
  { path, requests }: TicketFetch,
  error: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('ticket_fetches')
    .set({
      failed_at: sql`case when requests = ${requests} then cast(${now} as bigint) end`,
      leased_until: 0,
      last_error: error,
    })
    .where('path', '=', path)
    .execute();
}
