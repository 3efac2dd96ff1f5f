import { HOUR } from '@companion/contract/constants';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { isAskedBeforeLeaving } from '@companion/testkit/isAskedBeforeLeaving';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { STAFF_PASSWORD } from '@companion/testkit/staffBrowser';

test('announcements: an owner sees whom one reaches, sends it, undoes it, sends it again, and ends it', async ({
  page,
  server,
}) => {
  const owner = await signInToConsole(page, server, 'owner');
  const { db } = server.services;
  await server.registerProved();
  await db
    .updateTable('staff_sessions')
    .set({ confirmed_at: server.clock.now() - HOUR })
    .where('staff_id', '=', owner.id)
    .execute();
  await page.goto('/console/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const form = page.getByRole('region', { name: 'New announcement' });
  await form.getByLabel('Title (optional)').fill('Lunch');
  await form.getByLabel('Text', { exact: true }).fill('Lunch is in the west hall.');
  await expect(form.getByRole('figure')).toContainText('Lunch is in the west hall.');
  await expect(form.getByRole('status')).toContainText('On phones: 1 person with an account.');
  await form.getByLabel('Also by SMS').check();
  await expect(form.getByRole('status')).toContainText('By SMS: 1 person, 1 SMS part each, 1 s at 3 a second.');
  await expectAccessible(page);
  const background = (name: string) =>
    form.getByRole('button', { name, exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await background('Text a test')).not.toBe(await background('Send'));
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByLabel('Your password').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();

  const row = page.getByRole('listitem').filter({ hasText: 'Lunch is in the west hall.' });
  await expect(row).toContainText(/Leaves in \d+ s/);
  await row.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Taken back');
  // What was written is in the form again.
  await expect(form.getByLabel('Text', { exact: true })).toHaveValue('Lunch is in the west hall.');
  expect((await server.outbox()).filter(({ text }) => text.includes('west hall'))).toEqual([]);

  await form.getByRole('radio', { name: 'Now' }).check();
  await form.getByLabel('Text', { exact: true }).fill('Lunch is in the east hall.');
  await form.getByRole('button', { name: 'Send', exact: true }).click();
  const sent = page.getByRole('listitem').filter({ hasText: 'Lunch is in the east hall.' });
  await expect(sent).toContainText('Planned');
  await db
    .updateTable('announcements')
    .set({ sends_at: server.clock.now() })
    .where('cancelled_at', 'is', null)
    .execute();
  await expect(sent).toContainText('SMS: 1 of 1 sent', { timeout: 15_000 });
  await sent.getByRole('button', { name: 'End now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('1 by SMS had gone out.');
  await expect(sent).toContainText('Ended');
  await page.goto('/console/audit');
  await expect(page.getByRole('row').first()).toContainText('ended the announcement “⁨Lunch is in the east hall.⁩”');
});

test('announcements: what is written stays while another screen is looked at, until it is closed', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInToConsole(page, server, 'owner');
  await page.goto('/console/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const form = page.getByRole('region', { name: 'New announcement' });
  await form.getByLabel('Text', { exact: true }).fill('Lunch is in the west hall.');
  const menu = page.getByRole('navigation', { name: 'Console' });
  await menu.getByRole('link', { name: 'Overview' }).click();
  await expect(form).toHaveCount(0);
  await menu.getByRole('link', { name: 'Announcements' }).click();
  await expect(form.getByLabel('Text', { exact: true })).toHaveValue('Lunch is in the west hall.');
  expect(await isAskedBeforeLeaving(page)).toBe(true);
  await form.getByRole('button', { name: 'Close without sending' }).click();
  expect(await isAskedBeforeLeaving(page)).toBe(false);
  await page.getByRole('button', { name: 'New announcement' }).click();
  await expect(form.getByLabel('Text', { exact: true })).toHaveValue('');
});
