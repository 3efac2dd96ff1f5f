import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

interface Work {
  /** Does what is due. @returns whether there may be more to do at once */
  turn: () => Promise<boolean>;
  /** After a turn that found nothing, or failed. */
  pauseMs: number;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** What the log says of a turn that failed; once for the same failure of several turns, such as of a lost database. */
  failure: string;
  onFailure?: () => void;
}

/**
 * Takes one turn after another, also after failures.
 * @returns stops it and resolves once the current turn is done
 */
export function workUntilStopped({ turn, pauseMs, log, failure, onFailure }: Work): () => Promise<void> {
  const stopping = new AbortController();
  let logged: string | undefined;
  const attempt = async () => {
    try {
      const worked = await turn();
      logged = undefined;
      return worked;
    } catch (error) {
      onFailure?.();
      if (String(error) !== logged) log.error(error, failure);
      logged = String(error);
      return false;
    }
  };
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const worked = await attempt();
      if (!worked) await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopping.abort();
    await work;
  };
}
