import { useStaffQuery } from '../api/useStaffQuery.ts';
import { SavesLine } from '../page/SavesLine.tsx';
import { capacityOf, type Session } from './schedule.ts';
import type { Draft } from './useProgramme.ts';

interface SessionSavesProps {
  draft: Draft;
  session: Session;
}

/** How many people have saved a session, and how many the room holds that the draft gives it. */
export function useSessionSaves({ draft, session: { id, room } }: SessionSavesProps) {
  // One request for all sessions of a screen.
  const { data } = useStaffQuery('getSessionSaves', {});
  const saved = data?.results.find((one) => one.id === id);
  return saved && { ...saved, room, capacity: capacityOf(draft.programme, room) };
}

/** How many people have saved a session, against the room that the draft gives it. */
export function SessionSaves(props: SessionSavesProps) {
  const saves = useSessionSaves(props);
  return saves && <SavesLine {...saves} />;
}
