import { acceptInvitation, getInvitation } from '@companion/contract/staff/staffInvitation';
import { hashStaffPassword } from '../../identity/staff/hashStaffPassword.ts';
import { toStaffMember } from '../../identity/staff/memberQueries.ts';
import { recordAudit } from '../../identity/staff/recordAudit.ts';
import { acceptInvitation as accept, findInvitation } from '../../identity/staff/staffInvitations.ts';
import { openStaffSession } from '../../identity/staff/staffSessions.ts';
import { transact } from '../../platform/transact.ts';
import type { Api } from '../handle.ts';
import { handleStaff } from '../handleStaff.ts';
import { knownBrowserMark } from '../limitStaffSignIn.ts';
import { setStaffCookie } from '../staffCookies.ts';

export function staffInvitationRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  handleStaff(api, getInvitation, async ({ body }) => {
    const { email, role } = await findInvitation(services, db, body.token);
    return { results: { email, role } };
  });

  handleStaff(api, acceptInvitation, async ({ body, request, reply }) => {
    // Before the hash, which is slow by design.
    const { email } = await findInvitation(services, db, body.token);
    const passwordHash = await hashStaffPassword(body.password, email);
    const { member, token } = await transact(services, async (tx) => {
      const member = await accept(tx, { ...body, passwordHash });
      const token = await openStaffSession(tx.db, member.id, request.headers['user-agent'] ?? '', now());
      await recordAudit(tx, {
        staffId: member.id,
        action: 'acceptInvitation',
        entity: 'member',
        entityId: member.id,
        fields: ['name', 'password'],
        traceId: request.id,
      });
      return { member, token };
    });
    setStaffCookie(reply, 'session', token);
    setStaffCookie(reply, 'knownBrowser', knownBrowserMark(services, member));
    return { results: toStaffMember(member) };
  });
}
