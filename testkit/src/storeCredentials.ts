import { STORAGE } from '@companion/contract/constants';
import type { Credentials } from '@companion/contract/session';
import type { Page } from '@playwright/test';

/** Stores credentials from a page of the app's origin, as another tab does when it opens a sign-in link. */
export const storeCredentials = (page: Page, credentials: Credentials): Promise<void> =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    STORAGE.token,
    JSON.stringify(credentials),
  ] as const);
