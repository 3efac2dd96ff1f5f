import { expect, test } from '@companion/testkit/badNetworkTest';
import { expectAccessible } from '@companion/testkit/browserTest';
import { overflowing } from '@companion/testkit/overflowing';
import { endToastTimers } from '@companion/testkit/raiseToasts';
import { scaled } from '@companion/testkit/timeScale';
import type { Page } from '@playwright/test';
import { openScreen, screensOfTests } from './openScreen.ts';

/** The highest cumulative layout shift allowed; web.dev rates anything below 0.1 as good. */
const MAX_SHIFT = 0.02;

/** Slow enough for the page to appear in parts, as on the venue's network. */
const SLOW = { latencyMs: 30, bytesPerSecond: 1_000_000 };

const PHONE = { width: 390, height: 844 };
/** Window sizes and their text size in per cent (WCAG 1.4.4, 1.4.10). */
const LARGE_TEXT = [
  [390, 844, 200],
  [320, 568, 150],
] as const;

test.use({ reuseServer: true });

for (const [names, screens] of screensOfTests(() => true)) {
  test(`every screen: is accessible, and fits with large text: ${names}`, async ({ page, server, network }) => {
    // One after another: the checks of each take seconds.
    test.slow();
    await recordShifts(page);
    await forgetFiles(page);
    network.use(SLOW);
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await page.setViewportSize(PHONE);
        await openScreen(screen, page, server);
        const { total, moved } = await shifts(page);
        expect(total, `layout shift of ${moved.join('; ')}`).toBeLessThan(MAX_SHIFT);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expectAccessible(page);
        await expectToFit(page);
        await expectFocusToShow(page);
      });
    }
  });
}

async function expectToFit(page: Page): Promise<void> {
  // 400% zoom in a window of 1280 x 1024, then the smallest phone.
  for (const height of [256, 568]) {
    await page.setViewportSize({ width: 320, height });
    expect(await overflowing(page), `elements wider than 320 x ${height}`).toEqual([]);
  }
  for (const [width, height, percent] of LARGE_TEXT) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, percent);
    expect(await overflowing(page), `elements wider than ${width} px with text at ${percent} %`).toEqual([]);
    expect(await squeezedIcons(page), `icons with text at ${percent} %`).toEqual([]);
  }
  await setTextSize(page, 100);
}

/** On the lowest screen nothing may cover what has the focus. */
async function expectFocusToShow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  // On a busy machine the app may take the network for lost, read again, and show a toast again.
  const nothingIsCovered = async () => expect(await hiddenFocus(page), 'focused, but covered').toEqual([]);
  await expect(nothingIsCovered).toPass({ timeout: scaled(15_000) });
}

/** Each screen comes in parts again, as at a first visit. */
async function forgetFiles(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
}

const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    let total = 0;
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Not in the DOM's types yet.
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        if (hadRecentInput) continue;
        total += value;
        for (const { node, previousRect, currentRect } of sources) {
          const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName;
          moved.push(`${name} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
        }
      }
      document.documentElement.dataset.shift = JSON.stringify({ total, moved });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The sum of all shifts, and what moved. */
async function shifts(page: Page): Promise<{ total: number; moved: string[] }> {
  return JSON.parse((await page.locator('html').getAttribute('data-shift')) ?? '{ "total": 0, "moved": [] }');
}

const setTextSize = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, `${percent}%`);

/** Icons that are not square. */
const squeezedIcons = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('svg')].flatMap((icon) => {
      const { width, height } = icon.getBoundingClientRect();
      return Math.abs(width - height) > 1 ? [`${width} x ${height} in ${icon.parentElement?.className}`] : [];
    }),
  );

/**
 * Moves through the page with the Tab key and returns the elements that a fixed bar covered while focused (WCAG
 * 2.4.11).
 */
async function hiddenFocus(page: Page): Promise<string[]> {
  // A toast that is closing has no role any more, but still covers the page; another one may come.
  const countAfterEnding = async () => {
    await endToastTimers(page);
    return page.locator('.Toastify__toast').count();
  };
  await expect.poll(countAfterEnding).toBe(0);
  const focused = await page.evaluateHandle(recordFocus);
  const steps = await focused.evaluate(({ steps }) => steps);
  for (let step = 0; step < steps; step++) await page.keyboard.press('Tab');
  return focused.evaluate(({ hidden }) => hidden);
}

/** Runs in the page: from now on the element that each press of the Tab key leads to is examined. */
function recordFocus() {
  const MAX_STEPS = 30;
  const focusable = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
  const hidden: string[] = [];
  const isCovered = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const covered = [top + 4, (top + bottom) / 2, bottom - 4].filter((y) => {
      let over = document.elementFromPoint((left + right) / 2, y);
      if (!over || over.contains(element)) return y < 0 || y > window.innerHeight;
      while (over && over !== element && !over.contains(element)) {
        if (['fixed', 'sticky'].includes(getComputedStyle(over).position)) return true;
        over = over.parentElement;
      }
      return false;
    });
    const isTall = bottom - top > window.innerHeight / 2;
    return covered.length > (isTall ? 2 : 0);
  };
  // The focus has moved, and the page has scrolled to it, before the key is released.
  document.addEventListener(
    'keyup',
    () => {
      const element = document.activeElement ?? document.body;
      if (element !== document.body && isCovered(element))
        hidden.push(`${element.tagName} ${element.textContent?.slice(0, 40)}`);
    },
    { capture: true },
  );
  return { hidden, steps: Math.min(focusable.length, MAX_STEPS) };
}
