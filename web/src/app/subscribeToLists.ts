import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { contentApi } from '../api/contentApi.ts';
import { questionApi } from '../api/questionApi.ts';

/**
 * Fetches the content list and the questions in parallel and stays subscribed: unused data is kept for 0 seconds (§9),
 * and offline it could not be fetched again. Returns a function that unsubscribes.
 */
export function subscribeToLists(dispatch: ThunkDispatch<unknown, unknown, UnknownAction>): () => void {
  const lists = [
    dispatch(contentApi.endpoints.getContent.initiate()),
    dispatch(questionApi.endpoints.getQuestions.initiate()),
  ];
  return () => {
    for (const list of lists) list.unsubscribe();
  };
}
