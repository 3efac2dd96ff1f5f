import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export const networkSlice = createSlice({
  name: 'network',
  initialState: { isReachable: true },
  reducers: {
    setReachable: (state, { payload }: PayloadAction<boolean>) => {
      state.isReachable = payload;
    },
  },
  selectors: { selectIsReachable: ({ isReachable }) => isReachable },
});

export const { setReachable } = networkSlice.actions;
export const { selectIsReachable } = networkSlice.selectors;
