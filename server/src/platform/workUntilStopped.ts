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

/** Logs a failure of several turns once, such as of a lost database, and again after one that succeeded. */
export function failureLog(log: Pick<FastifyBaseLogger, 'error'>, text: string) {
  let logged: string | undefined;
  return {
    failed: (error: unknown) => {
      if (String(error) !== logged) log.error(error, text);
      logged = String(error);
    },
    succeeded: () => {
      logged = undefined;
    },
  };
}

/**
 * Takes one turn after another, also after failures.
 * @returns stops it and resolves once the current turn is done
 */
export function workUntilStopped({ turn, pauseMs, log, failure, onFailure }: Work): () => Promise<void> {
  const stopping = new AbortController();
  const failures = failureLog(log, failure);
  const attempt = async () => {
    try {
      const worked = await turn();
      failures.succeeded();
      return worked;
    } catch (error) {
      onFailure?.();
      failures.failed(error);
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
