/** What a member of the staff may do: owners everything, editors the event's content and attendees, hosts the stage. */
export const STAFF_ROLES = ['owner', 'editor', 'host'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Who sends a call of the staff: a member with a session, or a stage screen with its key. */
export type StaffCaller = StaffRole | 'stageScreen';
