import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** What opens the agenda's calendar, and what proves that a webhook is Eventbrite's. */
const KEY_IN_PATH = /(?<=^\/(?:event\/calendar|api\/webhooks\/eventbrite))\/[^/]*/;

/** One JSON line an event; no token, code or phone number enters it (decision 032). */
export const loggerOptions = (level: string) => ({
  level,
  serializers: {
    // A sign-in link or a prefilled phone stands in the query: the log has the path only, and no header.
    req: (request: FastifyRequest) => ({
      method: request.method,
      path: request.url?.split('?')[0]?.replace(KEY_IN_PATH, '/…'),
    }),
    // A database error repeats values in its `detail`, and validation errors in their `input`.
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      message: error.message,
      code: error.code,
      stack: error.stack ?? '',
    }),
  },
});

/** Asked every few seconds by machines: what matters of them is when they fail. */
const PROBES = /^\/(health|metrics)/;

/** One line a request, once it is answered: a warning where the server could not do its part. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'traceId' });
  }

  override incomingRequest(): void {}

  /** The route's pattern, not the address: that may hold what people typed. */
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (error || reply.statusCode >= 500) reply.log.warn(line, 'request');
    else if (PROBES.test(line.route)) reply.log.debug(line, 'request');
    else reply.log.info(line, 'request');
  }
}
