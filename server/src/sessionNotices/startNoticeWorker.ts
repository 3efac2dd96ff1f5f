import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../platform/services.ts';
import { workUntilStopped } from '../platform/workUntilStopped.ts';
import { LOOK_EVERY_MS, noteNewSessions, noticeBeginnings, noticeChanges } from './makeNotices.ts';
import { tellPeople } from './tellPeople.ts';

/**
 * Tells people of the sessions that they have saved, until it is stopped; any number of nodes may.
 * @returns stops the worker and resolves once its batch is stored
 */
export const startNoticeWorker = (services: Services, log: Pick<FastifyBaseLogger, 'error'>): (() => Promise<void>) =>
  workUntilStopped({
    turn: async () => {
      await noteNewSessions(services);
      await noticeChanges(services);
      await noticeBeginnings(services);
      return tellPeople(services);
    },
    pauseMs: LOOK_EVERY_MS,
    onError: (error) => log.error(error, 'notices of saved sessions could not be stored; they will be tried again'),
  });
