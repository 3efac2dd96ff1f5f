import type { StaffLiveFrame } from '@companion/contract/staff/staffLive';
import { useEffect } from 'react';
import { followEvent } from '../api/eventInfo.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { remember } from './lastSeen.ts';

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
  const revision = query.data?.results.draft.revision;
  useEffect(() => {
    if (revision !== undefined) void followEvent(revision);
  }, [revision]);
  return query;
}
