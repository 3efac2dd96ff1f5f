import type { StaffMember } from '@companion/contract/staff/staffSession';
import { OTHER_READS, readAgain, showAnswer } from './readAgain.ts';
import { memberEntered } from './sessionSlice.ts';
import { store } from './store.ts';

/** A session has begun: shows its member, and reads everything else again. */
export function enterSession(member: StaffMember): void {
  store.dispatch(memberEntered(member.id));
  void store.dispatch(showAnswer('getStaffMe', {}, () => ({ results: member })));
  store.dispatch(readAgain(OTHER_READS, 'restart'));
}
