import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { STORAGE } from '@companion/contract/constants';
import { type Credentials, credentials as sessionCredentials } from '@companion/contract/session';
import { test as base, expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { ReusableServer } from './reusableServer.ts';
import {
  attendee,
  type BuiltApps,
  DEVELOPMENT_BUILD,
  type Hostname,
  PRODUCTION_BUILD,
  startTestServer,
  type TestServer,
} from './testServer.ts';
import { watchTraffic } from './untilQuiet.ts';

interface Fixtures {
  /**
   * `test.use({ reuseServer: true })`: the tests of a worker share one server, which each test gets without people. For
   * tests that only read the event. A test that stages content or changes settings needs its own server.
   */
  reuseServer: boolean;
  /** The app that the server serves. A test that changes it overrides this with a copy. */
  webFolder: string;
  hostname: Hostname;
  /** The event's folder, for a server of the test's own. Empty: the demo event. */
  eventPack: string;
  /** The polls of the event stay drafts, for a server of the test's own. Default: they are open. */
  keepsDrafts: boolean;
  server: TestServer & {
    /** Stores a session in the page before its next load. Default: that of an attendee who registers in its browser. */
    signIn(page: Page, credentials?: Credentials): Promise<Credentials>;
  };
  /**
   * The pages fetch the other screens' code in advance, as those of a phone do. By default only pages with a service
   * worker do: it costs the machine as much as a short test.
   */
  prefetches: boolean;
  /** Parts of console errors that this test expects. */
  expectedErrors: string[];
}

export interface WorkerFixtures {
  /** Which build of the apps the server serves. */
  build: keyof typeof BUILDS;
  reusable: ReusableServer;
}

const BUILDS: Record<'production' | 'development', BuiltApps> = {
  production: PRODUCTION_BUILD,
  development: DEVELOPMENT_BUILD,
};

/** Playwright's `test` with the real server and an empty database. Fails on errors in the browser's console. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  build: ['production', { option: true, scope: 'worker' }],
  reusable: [
    async ({ build }, use) => {
      const reusable = new ReusableServer(BUILDS[build]);
      await use(reusable);
      await reusable.stop();
    },
    { scope: 'worker' },
  ],
  reuseServer: [false, { option: true }],
  webFolder: [async ({ build }, use) => use(BUILDS[build].webFolder), { option: true }],
  hostname: ['127.0.0.1', { option: true }],
  eventPack: ['', { option: true }],
  keepsDrafts: [false, { option: true }],
  server: async ({ build, reuseServer, reusable, webFolder, hostname, eventPack, keepsDrafts }, use) => {
    const env: Record<string, string> = eventPack ? { EVENT_PACK: eventPack } : {};
    const options = { ...BUILDS[build], webFolder, hostname, keepsDrafts };
    const server = reuseServer ? await reusable.acquire() : await startTestServer(env, options);
    await use({ ...server, signIn: (page, credentials) => signIn(server, page, credentials) });
    await (reuseServer ? reusable.release() : server.stop());
  },
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
  expectedErrors: async ({}, use) => use([]),
  prefetches: [async ({ serviceWorkers }, use) => use(serviceWorkers === 'allow'), { option: true }],
  page: async ({ page, prefetches, expectedErrors }, use) => {
    watchTraffic(page);
    // A browser that is never idle.
    if (!prefetches) await page.addInitScript('globalThis.requestIdleCallback = () => 0');
    const unexpected: string[] = [];
    page.on('pageerror', (error) => unexpected.push(`${page.url()}: ${error}`));
    page.on('console', (message) => {
      // The browser logs each failed request, and many tests cause them.
      const reported = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
      if (reported && !expectedErrors.some((part) => message.text().includes(part))) {
        unexpected.push(`${page.url()}: ${message.text()}`);
      }
    });
    await use(page);
    expect(unexpected, 'errors in the browser').toEqual([]);
  },
});

export { expect };

async function signIn(server: TestServer, page: Page, credentials?: Credentials): Promise<Credentials> {
  const session = credentials ?? (await registerIn(page, server));
  await page.addInitScript(
    ([key, value]) => {
      // Only at the first load: after signing out the page must stay signed out.
      if (!sessionStorage.getItem('signed-in-by-test')) localStorage.setItem(key, value);
      sessionStorage.setItem('signed-in-by-test', 'yes');
    },
    [STORAGE.token, JSON.stringify(session)] as const,
  );
  return session;
}

/** Registers an attendee in the page's browser, which the server then recognizes. */
export async function registerIn(page: Page, { url }: TestServer): Promise<Credentials> {
  const answer = await page.request.post(`${url}/api/public/accounts`, { data: attendee() });
  return sessionCredentials.parse(await answer.json());
}

const ALL_RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The two schemes differ in style sheets alone (web/src/ui/tokens.css), so no other rule can differ in the dark one. */
const COLOUR_RULES: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** The minified script: a page reads it in two thirds of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Expects no violations from axe on the current page, in the light and in the dark scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  // Before the h1 is there, the page's code is still loading.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await page.evaluate(AXE);
  // Elements partly covered by the header of a scrolled page would count as too small.
  await page.evaluate('scrollTo(0, 0)');
  for (const [colorScheme, options] of [['light', ALL_RULES] as const, ['dark', COLOUR_RULES] as const]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violationsOf(page, options), `axe, ${colorScheme}`).toEqual([]);
  }
}

function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(async (given) => {
    // expectAccessible has run its script in this page.
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // Without `preload`, which fetches every style sheet and recording again for rules that do not apply.
    const { violations } = await axe.run({ ...given, resultTypes: ['violations'], preload: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
  }, options);
}
