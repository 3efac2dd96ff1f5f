import { useGetQuestionsQuery } from '../api/questionApi.ts';

/** A poll may open at any moment, so an answer is shared only by the requests of one app start. */
const MAX_AGE_SECONDS = 5;

/**
 * All questions, fetched again by each screen that opens, when the page gets the focus, and when the network is back.
 */
export const useQuestions = () =>
  useGetQuestionsQuery(undefined, {
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: MAX_AGE_SECONDS,
  });
