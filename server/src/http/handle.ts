import { calls } from '@companion/contract/calls';
import type { Call, Caller, ParamsOf, StaffCaller } from '@companion/contract/defineCall';
import { staffCalls } from '@companion/contract/staff/staffCalls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import type { SignedIn } from '../identity/session/sessionCache.ts';
import { type AuditedChange, recordAudit } from '../identity/staff/recordAudit.ts';
import { lockSignedInMember, type SignedInMember } from '../identity/staff/staffSessions.ts';
import type { StageScreen } from '../identity/staff/stageScreenQueries.ts';
import { hashToken } from '../platform/deriveKeys.ts';
import type { Services } from '../platform/services.ts';
import { TaggedJson } from '../platform/taggedJson.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { authenticate, type Sender } from './authenticate.ts';
import { sendReady } from './etagAndCompression.ts';
import { LargeBodies } from './largeBodies.ts';
import { countFailure } from './limits.ts';
import { parse, rejectUnstorable } from './parse.ts';
import { requestQueues } from './requestQueues.ts';
import { withIdempotencyKey } from './withIdempotencyKey.ts';

/** A request to a call of the contract, as its handler gets it. */
export type CallRequest<C extends Call> = {
  params: ParamsOf<C['path']>;
  query: z.output<C['query']>;
  body: z.output<C['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
  services: Services;
  /** Of a call that is `idempotent`: runs its work in a transaction, once for each `Idempotency-Key` header. */
  once<Done>(work: (tx: Transacting) => Promise<Done>): Promise<Done>;
} & SentBy<C['caller']>;

/** Who sends the request, as far as the call knows. */
type SentBy<By extends Caller> = By extends readonly (infer One extends StaffCaller)[]
  ? SentByStaff<One>
  : By extends 'account'
    ? { me: SignedIn }
    : unknown;

interface SentByStaff<One extends StaffCaller> {
  /** Undefined if a stage screen sends the request. */
  member: 'stageScreen' extends One ? SignedInMember | undefined : SignedInMember;
  stageScreen: 'stageScreen' extends One ? StageScreen | undefined : undefined;
  /**
   * Runs the work in a transaction, and at its end records what the member has changed. It is rolled back if the session
   * has ended or the role has changed while the request waited. Of a call that is `idempotent`, it runs once for each
   * `Idempotency-Key` header.
   */
  audited<Done>(
    work: (tx: Transacting) => Promise<Done>,
    changed: AuditedChange | ((done: Done) => AuditedChange[]),
  ): Promise<Done>;
  /** Throws if the sender may no longer make the request. */
  recheck(): Promise<void>;
}

const attendeeQueues = requestQueues({
  // Writes of one account, phone or token wait for the same rows.
  row: { atOnce: 4, maxWaiting: 600, longestWait: 10_000 },
  // A flood of a call that needs no session must not take the database from all other calls.
  call: { atOnce: 16, maxWaiting: 4_000, longestWait: 10_000 },
});

const staffQueues = requestQueues({
  // Writes of one member, or to one token or e-mail, wait for the same rows.
  row: { atOnce: 1, maxWaiting: 100, longestWait: 10_000 },
  call: { atOnce: 8, maxWaiting: 500, longestWait: 10_000 },
});

const MEGABYTE = 1024 * 1024;
/** Of the process. A body takes about three times its size while it is parsed and decoded. */
const largeBodies = new LargeBodies({ total: 64 * MEGABYTE, ofSender: 32 * MEGABYTE });

/** What the routes need. */
export interface Api {
  app: FastifyInstance;
  services: Services;
}

/** Every call, with its name. */
export const namedCalls = Object.entries<Call>({ ...calls, ...staffCalls });

/** The pattern of a call's address, as Fastify writes it. */
export const routeOf = ({ path }: Pick<Call, 'path'>): string => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;

/**
 * Serves one call of the contract: its method and path, who may make it, its checks, its status.
 * The answer is parsed by the contract too, so that it contains no undeclared field.
 * @param limit runs before the request waits for its turn, and may throw: a flood must not fill the queue. It may name
 * another queue for this request, which must not wait behind strangers.
 */
export function handle<C extends Call>(
  { app, services }: Api,
  call: C,
  handler: (request: CallRequest<C>) => Promise<z.input<C['answer']> | TaggedJson>,
  limit?: (request: CallRequest<C>) => Promise<string | undefined> | Promise<void>,
): void {
  const { caller, method, path } = call;
  const name = namedCalls.find(([, each]) => each === call)?.[0] ?? path;
  const needsSession = caller !== 'public' && caller !== 'consolePage';
  const writes = method !== 'GET';
  const inTurn = (caller === 'public' || caller === 'account' ? attendeeQueues : staffQueues)(services);
  const senders = new WeakMap<FastifyRequest, Sender>();
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const sender = senders.get(request) ?? {};
    const { me, member, stageScreen } = sender;
    const recheck = async () => void (await authenticate(services, request, call));
    const { params } = request;
    rejectUnstorable(params);
    const query = parse(call.query, request.query);
    const body = parse(call.body, request.body);
    const scope = scopeOf(sender);
    const once = <Done>(work: (tx: Transacting) => Promise<Done>) =>
      withIdempotencyKey(services, { scope, call: name, request, body }, work);
    const inTransaction = <Done>(work: (tx: Transacting) => Promise<Done>) =>
      call.idempotent ? once(work) : transact(services, work);
    const audited: SentByStaff<StaffCaller>['audited'] = (work, changed) =>
      inTransaction(async (tx) => {
        if (!member) throw new Error(`${name} has no member whose change could be recorded`);
        const done = await work(tx);
        await lockSignedInMember(tx.db, member, tx.now());
        for (const change of typeof changed === 'function' ? changed(done) : [changed]) {
          await recordAudit(tx, { staffId: member.id, action: name, traceId: request.id, ...change });
        }
        return done;
      });
    const given = {
      params,
      query,
      body,
      request,
      reply,
      services,
      me,
      member,
      stageScreen,
      recheck,
      once,
      audited,
    };
    // `authenticate` finds exactly the sender that the call's type names.
    const parsed = given as typeof given & CallRequest<C>;
    const run = async () => {
      // Again for a write: the session may have ended while the body arrived, or in the queue.
      if (needsSession && writes) await recheck();
      return handler(parsed).catch(async (error: unknown) => {
        await countFailure(services, call, name, request, error);
        throw error;
      });
    };
    const ownQueue = await limit?.(parsed);
    const waiting = ownQueue
      ? { row: ownQueue, call: `${path} by known browsers` }
      : {
          row: writes ? (me?.accountId ?? member?.id ?? rowOf(call, body)) : undefined,
          call: writes && !needsSession ? path : undefined,
        };
    const answered = await inTurn(request, waiting, run);
    // Answers with personal data must not be stored on a shared phone. What the app keeps of them, it deletes itself.
    reply.header('cache-control', 'no-store');
    reply.code(call.status);
    if (answered instanceof TaggedJson) return reply.send(await sendReady(request, reply, answered));
    const checked = call.answer.parse(answered);
    return reply.send(call.revalidated ? await sendReady(request, reply, TaggedJson.of(checked)) : checked);
  };
  app.route({
    method,
    url: routeOf(call),
    ...(call.maxBodyBytes ? { bodyLimit: call.maxBodyBytes } : {}),
    // Before the body is read, so that an unauthorized client gets a 401 for any body.
    onRequest: async (request, reply) => {
      const sender = await authenticate(services, request, call);
      senders.set(request, sender);
      if (call.maxBodyBytes) largeBodies.hold(request, reply, scopeOf(sender), call.maxBodyBytes);
    },
    handler: call.maxBodyBytes ? (request, reply) => largeBodies.during(request, () => answer(request, reply)) : answer,
  });
}

/** Whose requests belong together. */
const scopeOf = ({ member, me }: Sender): string => (member ? `staff ${member.id}` : (me?.accountId ?? 'public'));

/** Fields that name what a call without a session writes to: the first that its body has. */
const NAMING_FIELDS = ['phone', 'refresh_token', 'token', 'resetToken', 'email'];

/**
 * What a call without a session writes to: few requests to it run at once. Strangers who request codes for a phone do not
 * delay the entry of a code: the path keeps their queues apart, and those of accounts, whose ids are not secret. A hash,
 * because a key that waits should not hold a token or an address.
 */
function rowOf({ path }: Call, body: unknown): string | undefined {
  const fields: Record<string, unknown> = Object(body);
  const field = NAMING_FIELDS.find((name) => typeof fields[name] === 'string' && fields[name] !== '');
  if (field === undefined) return undefined;
  const value = String(fields[field]);
  // The last digits of a phone are the same in all its spellings.
  const spelled = field === 'phone' ? value.replace(/\D/g, '').slice(-10) : value.toLowerCase();
  return `${path} ${hashToken(spelled)}`;
}
