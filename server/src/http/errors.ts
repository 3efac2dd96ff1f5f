import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '@companion/contract/call';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL_TAKEN, PHONE_TAKEN } from '../identity/accounts/taken.ts';
import { isParentGone } from '../platform/db/isParentGone.ts';
import { isUnavailable } from '../platform/db/isUnavailable.ts';
import { uniqueViolation } from '../platform/db/uniqueViolation.ts';
import { notNow, Refusal } from '../platform/errors.ts';

/** Failures that Fastify itself finds, in words for people; any other 4xx of its own reads "not understood". */
const FRAMEWORK: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'That is too long to send.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request body must be JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
};

/** Every failure leaves as `{message, traceId, errors?}` (decision 032); no stack, SQL or path leaves the server. */
export function errors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>(answerError);
}

export function answerError(
  error: Error & { code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error);
  // Only what nobody foresaw is an error in the log, with its stack; a refusal is the product at work.
  if (refusal.status === 503) {
    // The route's pattern, not the address: that may hold what people typed.
    const call = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    request.log.warn({ call, reason: error.message, code: error.code }, 'cannot answer now');
  } else if (refusal.status >= 500) request.log.error(error);
  const failure: Failure = { message: refusal.message, traceId: request.id };
  if (refusal.errors) failure.errors = refusal.errors;
  return reply.code(refusal.status).headers(refusal.headers).header('cache-control', 'no-store').send(failure);
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerError(new Refusal(404, 'Not found.'), request, reply);

/** What Node cannot read as a request, or waits for too long, reaches no route: it gets the same failure. */
export function answerUnreadable(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = UNREADABLE[error.code] ?? 400;
  const failure: Failure = { message: 'The request was not understood.', traceId: randomUUID() };
  this.log.info({ traceId: failure.traceId, code: error.code, status }, 'request that was not understood');
  const body = JSON.stringify(failure);
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

const UNREADABLE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function asRefusal(error: Error & Partial<FastifyError>): Refusal {
  if (error instanceof Refusal) return error;
  const violated = uniqueViolation(error);
  if (violated) return new Refusal(409, 'That is already on record.', takenField(violated));
  // Of what people write to, only their own account is ever removed: they were erased as they wrote.
  if (isParentGone(error)) return new Refusal(401, 'Please sign in.');
  // Node's word for a sender who went away in the midst of a request: nobody reads this answer.
  if (error.message === 'aborted') return new Refusal(400, 'The request was not understood.');
  if (isUnavailable(error)) return notNow();
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return new Refusal(status, FRAMEWORK[error.code ?? ''] ?? 'The request was not understood.');
  }
  return new Refusal(500, 'Something went wrong on our side. Please try again.');
}

/** Two requests raced for one phone or e-mail: the loser is told as if the other had come first. */
function takenField(constraint: string): Record<string, string> | undefined {
  if (constraint.includes('phone')) return { phone: PHONE_TAKEN };
  if (constraint.includes('email')) return { email: EMAIL_TAKEN };
  return undefined;
}
