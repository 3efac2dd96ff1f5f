import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { retryDelay } from '../platform/retryDelay.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';
import { EventbriteError, fetchAttendees } from './eventbriteApi.ts';
import { importAttendees } from './importAttendees.ts';
import { failFetch, fetchLater, leaseFetch, markFetched } from './ticketFetchQueries.ts';

const POLL = 500;
/** Outlives a fetch and what is done with it: after it, another worker takes over from one that died. */
const LEASE = 60_000;
const LONGEST_RETRY = 10 * 60_000;

/**
 * Fetches what webhooks have told of, one after another, until it is stopped; never gives up while the service is only
 * away. Any number of workers may share the work.
 * @returns what stops it, once the fetch in hand is done
 */
export function startTicketFetchWorker(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const worked = await fetchNext(services, log).catch((error: unknown) => {
        log.error(error, 'attendees: the database did not answer; trying again');
        return false;
      });
      if (!worked) await delay(POLL, undefined, { signal: stopping.signal }).catch(() => {});
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
  const fetch = await autocommit(services, (db) => leaseFetch(db, now(), LEASE));
  if (!fetch) return false;
  const about = { path: fetch.path, attempts: fetch.attempts };
  const pause = retryDelay(fetch.attempts, LONGEST_RETRY);
  try {
    const attendees = await fetchAttendees(config.eventbrite, fetch.path);
    // A webhook may be set for all events of an account; the others are none of ours.
    const ours = attendees.filter((each) => 'refused' in each || each.eventId === config.eventbrite.eventId);
    const entries = ours.map((each) => ({
      label: each.externalId,
      content: 'record' in each ? each.record : each,
    }));
    await importAttendees(services, entries, (entry, outcome) => {
      const line = { attendee: entry.label, what: outcome.what, detail: outcome.detail, warnings: outcome.warnings };
      if (outcome.what === 'refused' || outcome.warnings.length > 0) log.warn(line, 'attendees: look at this one');
      else log.info(line, 'attendees: taken in');
    });
    await autocommit(services, (db) => markFetched(db, fetch));
  } catch (error) {
    if (!(error instanceof EventbriteError)) {
      // The database's fault, which passes, or ours, which must not keep the worker from the others.
      log.error(error, 'attendees: what was fetched could not be stored; trying again');
      await autocommit(services, (db) => fetchLater(db, fetch, 'could not be stored', now() + pause));
    } else if (error.kind === 'final') {
      log.error({ ...about, reason: error.message }, 'attendees: what a webhook told of cannot be fetched');
      await autocommit(services, (db) => failFetch(db, fetch, error.message, now()));
    } else {
      const level = error.kind === 'settings' ? 'error' : 'warn';
      log[level]({ ...about, reason: error.message }, 'attendees: what a webhook told of waits; trying again');
      const at = now() + (error.retryAfter ?? pause);
      await autocommit(services, (db) => fetchLater(db, fetch, error.message, at));
    }
  }
  return true;
}
