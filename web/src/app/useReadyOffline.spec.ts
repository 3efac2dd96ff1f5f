import { alignClocks } from '@companion/testkit/alignClocks';
import { expect, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';

test.use({ reuseServer: true, prefetches: true });

test('offline: fetched data stays, and pages not opened before open', async ({ page, server }) => {
  await server.signIn(page);
  // Set the clock before the event, so that nothing is folded.
  await alignClocks(page);
  await page.clock.setFixedTime('2026-01-01');
  const lastPage = page.waitForResponse(/EditProfilePage.*\.js/);
  await page.goto('/dashboard');
  const cards = page.getByRole('region', { name: 'Now and next' });
  await expect(cards).toBeVisible();
  await lastPage;
  await goOffline(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Agenda' }).click();
  await expect(page.getByRole('link', { name: 'Opening Words' })).toBeVisible();
  await page.getByRole('link', { name: 'Opening Words' }).click();
  await expect(page.getByRole('button', { name: 'Vote up' })).toBeVisible();
  await menu.getByRole('link', { name: 'Sponsors' }).click();
  await expect(page.getByRole('heading', { name: 'Gold' })).toBeVisible();
  await menu.getByRole('link', { name: 'Home' }).click();
  await expect(cards).toBeVisible();
  await page.getByRole('link', { name: 'Answer the questions' }).last().click();
  await expect(page.getByRole('heading', { name: 'Let us hear your opinion' })).toBeVisible();
  await page.getByRole('main').getByRole('list').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Send Answer' })).toBeVisible();
});
