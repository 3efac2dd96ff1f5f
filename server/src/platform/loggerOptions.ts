import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { logOutput } from './logOutput.ts';

/** The keys in the addresses of the calendar feed and of the Eventbrite webhook. */
const KEY_IN_PATH = /(?<=^\/(?:event\/calendar|api\/webhooks\/eventbrite))\/[^/]*/;

/** Logs one JSON line per event, without tokens, codes or phone numbers (decision 032). */
export const loggerOptions = (level: string) => ({
  level,
  stream: logOutput(),
  serializers: {
    // The query may hold a sign-in token or a phone, so the log has the path only, and no header.
    req: (request: FastifyRequest) => ({
      method: request.method,
      path: request.url?.split('?')[0]?.replace(KEY_IN_PATH, '/…'),
    }),
    // A database error repeats values in `detail`, a validation error in `input`: both are left out.
    err: (error: Error & { code?: string }) => ({
      type: error.name,
      message: error.message,
      code: error.code,
      stack: error.stack ?? '',
    }),
  },
});

/** Whether the answer is a stream of events: it ends when its client leaves, so neither its end nor its duration matters. */
export const isStream = ({ raw }: Pick<FastifyReply, 'raw'>): boolean =>
  String(raw.getHeader('content-type')).startsWith('text/event-stream');

/** Monitoring requests these every few seconds; only their failures matter. */
const PROBES = /^\/(health|metrics)/;

/** Logs one line per request once it is answered, as a warning when the server failed. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'traceId' });
  }

  override incomingRequest(): void {}

  /** Logs the route's pattern, not the address, which may hold what people typed. */
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (isStream(reply)) return;
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
