import type { Dismissals } from './liveSlice.ts';
import { sharedStorage } from './safeStorage.ts';

const KEY = '_dismissed';
/** More than an event has at once. */
const MAX = 20;

/** An older version of the app may have stored it in another shape. */
export function readDismissals(): Dismissals {
  const { accountId, dismissed } = Object(sharedStorage.readJson(KEY));
  return typeof accountId === 'string' && Array.isArray(dismissed)
    ? { accountId, dismissed }
    : { accountId: undefined, dismissed: [] };
}

export function writeDismissals({ accountId, dismissed }: Dismissals): void {
  sharedStorage.writeJson(KEY, { accountId, dismissed: dismissed.slice(-MAX) });
}

export const removeDismissals = (): void => sharedStorage.remove(KEY);
