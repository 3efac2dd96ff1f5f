import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import type { StaffMember } from '@companion/contract/staff/staffSession';

/** Whether this member may make a call. */
export function mayCall({ role }: StaffMember, name: StaffCallName): boolean {
  const { allow } = staffCalls[name];
  // Each call allows other callers; the type of their union has no common member.
  return allow === 'everyone' || (allow as readonly string[]).includes(role);
}
