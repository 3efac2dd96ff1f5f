import { calls } from '@companion/contract/calls';
import type { Call } from '@companion/contract/defineCall';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import type { SignedIn } from '../identity/session/sessionCache.ts';
import { LazyJson } from '../platform/lazyJson.ts';
import type { Services } from '../platform/services.ts';
import { sendReady } from './encodedAnswers.ts';
import { toHttpError } from './httpError.ts';
import { limitFailures } from './limitAddress.ts';
import { parse } from './parse.ts';
import { requestQueues } from './requestQueues.ts';

interface Request<C extends Call> {
  params: z.output<C['params']>;
  body: z.output<C['body']>;
  /** Who sends the request; only if the call needs a session. */
  me: C['auth'] extends 'account' ? SignedIn : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

const queuesOf = requestQueues({
  // Writes of one account, phone or token wait for the same rows.
  row: { atOnce: 4, maxWaiting: 600, longestWait: 10_000 },
  // A flood of a call that needs no session must not take the database from all other calls.
  call: { atOnce: 16, maxWaiting: 4_000, longestWait: 10_000 },
});

/** What the routes need. */
export interface Api {
  app: FastifyInstance;
  services: Services;
  /**
   * Who sends a request to a call that needs a session.
   * @throws HttpError 401
   */
  authenticate(request: FastifyRequest): Promise<SignedIn>;
}

/**
 * Serves one call of the contract: its method and path, the session it needs, its checks, its status.
 * The answer is parsed by the contract too, so that it contains no undeclared field.
 */
export function handle<C extends Call>(
  { app, services, authenticate }: Api,
  call: C,
  handler: (request: Request<C>) => Promise<z.input<C['answer']> | LazyJson>,
): void {
  const signedIn = new WeakMap<FastifyRequest, SignedIn>();
  const queues = queuesOf(services);
  const isPublicWrite = call.auth === 'public' && call.method !== 'GET';
  app.route({
    method: call.method,
    url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    // Before the body is read, so that an unauthorized client gets a 401 for any body.
    onRequest: async (request) => {
      if (call.auth === 'account') signedIn.set(request, await authenticate(request));
    },
    handler: async (request, reply) => {
      const parsed: Request<C> = {
        params: parse<C['params']>(call.params, request.params),
        body: parse<C['body']>(call.body, request.body),
        // `onRequest` has stored it for exactly the calls whose type has it.
        me: signedIn.get(request) as Request<C>['me'],
        request,
        reply,
      };
      const row = call.method === 'GET' ? undefined : (signedIn.get(request)?.accountId ?? queueKey(call, parsed.body));
      const run = async () => {
        // Again for a write: the session may have ended while the body arrived, or in the queue.
        if (call.auth === 'account' && row) await authenticate(request);
        return handler(parsed).catch(async (error: unknown) => {
          await countFailure(services, call, request, error);
          throw error;
        });
      };
      const answer = await queues.run(request, { row, call: isPublicWrite ? call.path : undefined }, run);
      // Answers with personal data must not be stored on a shared phone. What the app keeps of them, it deletes itself.
      reply.header('cache-control', 'no-store');
      reply.code(call.status);
      if (answer instanceof LazyJson) return reply.send(await sendReady(request, reply, answer));
      const checked = call.answer.parse(answer);
      return reply.send(call.revalidated ? await sendReady(request, reply, LazyJson.of(checked)) : checked);
    },
  });
}

/**
 * The queue of a call without a session. Strangers who request codes for a phone do not delay the entry of a code. The
 * last digits of a phone are the same in all its spellings.
 */
function queueKey({ path, queueBy }: Call, body: unknown): string | undefined {
  const fields: Record<string, unknown> = Object(body);
  const field = queueBy.find((name) => typeof fields[name] === 'string' && fields[name] !== '');
  if (field === undefined) return undefined;
  const value = String(fields[field]);
  // The path keeps it apart from account ids, which are not secret.
  return `${path} ${field === 'phone' ? value.replace(/\D/g, '').slice(-10) : value}`;
}

const callNames = new Map<Call, string>(Object.entries(calls).map(([name, each]) => [each, name]));

/** Counts a failure towards the limit of the client's address, if the call declares one. */
async function countFailure(services: Services, call: Call, request: FastifyRequest, error: unknown): Promise<void> {
  const { failures } = call.limits;
  if (!failures || !(error instanceof Error)) return;
  const { status, message } = toHttpError(error);
  if (!failures.statuses.includes(status)) return;
  await limitFailures(services, callNames.get(call) ?? call.path, request, failures.keepMessage && message);
}
