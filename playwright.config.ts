import { defineConfig } from '@playwright/test';
import { findChromium } from './testkit/src/ensureChromium.ts';

/** Every test starts its own server on a fresh database: see testkit/src/browserTest.ts. */
export default defineConfig({
  testMatch: ['web/src/**/*.spec.ts', 'e2e/**/*.spec.ts'],
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI === 'true',
  reporter: 'list',
  use: {
    viewport: { width: 390, height: 844 },
    launchOptions: {
      executablePath: findChromium(),
      args: ['--disable-background-networking', '--disable-component-update', '--no-first-run'],
    },
  },
});
