import { useLocation } from 'react-router';
import { draftKey } from '../session/drafts.ts';
import { selectProfile } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { RoomSessions } from './RoomSessions.tsx';
import { SearchScreen } from './SearchScreen.tsx';

/**
 * Search in the programme, or the sessions of a room that was found. Each entry of the history keeps its own query, as a
 * draft: the entries outlive a sign-out.
 */
export function SearchPage() {
  const { key, hash } = useLocation();
  // A link to a search, or to the sessions of a room. The fragment of an address is sent to no server.
  const linked = new URLSearchParams(hash.slice(1));
  const room = linked.get('room');
  const owner = useAppSelector(selectProfile)?.id;
  if (room) return <RoomSessions key={key} room={room} />;
  return <SearchScreen key={key} draftKey={draftKey(owner, `search:${key}`)} linked={linked.get('q') ?? ''} />;
}
