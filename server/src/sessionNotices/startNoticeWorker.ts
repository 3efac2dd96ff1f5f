import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../platform/services.ts';
import { LOOK_EVERY_MS, noteNewSessions, noticeBeginnings, noticeChanges } from './makeNotices.ts';
import { tellPeople } from './tellPeople.ts';

/**
 * Tells people of the sessions that they have saved, until it is stopped; any number of nodes may.
 * @returns stops the worker and resolves once its batch is stored
 */
export function startNoticeWorker(services: Services, log: Pick<FastifyBaseLogger, 'error'>): () => Promise<void> {
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const worked = await step(services).catch((error: unknown) => {
        log.error(error, 'notices of saved sessions could not be stored; they will be tried again');
        return false;
      });
      if (!worked) await delay(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopping.abort();
    await work;
  };
}

/** @returns whether there may be more to do at once */
async function step(services: Services): Promise<boolean> {
  await noteNewSessions(services);
  await noticeChanges(services);
  await noticeBeginnings(services);
  return tellPeople(services);
}
