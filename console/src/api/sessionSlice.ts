import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { staffApi } from './staffApi.ts';

interface Session {
  /**
   * Whether no one is signed in, as far as the server has answered: a 401 sets it, and only an answer with a member ends
   * it. A failure of another kind changes nothing.
   */
  isSignedOut: boolean;
  /** The member whose answers are in the store. */
  memberId: string | undefined;
}

const signedIn = (memberId: string): Session => ({ isSignedOut: false, memberId });
const { getStaffMe } = staffApi.endpoints;

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): Session => ({ isSignedOut: false, memberId: undefined }),
  reducers: {
    memberEntered: (_, { payload }: PayloadAction<string>) => signedIn(payload),
    memberLeft: (state) => {
      state.memberId = undefined;
    },
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(getStaffMe.matchFulfilled, (_, { payload }) => signedIn(payload.results.id))
      .addMatcher(getStaffMe.matchRejected, (state, { payload }) => {
        if (payload?.status === 401) state.isSignedOut = true;
      });
  },
  selectors: {
    selectIsSignedOut: ({ isSignedOut }) => isSignedOut,
    selectMemberId: ({ memberId }) => memberId,
  },
});

export const { memberEntered, memberLeft } = sessionSlice.actions;
export const { selectIsSignedOut, selectMemberId } = sessionSlice.selectors;
