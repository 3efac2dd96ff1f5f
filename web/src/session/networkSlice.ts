import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export const networkSlice = createSlice({
  name: 'network',
  initialState: () => ({ online: navigator.onLine }),
  reducers: {
    setOnline: (state, { payload }: PayloadAction<boolean>) => {
      state.online = payload;
    },
  },
  selectors: { selectIsOnline: (state) => state.online },
});

export const { setOnline } = networkSlice.actions;
export const { selectIsOnline } = networkSlice.selectors;
