import type { Page } from '@playwright/test';

/** Waits two frames, after which the page has rendered the result of an event or an answer. */
export const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
