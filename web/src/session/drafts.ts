import { tabStorage } from './safeStorage.ts';

/**
 * Unsent input. A draft belongs to the account that typed it, survives a reload and going back, and is deleted when the
 * tab is closed or its owner signs out (decision 026).
 */
const PREFIX = 'draft:';

/** @param owner the account's id; undefined for a guest */
export const draftKey = (owner: string | undefined, name: string): string => `${ownerPrefix(owner)}${name}`;

const ownerPrefix = (owner: string | undefined) => `${encodeURIComponent(owner ?? '')}:`;

/** The draft under this key, or undefined. Check its shape: an older version of the app may have stored it. */
export function readDraft(key: string): unknown {
  return tabStorage.readJson(PREFIX + key) ?? undefined;
}

export function writeDraft(key: string, draft: unknown): void {
  tabStorage.writeJson(PREFIX + key, draft);
}

export function dropDraft(key: string): void {
  tabStorage.remove(PREFIX + key);
}

/** Deletes the drafts of all accounts in this tab. */
export function dropAllDrafts(): void {
  tabStorage.removeWhere((stored) => stored.startsWith(PREFIX));
}

/**
 * Deletes the drafts of all accounts in this tab, but not those that were typed while signed out.
 * @param kept the account whose drafts stay, too
 */
export function dropAccountDrafts(kept?: string): void {
  tabStorage.removeWhere((stored) => stored.startsWith(PREFIX) && !isOfGuest(stored) && !isOf(kept, stored));
}

/** Deletes the drafts that were typed while signed out. */
export function dropGuestDrafts(): void {
  tabStorage.removeWhere(isOfGuest);
}

const isOf = (owner: string | undefined, stored: string) => stored.startsWith(PREFIX + ownerPrefix(owner));
const isOfGuest = (stored: string) => isOf(undefined, stored);
