import type { StaffMember } from '@companion/contract/staff/staffSession';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toStaffMember } from '../identity/staff/memberQueries.ts';
import { recordAudit } from '../identity/staff/recordAudit.ts';
import { endReplacedSession, openStaffSession } from '../identity/staff/staffSessions.ts';
import type { StaffRow } from '../platform/db/staffSchema.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { knownBrowserMark } from './limitStaffSignIn.ts';
import { readStaffCookie, setStaffCookie } from './staffCookies.ts';

/**
 * Signs a member in: opens a session in place of the one that the browser has, in the transaction that proves who it is.
 * @param prove finds and locks the member, or throws
 * @param audited the name of the call, and what else it sets
 */
export async function signInMember(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  audited: { action: string; fields?: string[] },
  prove: (tx: Transacting) => Promise<StaffRow>,
): Promise<StaffMember> {
  const { member, token } = await transact(services, async (tx) => {
    const member = await prove(tx);
    const token = await replaceSession(tx, request, member.id);
    await recordAudit(tx, {
      ...audited,
      staffId: member.id,
      entity: 'member',
      entityId: member.id,
      traceId: request.id,
    });
    return { member, token };
  });
  setStaffCookie(reply, 'session', token);
  setStaffCookie(reply, 'knownBrowser', knownBrowserMark(services, member));
  return toStaffMember(member);
}

/** @returns the token of another session, never that of one that may have been planted in the browser */
export async function replaceSession(
  { db, now }: Transacting,
  request: FastifyRequest,
  staffId: string,
  options?: { needsSecondFactor: boolean },
): Promise<string> {
  const before = readStaffCookie(request, 'session');
  if (before) await endReplacedSession(db, before);
  return openStaffSession(db, staffId, request.headers['user-agent'] ?? '', now(), options);
}
