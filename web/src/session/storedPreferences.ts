import { STORAGE } from '@companion/contract/limits';
import { parseJson, readStored, writeStored } from './browserStorage.ts';
import { defaultPreferences, type PreferencesState } from './preferencesSlice.ts';

/** Anything but `{collapseNavigation: true}` reads as the default (§9). */
export function readPreferences(): PreferencesState {
  const stored = parseJson(readStored(STORAGE.preferences));
  const collapsed =
    typeof stored === 'object' && stored !== null && 'collapseNavigation' in stored && stored.collapseNavigation;
  return { ...defaultPreferences, ...(collapsed === true && { collapseNavigation: true }) };
}

export function writePreferences(preferences: PreferencesState): void {
  writeStored(STORAGE.preferences, JSON.stringify(preferences));
}
