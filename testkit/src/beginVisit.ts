import type { Credentials } from '@companion/contract/session';
import type { Page } from '@playwright/test';
import { storeCredentials } from './storeCredentials.ts';

/** A string, because the testkit's types know no IndexedDB. */
const EMPTY_STORAGE = `(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name);
      deleting.onsuccess = resolve;
      deleting.onerror = reject;
    });
  }
})()`;

/**
 * Begins anew in the same page, which costs less than a new one: the browser stores nothing for the app but the given
 * session, and the app is not open. For tests that walk a table.
 * @param session of the attendee who visits next; without it, a guest does
 */
export async function beginVisit(page: Page, session?: Credentials): Promise<void> {
  // A document of the same origin without the app, which could store something again.
  await page.goto('/health/ready');
  await page.context().clearCookies();
  await page.evaluate(EMPTY_STORAGE);
  if (session) await storeCredentials(page, session);
}
