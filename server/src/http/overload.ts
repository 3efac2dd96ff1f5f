import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../platform/domainError.ts';
import { TRAFFIC_LIMITS, Traffic, type TrafficLimits } from './traffic.ts';

/** The average wait for the event loop; beyond it, clients time out before the answer. */
const MAX_DELAY_MS = 2_000;
const CHECK_INTERVAL_MS = 1_000;
/** All attendees at once are served; further requests would only time out. */
export const MAX_UNDER_WAY = 8_000;
/** An overloaded process is alive, and its operator needs its metrics. */
const ALWAYS_ANSWERED = new Set(['/health/live', '/metrics']);

interface OverloadLimits extends TrafficLimits {
  longestDelay: number;
  maxUnderWay: number;
}

/**
 * Answers 503 with Retry-After at once if an answer would come too late, so that accepted requests are served in time.
 * @param limits override the server's limits in tests
 * @returns how many requests are under way, and what to call for a request whose answer is a stream
 */
export function overload(
  app: FastifyInstance,
  { longestDelay = MAX_DELAY_MS, maxUnderWay = MAX_UNDER_WAY, ...limits }: Partial<OverloadLimits> = {},
): { underWay(): number; streams(request: FastifyRequest): void } {
  const traffic = new Traffic(app.server, { ...TRAFFIC_LIMITS, ...limits });
  const late = watchDelay(app, longestDelay);
  const refuseTooMuch = ({ routeOptions }: FastifyRequest): Error | undefined => {
    const tooMuch = traffic.underWay > maxUnderWay || late();
    return tooMuch && !ALWAYS_ANSWERED.has(routeOptions.url ?? '') ? unavailable() : undefined;
  };

  app.addHook('onRequest', (request, reply, next) => {
    // The connection was closed while the request was read: no client waits for an answer.
    if (request.raw.destroyed || request.raw.socket.destroyed) void reply.hijack();
    else next(refuseTooMuch(request));
  });
  // After the hooks of the route, which know whose request it is and whether there is room for its body.
  app.addHook('preParsing', (request, _reply, payload, next) => {
    const { bodyLimit } = request.routeOptions;
    if (bodyLimit > (app.initialConfig.bodyLimit ?? 0)) traffic.expectLarge(request.raw, bodyLimit);
    next(null, payload);
  });
  app.addHook('preValidation', (request, _reply, next) => {
    traffic.arrived(request.raw);
    next(refuseTooMuch(request));
  });
  app.addHook('onSend', (request, reply, payload, next) => {
    traffic.answered(request.raw, bytesOf(reply, payload));
    next();
  });
  return { underWay: () => traffic.underWay, streams: (request) => traffic.streams(request.raw) };
}

/** How many bytes of an answer the server holds in memory, and how many it has; undefined if that is not known. */
function bytesOf(reply: FastifyReply, payload: unknown): { held: number; length: number | undefined } {
  if (typeof payload === 'string' || payload instanceof Buffer) {
    const length = Buffer.byteLength(payload);
    return { held: length, length };
  }
  // A stream: of a file, which declares its length, the server holds only a part; others make bytes as they are read.
  const declared = reply.getHeader('content-length');
  if (declared !== undefined) return { held: 0, length: Number(declared) };
  return { held: 0, length: payload ? undefined : 0 };
}

/** Whether the event loop was late in two checks in a row: one long task must not reject requests. */
function watchDelay(app: FastifyInstance, longest: number): () => boolean {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  let lateChecks = 0;
  const timer = setInterval(() => {
    lateChecks = delays.mean / 1e6 > longest ? lateChecks + 1 : 0;
    delays.reset();
  }, CHECK_INTERVAL_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  return () => lateChecks >= 2;
}
