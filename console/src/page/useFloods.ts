import type { StaffAnswer } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';

/** Twice as often as a node looks for them. */
const EVERY_MS = 5000;
const NONE: StaffAnswer<'getFloods'>['results'] = { floods: [], dismissals: [] };

/** What comes in faster than people can send it, and what was dismissed. */
export const useFloods = () => useStaffQuery('getFloods', {}, { everyMs: EVERY_MS }).data?.results ?? NONE;
