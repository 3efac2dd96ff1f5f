import { acceptInvitation, getInvitation } from './staffInvitation.ts';
import { getStaffMe, signInStaff, signOutStaff } from './staffSession.ts';

/** Every call of the console that the server answers, by its name. */
export const staffCalls = {
  signInStaff,
  getStaffMe,
  signOutStaff,
  getInvitation,
  acceptInvitation,
};
export type StaffCallName = keyof typeof staffCalls;
