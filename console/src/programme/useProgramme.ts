import type { Programme, ProgrammeEntry, ProgrammeList } from '@companion/contract/staff/programme';
import { PROGRAMME_LISTS } from '@companion/contract/staff/programme';
import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { useEffect } from 'react';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';

/** The draft, with what is wrong with it. */
export type Draft = StaffAnswer<'getProgramme'>['results'];

const LIVE: StaffLiveFrame[] = ['programme'];

/** The draft of the programme, up to date: what another member edits shows here. */
export function useProgramme() {
  const query = useStaffQuery('getProgramme', {}, { live: LIVE });
  const programme = query.data?.results.programme;
  useEffect(() => {
    if (programme) remember(programme);
  }, [programme]);
  return query;
}

/** The entries as this page has last seen them, also those that another member has removed since. */
const seen = new Map<string, ProgrammeEntry>();

function remember(programme: Programme): void {
  for (const list of PROGRAMME_LISTS) for (const entry of programme[list]) seen.set(`${list} ${entry.id}`, entry);
}

/** An entry that may be gone by now. */
export const lastSeen = (list: ProgrammeList, id: string): ProgrammeEntry | undefined => seen.get(`${list} ${id}`);
