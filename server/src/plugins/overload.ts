import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { notNow } from './errors.ts';

/** Milliseconds that work waits for its turn, on average: past this, whoever asks has given up before the answer. */
const LONGEST_DELAY = 2_000;
const LOOK_EVERY = 1_000;
/** A hall that asks all at once is served; what comes on top of it would only wait for its time-out. */
const MOST_UNDER_WAY = 8_000;
/** An overloaded process is alive, and its operator wants to see how it stands. */
const ALWAYS_ANSWERED = new Set(['/health/live', '/metrics']);

/**
 * Answers 503 with Retry-After at once where an answer would come too late, so that those let in are served in time.
 * @param limits other ones than the server's, for a test
 * @returns how many requests are under way
 */
export function overload(
  app: FastifyInstance,
  { longestDelay = LONGEST_DELAY, mostUnderWay = MOST_UNDER_WAY } = {},
): { underWay(): number } {
  let underWay = 0;
  // Before Fastify's own listener: the hook below counts its own request too.
  app.server.prependListener('request', (_request, response) => {
    underWay += 1;
    // Comes whether the answer was sent or its reader went away.
    response.once('close', () => {
      underWay -= 1;
    });
  });

  const late = watchDelay(app, longestDelay);
  app.addHook('onRequest', (request, _reply, next) => {
    const tooMuch = underWay > mostUnderWay || late();
    next(tooMuch && !ALWAYS_ANSWERED.has(request.routeOptions.url ?? '') ? notNow() : undefined);
  });
  return { underWay: () => underWay };
}

/** Whether work has waited too long for two looks in a row: one long task alone turns nobody away. */
function watchDelay(app: FastifyInstance, longest: number): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  let lateLooks = 0;
  const timer = setInterval(() => {
    lateLooks = delays.mean / 1e6 > longest ? lateLooks + 1 : 0;
    delays.reset();
  }, LOOK_EVERY).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  return () => lateLooks >= 2;
}
