import type { StaffMember } from '@companion/contract/staff/staffSession';
import { createContext, useContext } from 'react';

/** The member of the staff who is signed in. */
export const MemberContext = createContext<StaffMember | undefined>(undefined);

export function useMember(): StaffMember {
  const member = useContext(MemberContext);
  if (!member) throw new Error('Render this below RequireMember.');
  return member;
}
