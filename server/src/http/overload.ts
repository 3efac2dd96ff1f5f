import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../platform/errors.ts';
import { TRAFFIC_LIMITS, Traffic, type TrafficLimits } from './traffic.ts';

/** Milliseconds that work waits for its turn, on average: past this, whoever asks has given up before the answer. */
const LONGEST_DELAY = 2_000;
const LOOK_EVERY = 1_000;
/** A hall that asks all at once is served; what comes on top of it would only wait for its time-out. */
const MOST_UNDER_WAY = 8_000;
/** An overloaded process is alive, and its operator wants to see how it stands. */
const ALWAYS_ANSWERED = new Set(['/health/live', '/metrics']);

interface OverloadLimits extends TrafficLimits {
  longestDelay: number;
  mostUnderWay: number;
}

/**
 * Answers 503 with Retry-After at once where an answer would come too late, so that those let in are served in time.
 * @param limits other ones than the server's, for a test
 * @returns how many requests are under way
 */
export function overload(
  app: FastifyInstance,
  { longestDelay = LONGEST_DELAY, mostUnderWay = MOST_UNDER_WAY, ...limits }: Partial<OverloadLimits> = {},
): { underWay(): number } {
  const traffic = new Traffic(app.server, { ...TRAFFIC_LIMITS, ...limits });
  const late = watchDelay(app, longestDelay);
  const refuseTooMuch = ({ routeOptions }: FastifyRequest): Error | undefined => {
    const tooMuch = traffic.underWay > mostUnderWay || late();
    return tooMuch && !ALWAYS_ANSWERED.has(routeOptions.url ?? '') ? unavailable() : undefined;
  };

  app.addHook('onRequest', (request, reply, next) => {
    // Cut while it still was being read: nobody waits for an answer.
    if (request.raw.destroyed || request.raw.socket.destroyed) void reply.hijack();
    else next(refuseTooMuch(request));
  });
  app.addHook('preValidation', (request, _reply, next) => {
    traffic.arrived(request.raw);
    next(refuseTooMuch(request));
  });
  app.addHook('onSend', (request, _reply, _payload, next) => {
    traffic.answered(request.raw);
    next();
  });
  return { underWay: () => traffic.underWay };
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
