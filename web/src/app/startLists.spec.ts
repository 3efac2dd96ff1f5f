import { alignClocks } from '@companion/testkit/alignClocks';
import { expect, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { untilKept } from '@companion/testkit/untilKept';

test.use({ reuseServer: true });

const LISTS = /api\/public\/(content|questions)$/;

declare global {
  /** What happened in the page, in order. */
  var events: string[];
}

/** Runs in the page. Records what formats times, and the first one that the app renders. */
function recordFirstTime(): void {
  globalThis.events = [];
  const { setTimeout: plan } = window;
  // The app waits for the lists and for the event, however long that takes on a busy machine.
  const longer = [300, 3000];
  window.setTimeout = ((run: () => void, ms = 0) => plan(run, longer.includes(ms) ? 600_000 : ms)) as typeof setTimeout;
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    construct(target, [locale, options]) {
      events.push(`formats in ${options.timeZone}`);
      return new target(locale, options);
    },
  });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('#root > :not(.boot, [data-frame])')) return;
    events.push(document.querySelector('main time')?.textContent ?? 'renders no time');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

test.describe("in a zone that is not the event's", () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  for (const path of ['/dashboard', '/agenda']) {
    test(`first visit: ${path} renders sessions at once, in the event's zone, by one formatter`, async ({
      page,
      server,
    }) => {
      await server.signIn(page);
      await alignClocks(page);
      await page.clock.setFixedTime('2026-01-01');
      await page.addInitScript(recordFirstTime);
      await page.goto(path);
      await expect(page.getByRole('article').first()).toBeVisible();
      expect(await page.evaluate(() => events)).toEqual(['formats in America/New_York', '7:00 AM ET']);
    });
  }

  test("another tab: what the phone keeps shows in the event's zone, also on a network that does not answer", async ({
    page,
    server,
  }) => {
    await server.signIn(page);
    await page.goto('/agenda');
    await expect(page.getByRole('article').first()).toBeVisible();
    // As the app's worker does, which these tests do without.
    await page.evaluate(async () => (await caches.open('event')).add('/event/event.json'));

    const other = await page.context().newPage();
    await alignClocks(other);
    await other.clock.setFixedTime('2026-01-01');
    await other.addInitScript(recordFirstTime);
    await other.addInitScript(() => {
      const { fetch: send } = window;
      window.fetch = (...args) => {
        const { pathname } = new URL(new Request(...args).url);
        return pathname === '/event/event.json' ? new Promise(() => {}) : send(...args);
      };
    });
    await other.goto('/agenda');
    await expect(other.getByRole('article').first()).toBeVisible();
    expect(await other.evaluate(() => events)).toEqual(['formats in America/New_York', '7:00 AM ET']);
  });
});

test('repeat visit: the first screen shows what the phone keeps, then what the network answers to both lists at once', async ({
  page,
  server,
}) => {
  const { access_token } = await server.signIn(page);
  // Before the event, so that nothing is folded.
  await alignClocks(page);
  await page.clock.setFixedTime('2026-01-01');
  await page.addInitScript(() => {
    globalThis.events = [];
    const { setTimeout: plan } = window;
    // How long the app waits for what the phone keeps, and for an answer. On a busy machine either ends too early, and
    // the lists are asked for again.
    const longer: Record<number, number> = { 300: 3000, 20000: 600_000 };
    // The app passes a function alone.
    window.setTimeout = ((run: () => void, ms = 0) => plan(run, longer[ms] ?? ms)) as typeof setTimeout;
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      events.push('reads the phone');
      return open.apply(this, args);
    };
    const observer = new MutationObserver(() => {
      if (!document.querySelector('#root > :not(.boot, [data-frame])')) return;
      events.push('renders');
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const item = '/agenda/agenda/opening';
  await page.goto(item);
  const voteUp = page.getByRole('button', { name: 'Vote up' });
  await expect(voteUp).toHaveAttribute('aria-pressed', 'false');
  await page.request.post('/api/public/content/votes', {
    data: { campaignId: 'agenda', contentId: 'opening', vote: 'up' },
    headers: { Authorization: `Bearer ${access_token}` },
  });
  await untilKept(page, 'getContent');
  // The first page, which may still fetch lists for later, ends here.
  await page.goto('/robots.txt');

  const release = await holdCalls(page, /api\/public\/(content|questions)/);
  let requested = 0;
  page.on('request', (request) => {
    if (LISTS.test(request.url())) requested += 1;
  });
  await page.goto('/agenda');
  await expect(page.getByRole('link', { name: 'Opening Words' })).toBeVisible();
  expect(await page.evaluate(() => events.slice(0, 2))).toEqual(['reads the phone', 'renders']);
  await page.getByRole('link', { name: 'Opening Words' }).click();
  await expect(voteUp).toHaveAttribute('aria-pressed', 'false');
  // In parallel.
  await expect.poll(() => requested).toBe(2);
  release();
  await expect(voteUp).toHaveAttribute('aria-pressed', 'true');
  expect(requested).toBe(2);
});

test('repeat visit: an unreadable answer on the phone is not shown', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/agenda');
  await untilKept(page, 'getContent');
  await page.goto('/robots.txt');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('companion', 1);
        opening.onsuccess = () => {
          const tx = opening.result.transaction('answers', 'readwrite');
          const store = tx.objectStore('answers');
          const keys = store.getAllKeys();
          keys.onsuccess = () => {
            for (const key of keys.result) store.put({ data: { of: 'an older version' }, at: 1 }, key);
          };
          tx.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await page.route(LISTS, (route) => route.fulfill({ status: 500, json: { message: 'Out of order', traceId: '7' } }));
  await page.goto('/agenda');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
