import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { nextFrames } from '@companion/testkit/nextFrames';
import type { Page } from '@playwright/test';

const CONTENT = '**/api/public/content';
const TIP = 'Click To Copy The Error Id';

/** Makes the dashboard's call fail with these answers in turn. */
async function failWith(page: Page, ...failures: { message?: string; traceId?: string }[]): Promise<void> {
  let calls = 0;
  await page.route(CONTENT, (route) => {
    const json = failures[Math.min(calls, failures.length - 1)];
    calls += 1;
    return route.fulfill({ status: 500, json });
  });
}
const again = (page: Page) => page.getByRole('button', { name: 'Try again' });

test('toast: a failed call shows data.message at the top right, for 5 seconds (§8, §9)', async ({ page, server }) => {
  await server.signIn(page);
  await page.clock.install();
  await failWith(page, { message: 'The hall is being painted.' });
  await page.goto('/dashboard');
  const toast = page.getByRole('alert');
  await expect(toast).toHaveText('The hall is being painted.');
  await expect(page.locator('.Toastify__toast-container--top-right')).toHaveCount(1);
  await expect(toast).toHaveClass(/Toastify__toast-theme--light/);
  await expect(page.getByRole('progressbar', { name: 'notification timer' })).toHaveCSS('animation-duration', '5s');
  await expect(page.getByText(TIP)).toHaveCount(0);
});

test('toast: with a trace id it stays 10 seconds, has a tooltip, and a click copies the id without closing (§8)', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await server.signIn(page);
  await failWith(page, { message: 'The hall is being painted.', traceId: 'trace-42' });
  await page.goto('/dashboard');
  const message = page.getByRole('button', { name: 'The hall is being painted.' });
  await expect(message).toHaveAccessibleDescription(TIP);
  await expect(page.getByRole('progressbar', { name: 'notification timer' })).toHaveCSS('animation-duration', '10s');

  const tip = page.getByRole('tooltip', { includeHidden: true });
  await expect(tip).toBeHidden();
  await message.hover();
  await expect(tip).toBeVisible();
  await expect(tip).toHaveText(TIP);
  await message.click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('trace-42');
  await expect(message).toBeVisible();
});

test('toast: with reduced motion it appears and closes at once', async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await server.signIn(page);
  await failWith(page, { message: 'The hall is being painted.' });
  await page.goto('/dashboard');
  const toast = page.getByRole('alert');
  await expect(toast).toBeVisible();
  // The library sets this class only during its entry and exit animations.
  const duration = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.className = 'Toastify__toast Toastify--animate';
    return getComputedStyle(probe).animationDuration;
  });
  expect(duration).toBe('0.001s');
  await toast.click();
  await expect(toast).toHaveCount(0);
});

test('toast: closes by itself after its time (§9)', async ({ page, server }) => {
  await server.signIn(page);
  await failWith(page, { message: 'The hall is being painted.' });
  await page.goto('/dashboard');
  // In the page's corner the pointer would pause the toast.
  await page.mouse.move(200, 600);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('toast: three are visible at once, and the next one waits (§4, decision 036)', async ({ page, server }) => {
  await server.signIn(page);
  await failWith(page, ...['one', 'two', 'three', 'four'].map((message) => ({ message, traceId: message })));
  await page.goto('/dashboard');
  for (const message of ['one', 'two', 'three']) {
    await expect(page.getByRole('button', { name: message })).toBeAttached();
    await again(page).click();
  }
  await expect(page.getByRole('alert')).toHaveCount(3);
  await page.getByRole('alert').last().hover();
  await page.getByRole('alert').last().getByRole('button', { name: 'close' }).click();
  await expect(page.getByRole('button', { name: 'four' })).toBeAttached();
});

test('toast: Alt+T moves the focus to it, Escape resumes its timer (§9)', async ({ page, server }) => {
  await server.signIn(page);
  await failWith(page, { message: 'The hall is being painted.', traceId: 'x' });
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toBeVisible();
  const timer = page.getByRole('progressbar', { name: 'notification timer' });
  await page.keyboard.press('Alt+t');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(timer).toHaveCSS('animation-play-state', 'paused');
  await page.keyboard.press('Escape');
  await expect(timer).toHaveCSS('animation-play-state', 'running');
});

test('toast: several calls that fail with one message show one toast', async ({ page, server }) => {
  await server.signIn(page);
  let requested = 0;
  await page.route(CONTENT, (route) => {
    requested += 1;
    return route.abort();
  });
  await page.route('**/health/ready', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toHaveText(/could not be reached/);
  await expect(page.getByText('The summit cannot be reached.')).toBeVisible();
  const before = requested;
  await again(page).click();
  await expect.poll(() => requested).toBe(before + 1);
  await expect(again(page)).not.toHaveAttribute('aria-busy');
  await nextFrames(page);
  await expect(page.getByRole('alert')).toHaveCount(1);
});

for (const [what, answer] of [
  ['not JSON', { contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }],
  ['not as in the contract', { json: { results: 'none' } }],
] as const) {
  test(`toast: an answer that is ${what} counts as unreadable (§8, PARSING_ERROR)`, async ({ page, server }) => {
    await server.signIn(page);
    await page.route(CONTENT, (route) => route.fulfill({ status: 200, ...answer }));
    await page.goto('/dashboard');
    await expect(page.getByRole('alert')).toHaveText("The server's answer could not be read. Please try again.");
  });
}

test('toast: a missing answer times out after 20 seconds (§8, TIMEOUT_ERROR)', async ({ page, server }) => {
  await server.signIn(page);
  await page.clock.install();
  await page.route(CONTENT, () => {});
  const requested = page.waitForRequest(CONTENT);
  await page.goto('/dashboard');
  await requested;
  // In between, the server answers what else the app asks: this is one slow call, and not a lost connection.
  for (let second = 0; second < 20; second += 1) {
    await page.clock.fastForward(1000);
    await page.evaluate(() => fetch('/health/ready', { cache: 'no-store' }));
  }
  await expect(page.getByRole('alert')).toHaveText('The server took too long to answer. Please try again.');
});

test('toast: no axe violations', async ({ page, server }) => {
  await server.signIn(page);
  await failWith(page, { message: 'The hall is being painted.', traceId: 'x' });
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Alt+t');
  await expectAccessible(page);
});
