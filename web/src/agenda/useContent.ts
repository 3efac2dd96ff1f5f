import { useGetContentQuery } from '../api/readApi.ts';

/** Consecutive screens share one answer for this long. */
const MAX_AGE_SECONDS = 60;

/** The content list, fetched again when the page gets the focus or the network is back. */
export const useContent = () =>
  useGetContentQuery(undefined, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: MAX_AGE_SECONDS,
  });
