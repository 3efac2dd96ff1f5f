import { STORAGE } from '@companion/contract/constants';
import { expect, test } from '@companion/testkit/browserTest';
import { makeProcessPlace, spawnServer, untilReady } from '@companion/testkit/serverProcess';
import { sparePort } from '@companion/testkit/sparePort';
import { attendee } from '@companion/testkit/testServer';

test('session: survives a reload and a second tab; signing out in one tab signs out the other (§1, §4)', async ({
  page,
  server,
  context,
}) => {
  await server.signIn(page);
  await page.goto('/dashboard');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();

  const second = await context.newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();

  await second.goto('/logout');
  await expect(second).toHaveURL('/login');
  await expect(page).toHaveURL('/login');
});

test('restart: after a kill and a start, everyone is signed in and every answer is stored', async ({ page }) => {
  const place = await makeProcessPlace({ app: 'built' });
  const port = String(await sparePort());
  const start = async () => untilReady(await spawnServer(place, { PORT: port, DATA_DIR: place.folder }));
  let server = await start();
  try {
    const registered = await fetch(`${server.url}/api/public/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(attendee()),
    });
    const stored = await registered.text();
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [STORAGE.token, stored] as const);

    await page.goto(`${server.url}/polls/pre-event/pre-yes`);
    await page.getByRole('radio', { name: 'No' }).check();
    await page.getByRole('button', { name: 'Send Answer' }).click();
    await expect(page.getByRole('button', { name: 'Next Question' })).toBeVisible();

    server.kill('SIGKILL');
    await server.exited;
    server = await start();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Thank you, Ada!' })).toBeVisible();
    await page.goto(`${server.url}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
  } finally {
    server.kill('SIGKILL');
    await server.exited;
    await place.remove();
  }
});

test.describe('a restart while code loads', () => {
  test.use({ expectedErrors: ['preload', 'Failed to fetch dynamically imported module'] });

  test('restart: a page that loads while the server restarts retries its requests and appears', async ({
    page,
    server,
  }) => {
    await server.signIn(page);
    await page.goto('/prevent-survey');
    await server.restart();
    await page.getByRole('link', { name: 'Start the Survey' }).click();
    await page.getByRole('radio', { name: 'Yes' }).check();
    await page.getByRole('button', { name: 'Send Answer' }).click();
    await expect(page.getByRole('button', { name: 'Next Question' })).toBeVisible();
  });
});
