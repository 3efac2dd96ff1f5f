import { draftKey } from './drafts.ts';
import { selectProfile } from './sessionSlice.ts';
import { useAppSelector } from './storeHooks.ts';

/** The key of the signed-in person's own draft, or of a visitor's. */
export const useDraftKey = (name: string): string => draftKey(useAppSelector(selectProfile)?.id, name);
