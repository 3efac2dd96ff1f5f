import { STAFF_ROLES } from '@companion/contract/defineCall';
import { getLiveState, LIVE_PATH, STAFF_LIVE_PATH } from '@companion/contract/live';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { getAccountRow, mayBeInvented } from '../../identity/accounts/accountQueries.ts';
import { openSessionsOf } from '../../identity/session/sessionStore.ts';
import { openStaffSessionsOf } from '../../identity/staff/staffSessions.ts';
import { stageScreensAmong } from '../../identity/staff/stageScreenQueries.ts';
import type { LiveHub } from '../../live/liveHub.ts';
import { authenticateAccount, authenticateStaff } from '../authenticate.ts';
import { type Api, handle } from '../handle.ts';
import type { Viewer } from '../liveStream.ts';
import type { LiveStreams } from '../liveStreams.ts';
import { parse } from '../parse.ts';

/** What a member sees on a projector is what the stage sees. */
const staffQuery = z.object({ audience: z._default(z.enum(['staff', 'stage']), 'staff') });

export interface Live {
  hub: LiveHub;
  streams: LiveStreams;
  /** Takes the request out of the rules for answers that end. */
  exempt(request: FastifyRequest): void;
}

export function liveRoutes(api: Api, live: Live): void {
  const { services } = api;
  const { db, now } = services;

  handle(api, getLiveState, async () => ({ results: await live.hub.state('everyone') }));

  const openSessions = (ids: string[]) => openSessionsOf(db, ids, now());
  streamRoute(api, live, LIVE_PATH, async (request) => {
    const { me, expiresAt } = await authenticateAccount(services, request);
    const { accountId: owner, sessionId: session } = me;
    const account = await getAccountRow(db, owner);
    return {
      ...{ audience: 'everyone', owner, session, expiresAt, openSessionsOf: openSessions },
      mayBeInvented: account !== undefined && mayBeInvented(account),
    };
  });

  const openStaffSessions = (ids: string[]) => openStaffSessionsOf(db, ids, now());
  const openStageScreens = (ids: string[]) => stageScreensAmong(db, ids);
  streamRoute(api, live, STAFF_LIVE_PATH, async (request) => {
    const { member, stageScreen } = await authenticateStaff(services, request, [...STAFF_ROLES, 'stageScreen']);
    // Their sessions and keys have no token that expires.
    const expiresAt = Number.POSITIVE_INFINITY;
    if (member) {
      const { id: owner, sessionId: session } = member;
      const { audience } = parse(staffQuery, request.query);
      return { audience, owner, session, expiresAt, openSessionsOf: openStaffSessions };
    }
    const id = stageScreen?.id ?? '';
    return { audience: 'stage', owner: id, session: id, expiresAt, openSessionsOf: openStageScreens };
  });
}

/**
 * Serves a stream of server-sent events.
 * @param authenticate rejects a request without valid credentials
 */
function streamRoute(
  { app }: Api,
  { hub, streams, exempt }: Live,
  path: string,
  authenticate: (request: FastifyRequest) => Promise<Viewer>,
): void {
  app.get(`/api${path}`, { exposeHeadRoute: false }, async (request, reply) => {
    const viewer = await authenticate(request);
    // The stream begins with a state that is not older than the request.
    await hub.state(viewer.audience);
    streams.admit(viewer);
    const { raw } = reply.hijack();
    if (request.raw.socket.destroyed) return;
    exempt(request);
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.setHeader('content-type', 'text/event-stream; charset=utf-8');
    raw.setHeader('cache-control', 'no-store, no-transform');
    // For nginx; a proxy that ignores it is noticed by its silence.
    raw.setHeader('x-accel-buffering', 'no');
    // Its connection serves nothing else: it closes with the stream.
    raw.setHeader('connection', 'close');
    raw.writeHead(200);
    streams.open(viewer, raw);
  });
}
