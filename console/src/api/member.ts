import type { Call } from '@companion/contract/defineCall';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import type { StaffMember } from '@companion/contract/staff/staffSession';
import { createContext, useContext } from 'react';

/** The member of the staff who is signed in. */
export const MemberContext = createContext<StaffMember | undefined>(undefined);

export function useMember(): StaffMember {
  const member = useContext(MemberContext);
  if (!member) throw new Error('Render this below RequireMember.');
  return member;
}

/** Whether this member may make a call. */
export function mayCall({ role }: StaffMember, name: StaffCallName): boolean {
  const { caller }: Call = staffCalls[name];
  return typeof caller === 'string' || caller.includes(role);
}
