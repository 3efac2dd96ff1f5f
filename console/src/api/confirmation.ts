import { createSlice, type Dispatch } from '@reduxjs/toolkit';

/** Some calls need the password once more, and wait until the dialog has an answer. */
type Answer = (isConfirmed: boolean) => void;
let waiting: Answer[] = [];

/** Whether the dialog shows. */
export const confirmationSlice = createSlice({
  name: 'confirmation',
  initialState: { isAsking: false },
  reducers: {
    asked: (state) => {
      state.isAsking = true;
    },
    answered: (state) => {
      state.isAsking = false;
    },
  },
  selectors: { selectIsAskingToConfirm: ({ isAsking }) => isAsking },
});
const { asked, answered } = confirmationSlice.actions;
export const { selectIsAskingToConfirm } = confirmationSlice.selectors;

/** Asks for the password. Resolves once it was confirmed, or the dialog was closed. */
export const askToConfirm = (dispatch: Dispatch): Promise<boolean> =>
  new Promise<boolean>((resolve) => {
    waiting.push(resolve);
    dispatch(asked());
  });

/** Answers all calls that wait. */
export const answerConfirmation = (isConfirmed: boolean) => (dispatch: Dispatch) => {
  const asking = waiting;
  waiting = [];
  dispatch(answered());
  for (const answer of asking) answer(isConfirmed);
};
