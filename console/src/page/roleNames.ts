import { STAFF_ROLES, type StaffRole } from '@companion/contract/defineCall';

export const ROLE_NAMES: Record<StaffRole, string> = { owner: 'Owner', editor: 'Editor', host: 'Host' };

export const ROLE_CHOICES = STAFF_ROLES.map((role) => [role, ROLE_NAMES[role]] as const);

/** What each role may do, for the person who chooses or gets one. */
export const ROLE_MEANINGS: Record<StaffRole, string> = {
  owner: 'Everything, including members and the audit log',
  editor: 'Programme, attendees and polls',
  host: 'Polls, Q&A, comments and stage screens',
};
