import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { email } from '../email.ts';
import { pageNumber, searchTerm } from './staffFields.ts';
import { staffMember } from './staffSession.ts';

const OWNERS = ['owner'] as const;
const fate = z.enum(['keep', 'revoke']);
const role = z.enum(STAFF_ROLES, { error: 'Required' });

/** Times are ISO 8601. */
const listedMember = z.extend(staffMember, {
  createdAt: z.string(),
  /** Of any session; null without one, or a minute late. */
  lastSeenAt: z.nullable(z.string()),
  /** Whether a stolen password is not enough: there is an authenticator app, or a passkey. */
  hasSecondFactor: z.boolean(),
  /** How many stage screens are this member's. */
  stageScreens: z.int(),
  /** The links for speakers that this member has made and that still work: who got each, and what it shows. */
  summaryLinks: z.array(z.object({ id: z.string(), name: z.string(), item: z.string() })),
});

export const MEMBERS_PER_PAGE = 50;

export const getMembers = defineCall({
  method: 'GET',
  path: '/staff/members',
  caller: OWNERS,
  summary: 'The members of the staff by e-mail, in pages.',
  query: z.object({
    /** Part of a name or e-mail. */
    search: searchTerm,
    page: pageNumber,
  }),
  answer: results(z.object({ members: z.array(listedMember), total: z.int() })),
});

export const changeMemberRole = defineCall({
  method: 'PUT',
  path: '/staff/members/{memberId}',
  caller: OWNERS,
  stepUp: 'factor',
  summary: 'Gives another member a role, and signs them out everywhere. 409 for oneself and for the last owner.',
  body: z.object({ role }),
  answer: results(staffMember),
});

export const removeMember = defineCall({
  method: 'DELETE',
  path: '/staff/members/{memberId}',
  caller: OWNERS,
  stepUp: 'factor',
  summary: 'Removes another member, and signs them out everywhere. 409 for oneself and for the last owner.',
  /** Their stage screens and links for speakers: `keep` hands them to who removes the member, `revoke` ends them. */
  query: z.object({ stageScreens: z._default(fate, 'keep'), summaryLinks: z._default(fate, 'keep') }),
});

const openInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  /** Who sent it; null: the operator. */
  invitedBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** May be past: an invitation that was not accepted is listed for a month. */
  expiresAt: z.string(),
});

/** `link`: to be handed over, where the server sends no mail; else null. It is shown only here. */
const sentInvitation = z.extend(openInvitation, { link: z.nullable(z.string()) });

export const getStaffInvitations = defineCall({
  method: 'GET',
  path: '/staff/invitations',
  caller: OWNERS,
  summary: 'The invitations that are not accepted yet, and whether the server mails them.',
  /** Without mail the inviting person hands over the link. */
  answer: z.extend(results(z.array(openInvitation)), { isMailed: z.optional(z.boolean()) }),
});

/** Whom to invite, and as what: the console checks it before it asks for the password. */
export const invitedMember = z.object({ email, role });

export const inviteMember = defineCall({
  method: 'POST',
  path: '/staff/invitations',
  caller: OWNERS,
  stepUp: 'factor',
  summary: 'Mails a person a link to join the staff, in place of an earlier one. 409 for a member.',
  body: invitedMember,
  answer: results(sentInvitation),
  status: 201,
});

export const resendStaffInvitation = defineCall({
  method: 'POST',
  path: '/staff/invitations/{invitationId}/resend',
  caller: OWNERS,
  stepUp: 'factor',
  summary: 'Mails a new link for 48 hours; the one before ends.',
  answer: results(sentInvitation),
});

export const revokeStaffInvitation = defineCall({
  method: 'DELETE',
  path: '/staff/invitations/{invitationId}',
  caller: OWNERS,
  summary: 'Ends an invitation.',
});
