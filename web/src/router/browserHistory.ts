/** Where the app is. */
export interface Location {
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  /** With its `#`, or empty. */
  hash: string;
  /** What the link or the call that led here passed on. Check its shape: an older version of the app may have set it. */
  state: unknown;
  /** Identifies the entry of the browser's history, also after a reload. */
  key: string;
}

/** How the app came to the location: by going back or forward (or a first load), by a new entry, or by replacing one. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE';

export interface Visit {
  location: Location;
  type: NavigationType;
}

export interface NavigateOptions {
  /** Replaces the current entry of the history. */
  replace?: boolean | undefined;
  state?: unknown;
}

/** Goes to an address of the app, which begins with a slash, or this many entries forward in the history. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

/** What is stored in each entry. `idx` counts the entries of the app: above 0, going back stays in the app. */
interface Entry {
  usr: unknown;
  key: string;
  idx: number;
}

let visit: Visit | undefined;
let moved = false;
const listeners = new Set<() => void>();

/** The current location. The first entry of a visit gets its key here. */
export function currentVisit(): Visit {
  if (!visit) {
    // From the first reading on, so that a step back before the first screen is not lost.
    window.addEventListener('popstate', () => publish('POP'));
    visit = { location: readLocation(), type: 'POP' };
  }
  return visit;
}

/** Whether anything was navigated since the document was loaded. */
export const hasNavigated = (): boolean => moved;

/** Calls a function after each navigation. Returns a function that stops it. */
export function watchHistory(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const navigate: Navigate = (to, { replace = false, state = null } = {}) => {
  if (typeof to === 'number') {
    window.history.go(to);
    return;
  }
  const address = addressInApp(to);
  const { idx } = readEntry();
  const entry: Entry = { usr: state, key: newKey(), idx: replace ? idx : idx + 1 };
  try {
    window.history[replace ? 'replaceState' : 'pushState'](entry, '', address);
  } catch {
    // Browsers limit how many entries a page may add within a time.
    window.location[replace ? 'replace' : 'assign'](address);
    return;
  }
  publish(replace ? 'REPLACE' : 'PUSH');
};

/** Never of another origin: resolving the path `//other.example/` against the current address would name one. */
function addressInApp(to: string): URL {
  if (!to.startsWith('/')) throw new Error(`Not an address of the app: ${to}`);
  return new URL(window.location.origin + to);
}

function publish(type: NavigationType): void {
  visit = { location: readLocation(), type };
  moved = true;
  for (const listener of listeners) listener();
}

function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { usr, key } = readEntry();
  return { pathname, search, hash, state: usr, key };
}

/** The current entry. One that the app did not make, such as the first, is completed. */
function readEntry(): Entry {
  const stored: unknown = window.history.state;
  const { usr = null, key, idx } = Object(stored);
  if (typeof key === 'string' && typeof idx === 'number') return { usr, key, idx };
  const entry: Entry = { usr, key: newKey(), idx: 0 };
  window.history.replaceState({ ...Object(stored), ...entry }, '');
  return entry;
}

const newKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');
