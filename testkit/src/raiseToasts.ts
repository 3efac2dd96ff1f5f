import { expect, type Locator, type Page } from '@playwright/test';

interface Failure {
  message: string;
  traceId?: string;
}

const DASHBOARD_CALL = '**/api/public/content';

export const toasts = (page: Page): Locator => page.getByRole('alert');
export const toastTimer = (page: Page): Locator => page.getByRole('progressbar', { name: 'notification timer' });

/** Opens the dashboard and makes its call fail with these in turn. Each becomes a toast, which stays open. */
export async function raiseToasts(page: Page, ...failures: Failure[]): Promise<void> {
  await slowToastTimers(page);
  const left = [...failures];
  await page.route(DASHBOARD_CALL, (route) => route.fulfill({ status: 500, json: left.shift() ?? failures.at(-1) }));
  await page.goto('/dashboard');
  for (const [index, { message }] of failures.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Try again' }).click();
    // Those over the limit wait.
    if (index < 3) await expect(toasts(page).filter({ hasText: message })).toBeAttached();
  }
  // The entry animation has ended, so positions are stable.
  await expect(page.locator('.Toastify--animate')).toHaveCount(0);
  // The pointer starts in the corner, which a toast covers on a phone, and would pause its timer.
  await page.mouse.move(5, 700);
}

/**
 * A toast's timer is an animation of the browser, which a test's clock does not stop. It runs ten thousand times slower,
 * so that no toast closes before a busy machine has looked at it. Its duration and its pauses read as they are.
 */
export const slowToastTimers = (page: Page): Promise<unknown> =>
  page.addInitScript(`addEventListener('animationstart', ({ target }) => {
    if (!target.matches?.('[role=progressbar]')) return;
    for (const animation of target.getAnimations()) animation.updatePlaybackRate(1 / 10_000);
  })`);

/** Lets the time of every toast be over. */
export const endToastTimers = (page: Page): Promise<void> =>
  toastTimer(page).evaluateAll((timers) => {
    for (const animation of timers.flatMap((timer) => timer.getAnimations())) animation.finish();
  });
