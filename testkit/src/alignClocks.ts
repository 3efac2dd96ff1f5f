import type { Page } from '@playwright/test';

/** A string, because the testkit's types know no browser. */
const ALIGNED = `{
  const { get } = Headers.prototype;
  Headers.prototype.get = function (name) {
    return name === 'date' ? new Date().toUTCString() : get.call(this, name);
  };
}`;

/**
 * The answers of the server carry the time of the page's clock, which a test sets next: the app follows the clock of the
 * server, and that of a test has the real time.
 */
export const alignClocks = (page: Page): Promise<unknown> => page.addInitScript(ALIGNED);
