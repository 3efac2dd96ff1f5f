import type { FastifyBaseLogger } from 'fastify';
import type { LiveHub } from '../live/liveHub.ts';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { workUntilStopped } from '../platform/workUntilStopped.ts';
import { nextNoticeAt, noteNewSessions, noticeBeginnings, noticeChanges } from './makeNotices.ts';
import { tellPeople } from './tellPeople.ts';

/** How often the clock is looked at: a reminder is this late, at most. */
const TICK_MS = SECOND / 4;
/** How often the database is looked at in any case: another node may have died while it told people. */
const LOOK_EVERY_MS = 10 * SECOND;

/**
 * Tells people of the sessions that they have saved, until it is stopped; any number of nodes may. It sleeps until the
 * agenda changes or a notice is due.
 * @returns stops the worker and resolves once its batch is stored
 */
export function startNoticeWorker(
  services: Services,
  hub: Pick<LiveHub, 'on' | 'off'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  let dueAt = Number.NEGATIVE_INFINITY;
  let lookAt = performance.now();
  const wake = () => {
    dueAt = Number.NEGATIVE_INFINITY;
  };
  hub.on('agenda', wake);
  const stop = workUntilStopped({
    turn: async () => {
      const at = services.now();
      if (at < dueAt && performance.now() < lookAt) return false;
      // The agenda may change during the turn.
      dueAt = Number.POSITIVE_INFINITY;
      lookAt = performance.now() + LOOK_EVERY_MS;
      await noteNewSessions(services);
      await noticeChanges(services);
      await noticeBeginnings(services);
      const isTelling = await tellPeople(services);
      if (isTelling) wake();
      else dueAt = Math.min(dueAt, await nextNoticeAt(services, at));
      return isTelling;
    },
    pauseMs: TICK_MS,
    onFailure: wake,
    log,
    failure: 'notices of saved sessions could not be looked for or stored; retrying',
  });
  return () => {
    hub.off('agenda', wake);
    return stop();
  };
}
