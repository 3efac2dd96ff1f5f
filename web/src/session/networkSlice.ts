import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/**
 * - `offline`: the browser reports no network
 * - `unreachable`: there is a network, and the server does not answer through it: nothing gets through, a captive portal
 *   answers, or the server is down (decision 043)
 */
export type NetworkState = 'online' | 'offline' | 'unreachable';

// Where the build renders screens, the browser's flag is missing.
export const networkSlice = createSlice({
  name: 'network',
  initialState: () => ({ online: navigator.onLine !== false, isReachable: true }),
  reducers: {
    setOnline: (state, { payload }: PayloadAction<boolean>) => {
      state.online = payload;
    },
    setReachable: (state, { payload }: PayloadAction<boolean>) => {
      state.isReachable = payload;
    },
  },
  selectors: {
    selectNetworkState: ({ online, isReachable }): NetworkState =>
      online ? (isReachable ? 'online' : 'unreachable') : 'offline',
    /** Whether calls can be expected to succeed. */
    selectIsOnline: ({ online, isReachable }) => online && isReachable,
  },
});

export const { setOnline, setReachable } = networkSlice.actions;
export const { selectIsOnline, selectNetworkState } = networkSlice.selectors;
