import type { StaffCall, StaffCaller } from '@companion/contract/staff/defineStaffCall';
import { staffCalls } from '@companion/contract/staff/staffCalls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { type AuditedChange, recordAudit } from '../identity/staff/recordAudit.ts';
import { isConfirmed, lockSignedInMember, type SignedInMember } from '../identity/staff/staffSessions.ts';
import type { StageScreen } from '../identity/staff/stageScreenQueries.ts';
import { hashToken } from '../platform/deriveKeys.ts';
import type { Services } from '../platform/services.ts';
import type { Transacting } from '../platform/transact.ts';
import type { Api } from './handle.ts';
import { HttpError } from './httpError.ts';
import { parse } from './parse.ts';
import { requestQueues } from './requestQueues.ts';
import { requireOwnOrigin, requireStaff, type StaffRequestCaller } from './requireStaff.ts';

type Callers<C extends StaffCall> = C['allow'] extends readonly StaffCaller[] ? C['allow'][number] : never;

export interface StaffRequest<C extends StaffCall> {
  params: z.output<C['params']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  /** Who is signed in; undefined if a stage screen sends the request, or if everyone may. */
  member: [Callers<C>] extends [never]
    ? undefined
    : 'stageScreen' extends Callers<C>
      ? SignedInMember | undefined
      : SignedInMember;
  stageScreen: 'stageScreen' extends Callers<C> ? StageScreen | undefined : undefined;
  /**
   * Records what the member changes. Call it last in the transaction of the change: it rolls the change back if the
   * session has ended or the role has changed while the request waited.
   */
  audit(tx: Transacting, change: AuditedChange): Promise<void>;
  /** Throws if the caller may no longer make the request. */
  recheck(): Promise<void>;
  request: FastifyRequest;
  reply: FastifyReply;
  services: Services;
}

const queuesOf = requestQueues({
  // Writes of one member, or to one token or e-mail, wait for the same rows.
  row: { atOnce: 1, maxWaiting: 100, longestWait: 10_000 },
  // The same for each call that needs no session.
  call: { atOnce: 8, maxWaiting: 500, longestWait: 10_000 },
});

/**
 * Serves one staff call of the contract: its method and path, who may make it, its checks, its status. Unlike attendees,
 * members of the staff and stage screens are recognized by cookies, so the origin of each request is checked.
 * @param limit counts the request before it waits for its turn, or throws: a flood must not fill the queue. What it
 * returns names a queue in which the request waits instead, for one that must not wait behind strangers.
 */
export function handleStaff<C extends StaffCall>(
  { app, services }: Pick<Api, 'app' | 'services'>,
  call: C,
  handler: (request: StaffRequest<C>) => Promise<z.input<C['answer']>>,
  limit?: (request: StaffRequest<C>) => Promise<string | undefined> | Promise<void>,
): void {
  const callers = new WeakMap<FastifyRequest, StaffRequestCaller>();
  const queues = queuesOf(services);
  const action = callNames.get(call) ?? call.path;

  async function authenticate(request: FastifyRequest): Promise<StaffRequestCaller> {
    if (call.allow === 'everyone') return {};
    const caller = await requireStaff(services, request, call.allow);
    if (call.stepUp && !(caller.member && isConfirmed(caller.member, services.now()))) {
      throw new HttpError(403, 'Please confirm your password first.', undefined, {}, 'confirm');
    }
    return caller;
  }

  app.route({
    method: call.method,
    url: `/api/staff${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    // Before the body is read, so that an unauthorized client gets a 401 for any body.
    onRequest: async (request) => {
      requireOwnOrigin(services.config, request);
      callers.set(request, await authenticate(request));
    },
    handler: async (request, reply) => {
      const { member, stageScreen } = callers.get(request) ?? {};
      const parsed = {
        params: parse<C['params']>(call.params, request.params),
        query: parse<C['query']>(call.query, request.query),
        body: parse<C['body']>(call.body, request.body),
        // `onRequest` has stored them for exactly the calls whose type has them.
        member: member as StaffRequest<C>['member'],
        stageScreen: stageScreen as StaffRequest<C>['stageScreen'],
        audit: async (tx: Transacting, change: AuditedChange) => {
          if (!member) throw new Error(`${action} has no member whose change could be recorded`);
          await lockSignedInMember(tx.db, member, tx.now());
          await recordAudit(tx, { staffId: member.id, action, traceId: request.id, ...change });
        },
        recheck: async () => {
          await authenticate(request);
        },
        request,
        reply,
        services,
      };
      const run = async () => {
        // Again for a write: the session may have ended while the body arrived, or in the queue.
        if (call.method !== 'GET') await authenticate(request);
        return handler(parsed);
      };
      const queue = await limit?.(parsed);
      const waiting = queue
        ? { row: queue, call: `${call.path} by known browsers` }
        : {
            row: call.method === 'GET' ? undefined : (member?.id ?? rowOf(call, parsed.body)),
            call: call.allow === 'everyone' ? call.path : undefined,
          };
      const answer = call.answer.parse(await queues.run(request, waiting, run));
      return reply.header('cache-control', 'no-store').code(call.status).send(answer);
    },
  });
}

/** What a call without a session writes to. Its hash, because a key that waits should not hold a token or an address. */
function rowOf({ path }: StaffCall, body: unknown): string | undefined {
  const { token, email } = Object(body) as Record<string, unknown>;
  const row = token ?? email;
  return typeof row === 'string' ? `${path} ${hashToken(row.toLowerCase())}` : undefined;
}

const callNames = new Map<StaffCall, string>(Object.entries(staffCalls).map(([name, each]) => [each, name]));
