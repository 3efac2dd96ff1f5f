import { getStaffReset, requestStaffReset, resetStaffPassword } from '@companion/contract/staff/staffPasswordReset';
import { hashStaffPassword } from '../../identity/staff/hashStaffPassword.ts';
import { recordAudit } from '../../identity/staff/recordAudit.ts';
import {
  findStaffReset,
  requestStaffReset as mailReset,
  resetStaffPassword as reset,
} from '../../identity/staff/staffPasswordResets.ts';
import { transact } from '../../platform/transact.ts';
import { type Api, type CallRequest, handle } from '../handle.ts';
import { limitRequests } from '../limitAddress.ts';
import { knownBrowserMark } from '../limitStaffSignIn.ts';
import { setStaffCookie } from '../staffCookies.ts';

export function staffPasswordResetRoutes(api: Api): void {
  const { services } = api;
  const { db } = services;

  const requestReset = async ({ body }: CallRequest<typeof requestStaffReset>) => {
    await transact(services, (tx) => mailReset(tx, body.email));
    return { message: 'If this e-mail belongs to a member of the staff, a message with a link is on its way.' };
  };
  handle(api, requestStaffReset, requestReset, ({ request }) => limitRequests(services, 'requestStaffReset', request));

  handle(api, getStaffReset, async ({ body }) => {
    const { email } = await findStaffReset(services, db, body.token);
    return { results: { email } };
  });

  handle(api, resetStaffPassword, async ({ body, request, reply }) => {
    // Before the hash, which is slow by design.
    const { email } = await findStaffReset(services, db, body.token);
    const passwordHash = await hashStaffPassword(body.newPassword, email);
    const member = await transact(services, async (tx) => {
      const { id } = await reset(tx, body.token, passwordHash);
      const change = { action: 'resetStaffPassword', entity: 'member', entityId: id, fields: ['password'] };
      await recordAudit(tx, { ...change, staffId: id, traceId: request.id });
      return { id, password_hash: passwordHash };
    });
    // Strangers who use up the attempts at the venue's address must not make the new password useless.
    setStaffCookie(reply, 'knownBrowser', knownBrowserMark(services, member));
    return { message: 'Your password is set. Please sign in.' };
  });
}
