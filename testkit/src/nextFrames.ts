import type { Page } from '@playwright/test';

/** Waits two frames: what the page does after an event or an answer that it has is done then. */
export const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');
