import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { contentApi } from '../api/contentApi.ts';
import { questionApi } from '../api/questionApi.ts';

/**
 * Fetches the programme and the questions side by side and keeps them: unused data are kept for 0 seconds (§9), and
 * without a network nothing brings them back. @returns what lets them go
 */
export function keepLists(dispatch: ThunkDispatch<unknown, unknown, UnknownAction>): () => void {
  const lists = [
    dispatch(contentApi.endpoints.getContent.initiate()),
    dispatch(questionApi.endpoints.getQuestions.initiate()),
  ];
  return () => {
    for (const list of lists) list.unsubscribe();
  };
}
