import type { Page } from '@playwright/test';

/** Whether the browser would ask before the page is closed or loaded again, which loses what is typed. */
export const isAskedBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");
