import { expect, test } from '@companion/testkit/browserTest';
import { nextFrames } from '@companion/testkit/nextFrames';
import { slowToastTimers } from '@companion/testkit/raiseToasts';

/* Which failed calls become a toast, and with which sentence. showToast.spec.ts tests how a toast behaves. */

test.use({ reuseServer: true });

const CONTENT = '**/api/public/content';

test('toast: several calls that fail with one message show one toast', async ({ page, server }) => {
  await slowToastTimers(page);
  await server.signIn(page);
  let requested = 0;
  await page.route(CONTENT, (route) => {
    requested += 1;
    return route.abort();
  });
  await page.route('**/health/ready', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toHaveText(/could not be reached/);
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try again' });
  const before = requested;
  await again.click();
  await expect.poll(() => requested).toBe(before + 1);
  await expect(again).not.toHaveAttribute('aria-busy');
  await nextFrames(page);
  await expect(page.getByRole('alert')).toHaveCount(1);
});

test('toast: an answer that is not JSON, or not as in the contract, counts as unreadable (§8, PARSING_ERROR)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  let answer = { contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' } as object;
  await page.route(CONTENT, (route) => route.fulfill({ status: 200, ...answer }));
  await page.goto('/dashboard');
  const unreadable = "The server's answer could not be read. Please try again.";
  await expect(page.getByRole('alert')).toHaveText(unreadable);

  answer = { json: { results: 'none' } };
  await page.goto('/agenda');
  await expect(page.getByRole('alert')).toHaveText(unreadable);
});

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

test("toast: over an older answer, a refused read shows the server's message, and one without its answer none (§8, decision 038)", async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  let failure: object = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
  await page.route(CONTENT, (route) => route.fulfill(failure));
  await menu.getByRole('link', { name: 'Agenda' }).click();
  await expect(page.getByText(/^As of /)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  for (const status of [403, 500]) {
    failure = { status, json: { message: `Refused with ${status}.`, traceId: 'x' } };
    await menu.getByRole('link', { name: 'Sponsors' }).click();
    await expect(page.getByRole('alert').filter({ hasText: `Refused with ${status}.` })).toBeVisible();
    await expect(page.getByText(/^As of /)).toBeVisible();
    await menu.getByRole('link', { name: 'Agenda' }).click();
  }
});
