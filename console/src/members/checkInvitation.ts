import { SEARCH_MAX } from '@companion/contract/staff/staffFields';
import { invitedMember } from '@companion/contract/staff/staffMembers';
import { failureWith } from '../api/StaffFailure.ts';
import { readStaffCall } from '../api/sendStaffCall.ts';
import type { StaffGiven } from '../api/staffRequest.ts';

/**
 * Finds what speaks against an invitation, before the password is asked for in vain. The server checks the same again.
 * @throws StaffFailure
 */
export async function checkInvitation(given: StaffGiven<'inviteMember'>): Promise<void> {
  const { data, error } = invitedMember.safeParse(given);
  if (!data) {
    const errors = error.issues.map(({ path, message }) => [String(path[0]), message] as const);
    throw failureWith('Please check what you entered.', Object.fromEntries(errors));
  }
  const isThis = (one: { email: string }) => one.email.toLowerCase() === data.email.toLowerCase();
  const { members } = (await readStaffCall('getMembers', { search: data.email.slice(0, SEARCH_MAX) })).results;
  if (members.some(isThis)) throw invalid('Is a member already');
  const invitations = (await readStaffCall('getStaffInvitations', {})).results;
  // One that has ended may be replaced.
  if (invitations.some((one) => isThis(one) && Date.parse(one.expiresAt) > Date.now())) {
    throw invalid('Is invited already. The list above has a button for a new link.');
  }
}

const invalid = (email: string) => failureWith(email, { email });
