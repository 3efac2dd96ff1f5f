import { SUMMIT } from '@companion/testkit/agendaPage';
import { alignClocks } from '@companion/testkit/alignClocks';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { stageContent } from '@companion/testkit/stageContent';

test.use({ serviceWorkers: 'allow' });

test('offline: after a reload every screen shows the last good state with its age, across midnight (decision 038)', async ({
  page,
  context,
  server,
}) => {
  await stageContent(server, SUMMIT);
  const { access_token } = await server.signIn(page);
  const headers = { Authorization: `Bearer ${access_token}` };
  const item = { campaignId: 'agenda', contentId: 'Lounge' };
  for (const [path, data] of [
    ['content/votes', { ...item, vote: 'up' }],
    ['content/comments', { ...item, comment: 'Good company.' }],
    ['questions/first-time', { campaignId: 'pre-event', questionId: 'first-time', answers: ['yes'] }],
  ] as const) {
    expect((await page.request.post(`/api/public/${path}`, { data, headers })).ok()).toBe(true);
  }
  await alignClocks(page);
  await page.clock.install({ time: '2026-06-10T03:50:00Z' });
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Now and next' })).toContainText('Lounge');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect(page.getByText(/^As of/)).toHaveCount(0);

  await context.setOffline(true);
  const age = page.getByText(/^As of 11:5\d PM ET$/);
  for (const [address, text] of [
    ['/agenda', 'Breakfast'],
    ['/agenda/speakers', 'Ada Speaker'],
    ['/sponsors', 'Sponsors'],
    ['/polls', 'Let us hear your opinion'],
    ['/agenda/agenda/Lounge', 'Lounge'],
    ['/dashboard', 'Lounge'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(age).toBeVisible();
    if (address.endsWith('Lounge')) {
      await expect(page.getByRole('button', { name: 'Vote up' })).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByLabel('Your comment')).toHaveValue('Good company.');
    }
    if (address === '/agenda') await expectAccessible(page);
  }

  await page.clock.fastForward('45:00');
  await expect(page.getByText('Wednesday, June 10', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Now and next' })).toContainText('Breakfast');
  await expect(page.getByText(/^As of Tuesday, June 9, 11:5\d PM ET$/)).toBeVisible();

  await page.goto('/polls/pre-event/first-time');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Answer' })).toHaveCount(0);
  await page.goto('/profile/edit');
  await expect(page.getByLabel('First Name')).toHaveValue('Ada');
  await page.goto('/profile');
  await expect(page.getByText(/^As of/)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await context.setOffline(false);
  await expect(page.getByText(/^As of/)).toHaveCount(0);
  await page.goto('/agenda');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(/^As of/)).toHaveCount(0);
});

test('offline: what was never loaded can be tried again, without an error toast', async ({ page, context, server }) => {
  await server.signIn(page);
  await page.goto('/login');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('companion').onsuccess = resolve;
      }),
  );
  await context.setOffline(true);
  await page.goto('/agenda');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('offline: search opens for the first time, after the app was opened once, and finds (decision 070)', async ({
  page,
  context,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);

  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('keynot');
  const found = page.getByRole('region', { name: /sessions/i }).getByRole('link');
  await expect(found).toHaveText([/Keynote/]);
  // The address itself, as a bookmark opens it.
  await page.goto('/search#q=lounge');
  await expect(found).toHaveText([/Lounge/]);
  await found.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lounge');
});
