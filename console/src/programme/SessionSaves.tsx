import { useStaffQuery } from '../api/useStaffQuery.ts';
import { SavesLine } from '../page/SavesLine.tsx';
import { capacityOf, type Session } from './schedule.ts';
import type { Draft } from './useProgramme.ts';

/** How many people have saved a session, against the room that the draft gives it. */
export function SessionSaves({ draft, session }: { draft: Draft; session: Session }) {
  // One request for all sessions of a screen.
  const { data } = useStaffQuery('getSessionSaves', {});
  const saved = data?.results.find(({ id }) => id === session.id);
  if (!saved) return null;
  const { room } = session;
  return <SavesLine {...saved} room={room} capacity={capacityOf(draft.programme, room)} />;
}
