import { useGetQuestionsQuery } from '../api/questionApi.ts';

/** Seconds. A poll may open on stage at any moment: only what one start of the app asks for twice is shared. */
const FRESH = 5;

/** All questions, fetched anew by each screen that opens, and when the person or the network comes back. */
export const useQuestions = () =>
  useGetQuestionsQuery(undefined, { refetchOnFocus: true, refetchOnReconnect: true, refetchOnMountOrArgChange: FRESH });
