import { REFRESH_LOCK, REFRESH_LOCK_WAIT, STORAGE } from '@companion/contract/constants';
import { etagKey } from '../api/etagKey.ts';
import { hasExpired } from '../api/tokenTime.ts';
import { sharedStorage, tabStorage } from '../session/safeStorage.ts';
import { watchStart } from './watchStart.ts';

/*
 * Runs as an inline script of the page, before the app's code has arrived, and must stay small. It begins what the app
 * will ask for: the code of the opened page, and for a signed-in attendee the lists, what is live and the event. The
 * app's base query adopts the answers (fetchOrAdopt.ts); nothing here reads them.
 */

/** Filled in by the build (earlyScript.ts). */
declare const EARLY: {
  /** The scripts of each page, by the regular expression of its path. */
  pages: readonly (readonly [pattern: string, files: readonly string[]])[];
  /** The addresses of the lists, of what is live and of the event. */
  lists: readonly string[];
  refresh: string;
  /** The query parameter of a sign-in link, which may belong to another account. */
  linkParam: string;
};

watchStart();

// Each mention of the definition would be a copy of it.
const early = EARLY;

interface Stored {
  access_token?: unknown;
  refresh_token?: unknown;
  profile?: unknown;
}

for (const [pattern, files] of early.pages) {
  if (new RegExp(pattern, 'i').test(location.pathname)) files.forEach(preload);
}

function preload(href: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
}

const read = (): Stored => Object(sharedStorage.readJson(STORAGE.token));

function fetchLists({ access_token: token, profile }: Stored): void {
  // Nothing is read for an account before the owner of its phone has said who registered.
  if (Object(profile).registeredElsewhere) return;
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  const answers = new Map<string, Promise<Response | undefined>>();
  for (const url of early.lists) {
    const address = new URL(url, location.href).href;
    const etag = tabStorage.read(etagKey(address));
    const asked = etag ? { ...headers, 'If-None-Match': etag } : headers;
    // The app asks again if this fails.
    answers.set(
      address,
      fetch(url, { headers: asked, credentials: 'include', redirect: 'error' }).catch(() => undefined),
    );
  }
  Object.assign(window, { earlyAnswers: { authorization: headers.Authorization, at: Date.now(), answers } });
}

const isUsable = ({ access_token: token }: Stored) => typeof token === 'string' && !hasExpired(token, Date.now());

/** As the app does (refreshSession.ts): under the lock of all tabs, and unless another one was faster. */
async function refreshFirst(): Promise<void> {
  const stored = read();
  if (isUsable(stored)) return fetchLists(stored);
  const { access_token: token, refresh_token: sent } = stored;
  const answer = await fetch(early.refresh, {
    method: 'POST',
    credentials: 'include',
    redirect: 'error',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ refresh_token: sent }),
    // All tabs wait for the lock.
    signal: AbortSignal.timeout(REFRESH_LOCK_WAIT),
  });
  // A refusal is the app's to show: it asks again.
  if (!answer.ok) return;
  const renewed = await answer.json();
  // Its `exp` does not count: the phone's clock may be ahead.
  const isComplete = [renewed.access_token, renewed.refresh_token].every((token) => typeof token === 'string');
  if (!isComplete || !Object(renewed.profile).id) return;
  // In between, the attendee may have signed out, or another tab stored newer credentials.
  if (read().refresh_token !== sent) return;
  sharedStorage.writeJson(STORAGE.token, renewed);
  fetchLists(renewed);
}

const stored = read();
if (typeof stored.access_token === 'string' && !new URLSearchParams(location.search).has(early.linkParam)) {
  if (isUsable(stored)) fetchLists(stored);
  else navigator.locks?.request(REFRESH_LOCK, refreshFirst).catch(() => {});
}

// A public screen that came as HTML is that of a guest on a first visit, the frame of a protected one is an attendee's.
if (stored.access_token) document.documentElement.classList.add('framed');
if (stored.access_token || !tabStorage.isEmpty()) document.documentElement.classList.add('returning');

// Screens that came as HTML can be filled in before the app knows them (replayInput.ts).
const fields = new Map<string, { value: string; checked: boolean }>();
const record = ({ target }: Event) => {
  if (target instanceof HTMLInputElement) fields.set(target.name, { value: target.value, checked: target.checked });
};
const leave = ({ target }: Event) => {
  if (target instanceof HTMLInputElement) input.left.add(target.name);
};
const keep = (event: Event) => {
  event.preventDefault();
  input.isSubmitted = true;
};
const input = {
  fields,
  left: new Set<string>(),
  isSubmitted: false,
  stop: () => {
    removeEventListener('input', record);
    removeEventListener('focusout', leave);
    removeEventListener('submit', keep);
  },
};
addEventListener('input', record);
addEventListener('focusout', leave);
addEventListener('submit', keep);
Object.assign(window, { earlyInput: input });
