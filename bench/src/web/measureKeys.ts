import { setTimeout as pause } from 'node:timers/promises';
import type { WrittenItem } from '@companion/contract/content';
import { getContent } from '@companion/contract/content';
import { pathOf } from '@companion/contract/defineCall';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { paths } from '../../../web/src/paths.ts';
import { slowProcessor } from './emulatePhone.ts';
import { evaluate, waitFor } from './inPage.ts';
import type { Phone } from './phones.ts';

/** A key that was pressed in the search. */
export interface PressedKey {
  /** What is in the field. */
  typed: string;
  /** From the key until the frame that shows the last of its results on the screen, in milliseconds. */
  ms: number;
  /** Until the last of all its results, also of those below the screen. */
  allMs: number;
}

export interface SearchVisit {
  /** From the page until it finds something, with the code in the browser's cache, in milliseconds. */
  readyMs: number;
  keys: PressedKey[];
}

const BETWEEN_KEYS_MS = 250;
/** Until the app is at rest. */
const REST_MS = 6000;

/**
 * Types queries into the search, letter by letter, on a phone with a slow processor.
 * @param content in place of the event's own
 */
export function measureKeys(
  phone: Phone,
  url: string,
  queries: readonly string[],
  content?: readonly WrittenItem[],
): Promise<SearchVisit> {
  return phone(async (context) => {
    if (content) {
      await context.route(`**/api${pathOf(getContent)}`, (route) => route.fulfill({ json: { results: content } }));
    }
    const { page, cdp } = await openWatched(context, url + paths.dashboard);
    await evaluate(cdp, `document.querySelector('header a[href="${paths.search}"]').click()`);
    const opened = performance.now();
    await waitFor(cdp, `document.activeElement.matches('[type=search]')`);
    await page.keyboard.press(queries[0]?.[0] ?? '');
    await waitFor(cdp, `document.querySelector('main li a') !== null`);
    const readyMs = performance.now() - opened;
    return { readyMs, keys: await pressKeys(page, cdp, queries) };
  });
}

/** A field and rows of text without styles, each replaced at every letter. */
const FLOOR = `<!doctype html><html lang="en"><title>Floor</title><meta name="viewport" content="width=device-width">
<input type="search" autofocus><ul></ul><script>
  const rows = [...'12345'].map(() => document.querySelector('ul').appendChild(document.createElement('li')));
  document.querySelector('input').oninput = ({ target }) => {
    for (const [index, row] of rows.entries()) row.textContent = target.value + ' ' + index;
  };
</script></html>`;

/** Types the same into a page that searches nothing: what the browser itself takes for a letter. */
export function measureKeysOfFloor(phone: Phone, url: string, queries: readonly string[]): Promise<PressedKey[]> {
  return phone(async (context) => {
    const address = `${url}/floor`;
    await context.route(address, (route) => route.fulfill({ contentType: 'text/html', body: FLOOR }));
    const { page, cdp } = await openWatched(context, address);
    return pressKeys(page, cdp, queries);
  });
}

/** Opens a page, waits until it is at rest, slows its processor down and watches its keys. */
async function openWatched(context: BrowserContext, address: string): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(address);
  await pause(REST_MS);
  await slowProcessor(cdp);
  await evaluate(cdp, `(${watchKeys})()`);
  return { page, cdp };
}

async function pressKeys(page: Page, cdp: CDPSession, queries: readonly string[]): Promise<PressedKey[]> {
  const keys: PressedKey[] = [];
  for (const query of queries) {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    for (const [index, letter] of [...query].entries()) {
      await pause(BETWEEN_KEYS_MS);
      await evaluate(cdp, 'Reflect.deleteProperty(window, "shownAfter")');
      await page.keyboard.press(letter);
      // What watchKeys sets.
      const shown = (await waitFor(cdp, 'window.shownAfter')) as Omit<PressedKey, 'typed'>;
      keys.push({ typed: query.slice(0, index + 1), ...shown });
    }
  }
  return keys;
}

/** Runs in the page: sets `shownAfter` once nothing on the page has changed for a while after a key. */
function watchKeys(): void {
  const QUIET_MS = 150;
  let pressed = 0;
  let timer: ReturnType<typeof setTimeout>;
  const shownAfter = { ms: 0, allMs: 0 };
  const isOnScreen = (node: Node) => {
    const range = document.createRange();
    range.selectNode(node);
    const { top, bottom } = range.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const frame = (changed: readonly Node[]) =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        shownAfter.allMs = performance.now() - pressed;
        if (changed.some(isOnScreen)) shownAfter.ms = shownAfter.allMs;
        clearTimeout(timer);
        timer = setTimeout(() => Object.assign(window, { shownAfter }), QUIET_MS);
      }),
    );
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp;
      // The field shows the letter.
      frame([document.body]);
    },
    true,
  );
  // What is announced later, of an earlier letter, is no result of this key.
  const isAnnouncement = ({ target }: MutationRecord) =>
    (target instanceof Element ? target : target.parentElement)?.closest('[role=status]') != null;
  const change = (records: MutationRecord[]) => {
    const results = records.filter((record) => !isAnnouncement(record));
    // Where something is gone, what it was in has changed.
    const changed = results.flatMap(({ target, addedNodes, removedNodes }) =>
      addedNodes.length > 0 && removedNodes.length === 0 ? [...addedNodes] : [target],
    );
    if (changed.length > 0) frame(changed.filter(({ isConnected }) => isConnected));
  };
  new MutationObserver(change).observe(document.body, { childList: true, characterData: true, subtree: true });
}
