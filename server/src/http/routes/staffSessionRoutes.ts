import { getStaffMe, signInStaff, signOutStaff } from '@companion/contract/staff/staffSession';
import { checkStaffPassword } from '../../identity/staff/checkStaffPassword.ts';
import { lockMember, toStaffMember } from '../../identity/staff/memberQueries.ts';
import { recordAudit } from '../../identity/staff/recordAudit.ts';
import { endReplacedSession, endStaffSession, openStaffSession } from '../../identity/staff/staffSessions.ts';
import { reject } from '../../platform/domainError.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import type { Api } from '../handle.ts';
import { handleStaff } from '../handleStaff.ts';
import { knownBrowserMark, limitStaffSignIn } from '../limitStaffSignIn.ts';
import { clearStaffCookie, readStaffCookie, setStaffCookie } from '../staffCookies.ts';

const WRONG = 'E-mail or password is not correct.';

export function staffSessionRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  handleStaff(api, signInStaff, async ({ body, request, reply }) => {
    await limitStaffSignIn(services, request, body.email);
    const checked = (await checkStaffPassword(db, body.email, body.password)) ?? reject('signedOut', WRONG);
    const { member, token } = await transact(services, async (tx) => {
      // The member may have been removed, or the password changed, while it was compared.
      const member = await lockMember(tx.db, checked.id);
      if (member?.password_hash !== checked.password_hash) reject('signedOut', WRONG);
      const before = readStaffCookie(request, 'session');
      if (before) await endReplacedSession(tx.db, before);
      const token = await openStaffSession(tx.db, member.id, request.headers['user-agent'] ?? '', now());
      const { id } = member;
      await recordAudit(tx, {
        staffId: id,
        action: 'signInStaff',
        entity: 'member',
        entityId: id,
        traceId: request.id,
      });
      return { member, token };
    });
    setStaffCookie(reply, 'session', token);
    setStaffCookie(reply, 'knownBrowser', knownBrowserMark(services, member));
    return { results: { member: toStaffMember(member), secondFactor: false } };
  });

  handleStaff(api, getStaffMe, async ({ member }) => ({ results: member }));

  handleStaff(api, signOutStaff, async ({ member, reply }) => {
    await autocommit(services, (writer) => endStaffSession(writer, member.sessionId));
    clearStaffCookie(reply, 'session');
    return { message: 'You are signed out.' };
  });
}
