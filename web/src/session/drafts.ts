/** What was typed and not sent yet. It survives a reload and going back; it ends with the tab. */
const PREFIX = 'draft:';

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
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Where nothing can be stored, nothing was.
  }
}
