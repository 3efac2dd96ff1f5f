import { STORAGE } from '@companion/contract/constants';
import { defaultPreferences, type PreferencesState } from './preferencesSlice.ts';
import { sharedStorage } from './safeStorage.ts';

/** Anything but `{collapseNavigation: true}` reads as the default (§9). */
export function readPreferences(): PreferencesState {
  const stored = sharedStorage.readJson(STORAGE.preferences);
  const collapsed =
    typeof stored === 'object' && stored !== null && 'collapseNavigation' in stored && stored.collapseNavigation;
  return { ...defaultPreferences, ...(collapsed === true && { collapseNavigation: true }) };
}

export function writePreferences(preferences: PreferencesState): void {
  sharedStorage.writeJson(STORAGE.preferences, preferences);
}
