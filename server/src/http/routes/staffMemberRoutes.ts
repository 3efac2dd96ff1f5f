import { getAuditLog } from '@companion/contract/staff/auditLog';
import { acceptInvitation, getInvitation } from '@companion/contract/staff/staffInvitation';
import {
  changeMemberRole,
  getMembers,
  getStaffInvitations,
  inviteMember,
  removeMember,
  resendStaffInvitation,
  revokeStaffInvitation,
} from '@companion/contract/staff/staffMembers';
import { listAudit } from '../../identity/staff/auditQueries.ts';
import {
  auditedLeft,
  changeRole,
  type LeftBehind,
  removeMember as remove,
} from '../../identity/staff/changeMembers.ts';
import { findMembers, hasMoreThanPassword, summaryLinksOf, toStaffMember } from '../../identity/staff/memberQueries.ts';
import {
  acceptInvitation as accept,
  findInvitation,
  inviteStaff,
  listInvitations,
  mailInvitation,
  renewInvitation,
  revokeInvitation,
  type SentInvitation,
} from '../../identity/staff/staffInvitations.ts';
import { hashStaffPassword } from '../../identity/staff/staffPasswords.ts';
import type { SignedInMember } from '../../identity/staff/staffSessions.ts';
import type { StaffInvitationRow } from '../../platform/db/staffSchema.ts';
import { reject, rejectFields } from '../../platform/domainError.ts';
import { limit } from '../../platform/limit.ts';
import { DAY, isoTime } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { type Api, type CallRequest, handle } from '../handle.ts';
import { signInMember } from '../staffSignIn.ts';

/** A stolen session must not mail the world in the event's name. */
const INVITATIONS_A_DAY = 50;

export function staffMemberRoutes(api: Api): void {
  const { services } = api;
  const { db, now } = services;

  handle(api, getMembers, async ({ query: { search, page } }) => {
    const { rows, total } = await findMembers(db, { search, page: Number(page ?? 1) });
    const ids = rows.map(({ id }) => id);
    const links = ids.length > 0 ? await summaryLinksOf(db, ids, now()) : [];
    const members = rows.map((row) => ({
      ...toStaffMember(row),
      createdAt: isoTime(row.created_at),
      lastSeenAt: isoTime(row.last_used_at),
      hasSecondFactor: hasMoreThanPassword(row),
      stageScreens: row.stageScreens ?? 0,
      summaryLinks: links
        .filter(({ created_by }) => created_by === row.id)
        .map(({ id, name, title }) => ({ id, name, item: title })),
    }));
    return { results: { members, total } };
  });

  handle(api, changeMemberRole, async ({ params: { memberId }, body, member, audited }) => {
    refuseOneself(member, memberId);
    const change = { entity: 'member', entityId: memberId, fields: ['role'], choices: body };
    return { results: toStaffMember(await audited((tx) => changeRole(tx, memberId, body.role), change)) };
  });

  handle(api, removeMember, async ({ params: { memberId }, query, member, audited }) => {
    refuseOneself(member, memberId);
    const revokes: LeftBehind[] = [];
    if (query.stageScreens === 'revoke') revokes.push('stageScreen');
    if (query.summaryLinks === 'revoke') revokes.push('summaryLink');
    await audited(
      (tx) => remove(tx, memberId, { revokes, handTo: member.id }),
      (made) => [
        ...revokes.flatMap((entity) => auditedLeft(entity, made[entity])),
        { entity: 'member', entityId: memberId },
      ],
    );
    return { message: 'The member is removed and signed out.' };
  });

  handle(api, getStaffInvitations, async () => ({
    results: (await listInvitations(db)).map((row) => toInvitation(row, row.inviter)),
    isMailed: services.config.smtp !== undefined,
  }));

  handle(api, inviteMember, (asked) =>
    send(asked, (tx) => inviteStaff(tx, { ...asked.body, invitedBy: asked.member.id })),
  );

  handle(api, resendStaffInvitation, (asked) =>
    send(asked, (tx) => renewInvitation(tx, asked.params.invitationId, asked.member.id)),
  );

  handle(api, revokeStaffInvitation, async ({ params: { invitationId: id }, audited }) => {
    const revoke = async (tx: Transacting) =>
      (await revokeInvitation(tx.db, { id })) || reject('notFound', 'This invitation was accepted or revoked.');
    await audited(revoke, { entity: 'invitation', entityId: id });
    return { message: 'The invitation is revoked.' };
  });

  handle(api, getInvitation, async ({ body }) => {
    const { email, role } = await findInvitation(services, db, body.token);
    return { results: { email, role } };
  });

  handle(api, acceptInvitation, async ({ body, request, reply }) => {
    // Before the hash, which is slow by design.
    const invitation = await findInvitation(services, db, body.token);
    const email = invitation.email || (body.email ?? rejectFields({ email: 'Required' }));
    const passwordHash = await hashStaffPassword(body.password, email, 'password');
    const audited = { action: 'acceptInvitation', fields: ['name', 'password'] };
    const member = await signInMember(services, { request, reply }, audited, (tx) =>
      accept(tx, { ...body, email, passwordHash }),
    );
    return { results: member };
  });

  handle(api, getAuditLog, ({ query }) => listAudit(db, query));
}

async function send(
  { member, audited }: Pick<CallRequest<typeof inviteMember>, 'member' | 'audited'>,
  invite: (tx: Transacting) => Promise<SentInvitation>,
) {
  const work = async (tx: Transacting) => {
    const sent = await invite(tx);
    const isMailed = await mailInvitation(tx, sent);
    await limit(tx.db, tx.now(), { key: `staff invitations of ${member.id}`, max: INVITATIONS_A_DAY, window: DAY });
    return { ...toInvitation(sent.invitation, member.name), link: isMailed ? null : sent.link };
  };
  return {
    results: await audited(work, ({ id, role }) => [
      { entity: 'invitation', entityId: id, fields: ['role'], choices: { role } },
    ]),
  };
}

/** An owner who leaves is removed by another one, so that no one locks everybody out by mistake. */
function refuseOneself({ id }: SignedInMember, memberId: string): void {
  if (id === memberId) reject('conflict', 'Another owner has to do this for you.');
}

const toInvitation = ({ id, email, role, created_at, expires_at }: StaffInvitationRow, invitedBy: string | null) => ({
  id,
  email,
  role,
  invitedBy,
  createdAt: isoTime(created_at),
  expiresAt: isoTime(expires_at),
});
