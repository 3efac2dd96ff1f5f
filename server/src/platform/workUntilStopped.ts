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
 * Runs turns that may fail: the log has the same failure of several turns once, and again after one that succeeded.
 * @returns runs a turn; undefined after a failure
 */
export function loggingFailures(log: Pick<FastifyBaseLogger, 'error'>, text: string) {
  let logged: string | undefined;
  return async <Result>(turn: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      const result = await turn();
      logged = undefined;
      return result;
    } catch (error) {
      if (String(error) !== logged) log.error(error, text);
      logged = String(error);
      return undefined;
    }
  };
}

/**
 * Takes one turn after another, also after failures.
 * @returns stops it and resolves once the current turn is done
 */
export function workUntilStopped({ turn, pauseMs, log, failure, onFailure }: Work): () => Promise<void> {
  const stopping = new AbortController();
  const attempt = loggingFailures(log, failure);
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const worked = await attempt(turn);
      if (worked === undefined) onFailure?.();
      if (!worked) await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopping.abort();
    await work;
  };
}
