/**
 * Unsent input. A draft belongs to the account that typed it, survives a reload and going back, and is deleted when the
 * tab is closed or its owner signs out (decision 026).
 */
const PREFIX = 'draft:';

/** @param owner the account's id; undefined for a guest */
export const draftKey = (owner: string | undefined, name: string): string => `${ownerPrefix(owner)}${name}`;

const ownerPrefix = (owner: string | undefined) => `${encodeURIComponent(owner ?? '')}:`;

/** The draft under this key, or undefined. An older version of the app may have stored it in another shape. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') ?? undefined;
  } catch {
    // Storage is blocked, or the text is not JSON.
    return undefined;
  }
}

export function writeDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the text is still on the screen.
  }
}

export function dropDraft(key: string): void {
  removeWhere((stored) => stored === PREFIX + key);
}

/** Deletes the drafts of all accounts in this tab. */
export function dropAllDrafts(): void {
  removeWhere((stored) => stored.startsWith(PREFIX));
}

/** Deletes the drafts that were typed while signed out. */
export function dropGuestDrafts(): void {
  removeWhere((stored) => stored.startsWith(PREFIX + ownerPrefix(undefined)));
}

function removeWhere(matches: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (matches(key)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}
