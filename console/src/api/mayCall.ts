import type { Call } from '@companion/contract/defineCall';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import type { StaffMember } from '@companion/contract/staff/staffSession';

/** Whether this member may make a call. */
export function mayCall({ role }: StaffMember, name: StaffCallName): boolean {
  const { caller }: Call = staffCalls[name];
  return typeof caller === 'string' || caller.includes(role);
}
