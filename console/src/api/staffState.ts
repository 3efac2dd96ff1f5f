import { combineReducers } from '@reduxjs/toolkit';
import { confirmationSlice } from './confirmation.ts';
import { networkSlice } from './networkSlice.ts';
import { sessionSlice } from './sessionSlice.ts';
import { staffApi } from './staffApi.ts';
import { toastSlice } from './toastSlice.ts';

export const staffReducer = combineReducers({
  [staffApi.reducerPath]: staffApi.reducer,
  session: sessionSlice.reducer,
  network: networkSlice.reducer,
  confirmation: confirmationSlice.reducer,
  toasts: toastSlice.reducer,
});
/** The state of the console. */
export type StaffState = ReturnType<typeof staffReducer>;
