import type { StaffMember } from '@companion/contract/staff/staffSession';
import { entryOf, refreshAll, setKnown } from '../api/queryCache.ts';

/** A session has begun: shows its member, and reads everything else again. */
export function enterConsole(member: StaffMember): void {
  setKnown(entryOf('getStaffMe', {}), { results: member });
  refreshAll();
}
