import { useLocation } from 'react-router';
import { RoomSessions } from './RoomSessions.tsx';
import { SearchScreen } from './SearchScreen.tsx';
import { readSearchHash } from './searchHash.ts';

/** Search in the programme, or the sessions of a room that was found. Each entry of the history keeps its own query. */
export function SearchPage() {
  const { key, hash } = useLocation();
  const { query, room } = readSearchHash(hash);
  return room ? <RoomSessions key={key} room={room} /> : <SearchScreen key={key} initialQuery={query} />;
}
