import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type UpdateObject } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { retryDelay } from '../platform/retryDelay.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';
import { workUntilStopped } from '../platform/workUntilStopped.ts';
import { EventbriteError, fetchAttendees } from './eventbriteApi.ts';
import { importAttendees } from './importAttendees.ts';
import { externalIdOf } from './readAttendee.ts';

const POLL_MS = 500;
/** Longer than a fetch and its import. After it, another worker takes over a fetch whose worker has died. */
const LEASE_MS = MINUTE;
const MAX_RETRY_DELAY_MS = 10 * MINUTE;

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

/**
 * Fetches what webhooks have announced, one after another, until it is stopped. While the service is unavailable it
 * keeps retrying. Any number of workers may share the work.
 * @returns stops the worker and resolves once the current fetch is done
 */
export const startTicketFetchWorker = (services: Services, log: FastifyBaseLogger): (() => Promise<void>) =>
  workUntilStopped({
    turn: () => fetchNext(services, log),
    pauseMs: POLL_MS,
    log,
    failure: 'attendees: the database did not answer; retrying',
  });

/** @returns whether there was something to fetch */
async function fetchNext(services: Services, log: FastifyBaseLogger): Promise<boolean> {
  const { config, now } = services;
  const fetch = await autocommit(services, (db) => leaseFetch(db, now(), LEASE_MS));
  if (!fetch) return false;
  const { path, requests, attempts } = fetch;
  const end = (outcome: Parameters<typeof endFetch>[2]) => autocommit(services, (db) => endFetch(db, path, outcome));
  try {
    const attendees = await fetchAttendees(config.eventbrite, path);
    // A webhook may be set for all events of the account; other events are ignored.
    const ours = attendees.filter((each) => 'rejected' in each || each.eventId === config.eventbrite.eventId);
    await importAttendees(services, ours, (entry, { what, detail, warnings }) => {
      const line = { attendee: externalIdOf(entry), what, detail, warnings };
      if (what === 'rejected' || warnings.length > 0) log.warn(line, 'attendees: check this attendee');
      else log.info(line, 'attendees: imported');
    });
    // Requests from during the fetch are still due.
    await end({ done_requests: requests, attempts: 0, last_error: null });
  } catch (error) {
    const refused = error instanceof EventbriteError ? error : undefined;
    const about = { path, attempts, reason: refused?.message };
    const last_error = refused?.message ?? 'could not be stored';
    if (refused?.kind === 'final') {
      log.error(about, 'attendees: what a webhook announced cannot be fetched');
      // Unless it has been requested again since.
      await end({ failed_at: sql`case when requests = ${requests} then cast(${now()} as bigint) end`, last_error });
      return true;
    }
    const notYet = 'attendees: what a webhook announced could not be fetched yet; the fetch will be retried';
    if (refused?.kind === 'settings') log.error(about, notYet);
    else if (refused) log.warn(about, notYet);
    // A temporary failure of the database, or a defect here, which must not stop the other fetches.
    else log.error(error, 'attendees: the fetched attendees could not be stored; the fetch will be retried');
    const pause = refused?.retryAfter ?? retryDelay(attempts, MAX_RETRY_DELAY_MS);
    await end({ next_attempt_at: now() + pause, last_error });
  }
  return true;
}

/** Leases the fetch that has been due longest. leaseMessages explains why the condition is checked twice. */
export function leaseFetch(db: Kysely<Database>, now: number, leaseFor: number) {
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

/** Ends a lease with the outcome of the fetch. */
export async function endFetch(
  db: Kysely<Database>,
  path: string,
  outcome: UpdateObject<Database, 'ticket_fetches'>,
): Promise<void> {
  await db
    .updateTable('ticket_fetches')
    .set({ leased_until: 0, ...outcome })
    .where('path', '=', path)
    .execute();
}
