/**
 * The browser's storage without exceptions: it may be blocked, full or corrupt. The app then works without it until the
 * tab is closed.
 */
function safeStorage(name: 'localStorage' | 'sessionStorage') {
  const read = (key: string): string | null => attempt(() => globalThis[name].getItem(key)) ?? null;
  const write = (key: string, text: string): boolean =>
    attempt(() => {
      globalThis[name].setItem(key, text);
      return true;
    }) ?? false;
  return {
    /** The text under a key; null if there is none or storage is blocked. */
    read,
    /** The value under a key; undefined if there is none, or it is not JSON. Check its shape: it may be outdated. */
    readJson: (key: string): unknown => attempt(() => JSON.parse(read(key) ?? '') as unknown),
    /** Returns whether the text was stored. */
    write,
    writeJson: (key: string, value: unknown): boolean => write(key, JSON.stringify(value)),
    /** Also if storage is blocked. */
    isEmpty: (): boolean => (attempt(() => globalThis[name].length) ?? 0) === 0,
    remove: (key: string): void => attempt(() => globalThis[name].removeItem(key)),
    keys: (): string[] => attempt(() => Object.keys(globalThis[name])) ?? [],
    removeWhere: (matches: (key: string) => boolean): void =>
      attempt(() => {
        for (const key of Object.keys(globalThis[name])) if (matches(key)) globalThis[name].removeItem(key);
      }),
  };
}

/** Shared by all tabs, and kept until the app removes it. */
export const sharedStorage = safeStorage('localStorage');
/** Kept until the tab is closed. */
export const tabStorage = safeStorage('sessionStorage');

function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
