import { useGetContentQuery } from '../api/contentApi.ts';

/** Seconds. Screens that follow each other share one answer, for no longer than this. */
const FRESH = 60;

/** The whole programme, fetched anew when the person or the network comes back. */
export const useContent = () =>
  useGetContentQuery(undefined, { refetchOnFocus: true, refetchOnReconnect: true, refetchOnMountOrArgChange: FRESH });
