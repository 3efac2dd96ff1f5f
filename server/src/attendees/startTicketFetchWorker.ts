import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { retryDelay } from '../platform/retryDelay.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';
import { EventbriteError, fetchAttendees } from './eventbriteApi.ts';
import { importAttendees } from './importAttendees.ts';
import { failFetch, fetchLater, leaseFetch, markFetched } from './ticketFetchQueries.ts';

const POLL_MS = 500;
/** Longer than a fetch and its import. After it, another worker takes over a fetch whose worker has died. */
const LEASE_MS = MINUTE;
const MAX_RETRY_DELAY_MS = 10 * MINUTE;

/**
 * Fetches what webhooks have announced, one after another, until it is stopped. While the service is unavailable it
 * keeps retrying. Any number of workers may share the work.
 * @returns stops the worker and resolves once the current fetch is done
 */
export function startTicketFetchWorker(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const worked = await fetchNext(services, log).catch((error: unknown) => {
        log.error(error, 'attendees: the database did not answer; retrying');
        return false;
      });
      if (!worked) await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopping.abort();
    await work;
  };
}

/** @returns whether there was something to fetch */
async function fetchNext(services: Services, log: FastifyBaseLogger): Promise<boolean> {
  const { config, now } = services;
  const fetch = await autocommit(services, (db) => leaseFetch(db, now(), LEASE_MS));
  if (!fetch) return false;
  const about = { path: fetch.path, attempts: fetch.attempts };
  const pause = retryDelay(fetch.attempts, MAX_RETRY_DELAY_MS);
  try {
    const attendees = await fetchAttendees(config.eventbrite, fetch.path);
    // A webhook may be set for all events of the account; other events are ignored.
    const ours = attendees.filter((each) => 'rejected' in each || each.eventId === config.eventbrite.eventId);
    const entries = ours.map((each) => ({
      label: each.externalId,
      content: 'record' in each ? each.record : each,
    }));
    await importAttendees(services, entries, (entry, outcome) => {
      const line = { attendee: entry.label, what: outcome.what, detail: outcome.detail, warnings: outcome.warnings };
      if (outcome.what === 'rejected' || outcome.warnings.length > 0) log.warn(line, 'attendees: check this attendee');
      else log.info(line, 'attendees: imported');
    });
    await autocommit(services, (db) => markFetched(db, fetch));
  } catch (error) {
    if (!(error instanceof EventbriteError)) {
      // A temporary failure of the database, or a defect here, which must not stop the other fetches.
      log.error(error, 'attendees: the fetched attendees could not be stored; the fetch will be retried');
      await autocommit(services, (db) => fetchLater(db, fetch, 'could not be stored', now() + pause));
    } else if (error.kind === 'final') {
      log.error({ ...about, reason: error.message }, 'attendees: what a webhook announced cannot be fetched');
      await autocommit(services, (db) => failFetch(db, fetch, error.message, now()));
    } else {
      const level = error.kind === 'settings' ? 'error' : 'warn';
      log[level](
        { ...about, reason: error.message },
        'attendees: what a webhook announced could not be fetched yet; the fetch will be retried',
      );
      const at = now() + (error.retryAfter ?? pause);
      await autocommit(services, (db) => fetchLater(db, fetch, error.message, at));
    }
  }
  return true;
}
