// Storage may be blocked, full or hold anything: then the app works on without it, for as long as the tab lives.

/** The raw text under a key; null where there is none or storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** Undefined for what is no JSON, which whoever reads it must then take for absent. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
