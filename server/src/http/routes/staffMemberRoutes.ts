import { getAuditLog } from '@companion/contract/staff/auditLog';
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
import { changeRole, removeMember as remove } from '../../identity/staff/changeMembers.ts';
import { findMembers, hasMoreThanPassword, toStaffMember } from '../../identity/staff/memberQueries.ts';
import {
  inviteStaff,
  listInvitations,
  mailInvitation,
  renewInvitation,
  revokeInvitation,
  type SentInvitation,
} from '../../identity/staff/staffInvitations.ts';
import type { SignedInMember } from '../../identity/staff/staffSessions.ts';
import type { StaffInvitationRow } from '../../platform/db/staffSchema.ts';
import { reject } from '../../platform/domainError.ts';
import { limit } from '../../platform/limit.ts';
import { DAY, isoTime } from '../../platform/time.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';

/** A stolen session must not mail the world in the event's name. */
const INVITATIONS_A_DAY = 50;

export function staffMemberRoutes(api: Api): void {
  const { services } = api;
  const { db } = services;

  handle(api, getMembers, async ({ query: { search, page } }) => {
    const { rows, total } = await findMembers(db, { search, page: Number(page ?? 1) });
    const members = rows.map((row) => ({
      ...toStaffMember(row),
      createdAt: isoTime(row.created_at),
      lastSeenAt: isoTime(row.last_used_at),
      hasSecondFactor: hasMoreThanPassword(row),
      stageScreens: row.stageScreens ?? 0,
    }));
    return { results: { members, total } };
  });

  handle(api, changeMemberRole, async ({ params: { memberId }, body, member, audit }) => {
    refuseOneself(member, memberId);
    const changed = await transact(services, async (tx) => {
      const changed = await changeRole(tx, memberId, body.role);
      await audit(tx, { entity: 'member', entityId: memberId, fields: ['role'] });
      return changed;
    });
    return { results: toStaffMember(changed) };
  });

  handle(api, removeMember, async ({ params: { memberId }, query, member, audit }) => {
    refuseOneself(member, memberId);
    const revokes = query.stageScreens === 'revoke';
    await transact(services, async (tx) => {
      const stageScreens = await remove(tx, memberId, revokes ? { revokes } : { handTo: member.id });
      if (revokes) for (const entityId of stageScreens) await audit(tx, { entity: 'stageScreen', entityId });
      await audit(tx, { entity: 'member', entityId: memberId });
    });
    return { message: 'The member is removed and signed out.' };
  });

  handle(api, getStaffInvitations, async () => ({
    results: (await listInvitations(db)).map((row) => toInvitation(row, row.inviter)),
  }));

  handle(api, inviteMember, ({ body, member, audit }) =>
    send(member, audit, (tx) => inviteStaff(tx, { ...body, invitedBy: member.id })),
  );

  handle(api, resendStaffInvitation, ({ params, member, audit }) =>
    send(member, audit, (tx) => renewInvitation(tx, params.invitationId, member.id)),
  );

  handle(api, revokeStaffInvitation, async ({ params: { invitationId: id }, audit }) => {
    await transact(services, async (tx) => {
      if (!(await revokeInvitation(tx.db, { id }))) reject('notFound', 'This invitation was accepted or revoked.');
      await audit(tx, { entity: 'invitation', entityId: id });
    });
    return { message: 'The invitation is revoked.' };
  });

  handle(api, getAuditLog, ({ query }) => listAudit(db, query));

  async function send(
    member: SignedInMember,
    audit: (tx: Transacting, change: { entity: string; entityId: string; fields: string[] }) => Promise<void>,
    invite: (tx: Transacting) => Promise<SentInvitation>,
  ) {
    return transact(services, async (tx) => {
      const sent = await invite(tx);
      const isMailed = await mailInvitation(tx, sent);
      await limit(tx.db, tx.now(), { key: `staff invitations of ${member.id}`, max: INVITATIONS_A_DAY, window: DAY });
      await audit(tx, { entity: 'invitation', entityId: sent.invitation.id, fields: ['role'] });
      return { results: { ...toInvitation(sent.invitation, member.name), link: isMailed ? null : sent.link } };
    });
  }
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
