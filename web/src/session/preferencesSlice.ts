import { STORAGE } from '@companion/contract/constants';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sharedStorage } from './safeStorage.ts';

/** §3, Preferences. */
export const preferencesSlice = createSlice({
  name: 'preferences',
  // Anything but `{collapseNavigation: true}` reads as the default (§9).
  initialState: () => ({
    collapseNavigation: Object(sharedStorage.readJson(STORAGE.preferences)).collapseNavigation === true,
  }),
  reducers: {
    setCollapseNavigation: (state, { payload }: PayloadAction<boolean>) => {
      state.collapseNavigation = payload;
    },
  },
  selectors: { selectCollapseNavigation: (state) => state.collapseNavigation },
});

export const { setCollapseNavigation } = preferencesSlice.actions;
export const { selectCollapseNavigation } = preferencesSlice.selectors;
