import { expect, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test.use({ eventPack: 'none', timezoneId: 'Europe/Berlin' });

test('new event: its first day can be typed, and an import keeps the time zone that is set', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'owner');
  await page.goto('/console/programme/import');
  const importZone = page.getByLabel('Time zone of the event');
  // No one has begun to set it up.
  await expect(importZone).toHaveValue('Europe/Berlin');

  await page.goto('/console/programme/event');
  const firstDay = page.getByLabel('First day');
  await firstDay.focus();
  await page.keyboard.type('11202026');
  await expect(firstDay).toHaveValue('2026-11-20');
  await page.getByLabel('Time zone').fill('America/Chicago');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The event is saved.');

  await page.goto('/console/programme/import');
  await expect(importZone).toHaveValue('America/Chicago');
  await expect(page.getByLabel('First day')).toHaveValue('2026-11-20');
});
