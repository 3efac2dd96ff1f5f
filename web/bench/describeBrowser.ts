import { describeMachine } from '@companion/testkit/describeMachine';
import type { Browser } from '@playwright/test';

/** What the figures depend on besides the app. */
export const describeBrowser = (browser: Browser): string =>
  `Machine: ${describeMachine()}, Chromium ${browser.version()}`;
