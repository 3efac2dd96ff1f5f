import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from './testkit/src/browserTest.ts';
import { ensureChromium } from './testkit/src/ensureChromium.ts';
import { scaled } from './testkit/src/timeScale.ts';

/**
 * Each window of the full browser loads two pages for its address bar, which cost more than a test's own page. A spare
 * process for a next site costs each test a start that it never uses. Chromium reads only the last list of features: the
 * rest are those of Playwright's own list that apply here.
 */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'LensOverlay', 'MediaRouter', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'PreconnectToSearch'],
];

/** They open every screen. What else they check is the same in both builds. */
const ONLY_IN_DEVELOPMENT = ['e2e/developmentScreens.spec.ts', 'console/src/app/everyScreen.spec.ts'];
const IN_BOTH_BUILDS = [
  ...['e2e/mainJourney.spec.ts', 'web/src/app/mountApp.spec.ts', 'web/src/queue/tabQueue.spec.ts'],
  'console/src/programme/CampaignsPage.spec.ts',
];

// The workers read this configuration too, and need not look again.
process.env.CHROMIUM_PATH ||= await ensureChromium(console.log);

/** Every test has the real server with an empty database: see testkit/src/browserTest.ts. */
export default defineConfig<object, Pick<WorkerFixtures, 'build'>>({
  projects: [
    // What ships.
    { name: 'screens', testMatch: '{web,console}/src/**/*.spec.ts', testIgnore: ONLY_IN_DEVELOPMENT },
    { name: 'journeys', testMatch: 'e2e/**/*.spec.ts', testIgnore: ONLY_IN_DEVELOPMENT },
    // React's warnings, such as of a hydration that differs, fail a test; StrictMode runs each effect twice. A page takes
    // half as much processor time again, so only each screen runs here, with typing and with writes that wait.
    { name: 'development', testMatch: [...ONLY_IN_DEVELOPMENT, ...IN_BOTH_BUILDS], use: { build: 'development' } },
  ],
  fullyParallel: true,
  // A test waits for half of its time.
  workers: 2 * availableParallelism(),
  forbidOnly: process.env.CI === 'true',
  // A shared CI machine may stall for seconds: a second attempt passes, and the summary lists the test as `flaky`.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: scaled(60_000),
  expect: { timeout: scaled(15_000) },
  reporter: 'list',
  use: {
    viewport: { width: 390, height: 844 },
    // Pages come from the server under test, and page.route sees each request. Tests of the service worker allow it.
    serviceWorkers: 'block',
    // A twentieth of the stage is spent on transitions and animations (decision 029).
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
        // One process for all pages of a context: otherwise each page starts in a process that its first address leaves
        // for another one, as the server's answers ask for a group of windows of their own.
        ...['--process-per-site', '--renderer-process-limit=1'],
      ],
    },
  },
});
