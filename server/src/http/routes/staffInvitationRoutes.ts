import { acceptInvitation, getInvitation } from '@companion/contract/staff/staffInvitation';
import { hashStaffPassword } from '../../identity/staff/hashStaffPassword.ts';
import { acceptInvitation as accept, findInvitation } from '../../identity/staff/staffInvitations.ts';
import { type Api, handle } from '../handle.ts';
import { signInMember } from '../signInMember.ts';

export function staffInvitationRoutes(api: Api): void {
  const { services } = api;
  const { db } = services;

  handle(api, getInvitation, async ({ body }) => {
    const { email, role } = await findInvitation(services, db, body.token);
    return { results: { email, role } };
  });

  handle(api, acceptInvitation, async ({ body, request, reply }) => {
    // Before the hash, which is slow by design.
    const { email } = await findInvitation(services, db, body.token);
    const passwordHash = await hashStaffPassword(body.password, email);
    const audited = { action: 'acceptInvitation', fields: ['name', 'password'] };
    const member = await signInMember(services, { request, reply }, audited, (tx) =>
      accept(tx, { ...body, passwordHash }),
    );
    return { results: member };
  });
}
