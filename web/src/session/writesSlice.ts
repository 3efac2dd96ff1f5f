import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { inPlaceOf, type PendingWrite } from '../device/pendingWrite.ts';
import { setCredentials, signOut } from './sessionSlice.ts';
import type { Write, WritesState } from './writes.ts';

/** What the signed-in account has written and the server has not acknowledged. The device keeps the same writes. */
export const writesSlice = createSlice({
  name: 'writes',
  initialState: (): WritesState => [],
  reducers: {
    /** A form has made a write: it takes the place of one with the same intent, unless a form waits for that one. */
    writeMade: (state, { payload }: PayloadAction<Write>) => {
      const isReplaced = (write: Write) => write.replaces === payload.replaces && !write.isAttended;
      return [...state.filter((write) => !isReplaced(write)), inPlaceOf(state.filter(isReplaced), payload)];
    },
    /** The device's writes were read. Those that a form waits for stay as they are. */
    writesRead: (state, { payload }: PayloadAction<PendingWrite[]>) => {
      const attended = state.filter(({ isAttended }) => isAttended);
      const isAttended = (key: string) => attended.some(({ idempotencyKey }) => idempotencyKey === key);
      return [...payload.filter(({ idempotencyKey }) => !isAttended(idempotencyKey)), ...attended];
    },
    /** The form goes on without the answer. */
    writePostponed: (state, { payload: key }: PayloadAction<string>) => {
      const write = state.find(({ idempotencyKey }) => idempotencyKey === key);
      if (write) delete write.isAttended;
    },
    writeDropped: (state, { payload: key }: PayloadAction<string>) =>
      state.filter(({ idempotencyKey }) => idempotencyKey !== key),
  },
  extraReducers: (builder) => {
    builder
      .addCase(signOut, () => [])
      .addCase(setCredentials, (state, { payload }) =>
        state.filter(({ accountId }) => accountId === payload.credentials.profile.id),
      );
  },
  selectors: {
    selectWrites: (state) => state,
    /** Those to list on the profile page: waiting or rejected. */
    selectUnsentWrites: createSelector([(state: WritesState) => state], (state) =>
      state.filter(({ isAttended }) => !isAttended),
    ),
  },
});

export const { writeMade, writesRead, writePostponed, writeDropped } = writesSlice.actions;
export const { selectWrites, selectUnsentWrites } = writesSlice.selectors;
