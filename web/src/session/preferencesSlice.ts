import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** §3, Preferences. */
export interface PreferencesState {
  collapseNavigation: boolean;
}

export const defaultPreferences: PreferencesState = { collapseNavigation: false };

export const preferencesSlice = createSlice({
  name: 'preferences',
  initialState: defaultPreferences,
  reducers: {
    setCollapseNavigation: (state, { payload }: PayloadAction<boolean>) => {
      state.collapseNavigation = payload;
    },
  },
  selectors: { selectCollapseNavigation: (state) => state.collapseNavigation },
});

export const { setCollapseNavigation } = preferencesSlice.actions;
export const { selectCollapseNavigation } = preferencesSlice.selectors;
