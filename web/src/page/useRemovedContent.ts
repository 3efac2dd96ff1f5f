import { useGetRemovedContentQuery } from '../api/readApi.ts';
import { useKeptReply } from './useKeptReply.ts';

/** What was removed from the programme, such as cancelled sessions, as far as the attendee has sent something about it. */
export function useRemovedContent({ skip = false } = {}) {
  const query = useGetRemovedContentQuery(undefined, { skip, refetchOnFocus: true, refetchOnReconnect: true });
  useKeptReply('getRemovedContent');
  return query;
}
