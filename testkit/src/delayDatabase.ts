import type { Page } from '@playwright/test';

/** More than the app waits for what the phone keeps before it asks the network. */
const DELAY_MS = 500;

/** From its next load on, the page's database opens late, as on a busy phone. */
export const delayDatabase = (page: Page) =>
  page.addInitScript(`
    IDBOpenDBRequest.prototype.addEventListener = function (type, listener) {
      const late = (event) => setTimeout(() => listener(event), ${DELAY_MS});
      EventTarget.prototype.addEventListener.call(this, type, type === 'success' ? late : listener);
    };
  `);
