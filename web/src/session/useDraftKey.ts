import { draftKey } from './drafts.ts';
import { selectProfile } from './sessionSlice.ts';
import { useAppSelector } from './storeHooks.ts';

/** The key of a draft of the signed-in account, or of a guest. */
export const useDraftKey = (name: string): string => draftKey(useAppSelector(selectProfile)?.id, name);
