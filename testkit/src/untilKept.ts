import { expect, type Page } from '@playwright/test';

/** A string, because the testkit's types know no IndexedDB. Opening a database that is not there would create it empty. */
const KEPT_CALLS = `(async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'companion')) return [];
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open('companion'));
  try {
    const keys = await done(database.transaction('answers').objectStore('answers').getAllKeys());
    return keys.map(([, call]) => call);
  } finally {
    database.close();
  }
})()`;

/** Waits until the browser keeps the reply to a call for the next visit: the screen shows it before that. */
export const untilKept = (page: Page, call: string): Promise<void> =>
  expect.poll(() => page.evaluate(KEPT_CALLS)).toContain(call);
