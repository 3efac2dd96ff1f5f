/**
 * What one person typed and has not sent. A draft belongs to the account that typed it, survives a reload and going
 * back, and ends with the tab or when its owner signs out (decision 026).
 */
const PREFIX = 'draft:';

/** @param owner the account's id; undefined for a visitor who is not signed in */
export const draftKey = (owner: string | undefined, name: string): string => `${ownerPrefix(owner)}${name}`;

const ownerPrefix = (owner: string | undefined) => `${encodeURIComponent(owner ?? '')}:`;

/** What was kept under this key, or undefined. Its shape may be that of an older version of the app. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null') ?? undefined;
  } catch {
    // No storage (blocked by the browser), or no JSON: there is no draft.
    return undefined;
  }
}

export function writeDraft(key: string, draft: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // Full or blocked: the text is still on the screen.
  }
}

export function dropDraft(key: string): void {
  removeWhere((stored) => stored === PREFIX + key);
}

/** Everything that was typed in this tab, whoever typed it. */
export function dropAllDrafts(): void {
  removeWhere((stored) => stored.startsWith(PREFIX));
}

/** What was typed before anyone was signed in. */
export function dropVisitorDrafts(): void {
  removeWhere((stored) => stored.startsWith(PREFIX + ownerPrefix(undefined)));
}

function removeWhere(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (isMeant(key)) sessionStorage.removeItem(key);
  } catch {
    // Where nothing can be stored, nothing was.
  }
}
