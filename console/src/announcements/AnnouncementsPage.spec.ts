import { HOUR } from '@companion/contract/constants';
import { announcementForm, timeFromNow } from '@companion/testkit/announce';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { isAskedBeforeLeaving } from '@companion/testkit/isAskedBeforeLeaving';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { STAFF_PASSWORD, signedInMember } from '@companion/testkit/staffBrowser';

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

test('announcements: a draft stays while a planned one is edited or taken back, also where its answer is awaited', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'owner');
  const { browser } = await signedInMember(server, 'editor');
  const { nowThere } = (await browser.ask('getAnnouncementList')).results;
  const later = (hours: number) =>
    new Date(Date.parse(`${nowThere}Z`) + hours * HOUR).toISOString().slice(0, nowThere.length);
  for (const text of ['Planned one.', 'Planned two.']) {
    const body = { text, audience: 'all', sendsAt: later(2), endsAt: later(4), mail: false, sms: false };
    await browser.ask('planAnnouncement', { body });
  }
  await page.goto('/console/announcements');
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const written = page.getByRole('region', { name: 'New announcement' });
  const edited = page.getByRole('region', { name: 'Edit the announcement' });
  const text = (form: typeof written) => form.getByLabel('Text', { exact: true });
  await page.getByRole('button', { name: 'New announcement' }).click();
  await text(written).fill('Lunch is in the west hall.');

  await row('Planned one.').getByRole('button', { name: 'Edit' }).click();
  await expect(text(edited)).toHaveValue('Planned one.');
  expect(await isAskedBeforeLeaving(page)).toBe(true);
  await expect(edited).toContainText('What you were writing is kept');
  await expectAccessible(page);
  await text(edited).fill('Planned one, changed.');
  // What is taken back has what was typed about it, as an announcement of its own.
  await row('Planned one.').getByRole('button', { name: 'Take back' }).click();
  await expect(text(written)).toHaveValue('Planned one, changed.');
  await written.getByRole('button', { name: 'Close without sending' }).click();
  await expect(text(written)).toHaveValue('Lunch is in the west hall.');

  const release = await holdCalls(page, '**/api/staff/announcements');
  await written.getByRole('button', { name: 'Send', exact: true }).click();
  await row('Planned two.').getByRole('button', { name: 'Edit' }).click();
  await text(edited).fill('Planned two, changed.');
  release();
  await expect(row('Lunch is in the west hall.')).toContainText('Planned');
  await expect(text(edited)).toHaveValue('Planned two, changed.');
  await edited.getByRole('button', { name: 'Close without sending' }).click();
  await expect(written).toHaveCount(0);
  expect(await isAskedBeforeLeaving(page)).toBe(false);
});

test('announcements: of two members who edit a planned one, the second is told, keeps what was typed, and decides', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'owner');
  const { browser } = await signedInMember(server, 'editor');
  const form = await announcementForm(server, { sendsAt: await timeFromNow(server, HOUR) });
  const { results: planned } = await browser.ask('planAnnouncement', { body: { ...form, text: 'Planned.' } });
  await page.goto('/console/announcements');
  const rows = page.getByRole('listitem');
  await rows.filter({ hasText: 'Planned.' }).getByRole('button', { name: 'Edit' }).click();
  const edited = page.getByRole('region', { name: 'Edit the announcement' });
  await edited.getByLabel('Text', { exact: true }).fill('Mine.');

  const { id, version } = planned;
  const body = { ...form, text: 'By another.', version };
  await browser.ask('editAnnouncement', { params: { announcementId: id }, body });
  await edited.getByRole('button', { name: 'Save' }).click();

  await expect(edited.getByText('Another member has changed this announcement')).toBeVisible();
  await expect(edited.getByLabel('Text', { exact: true })).toHaveValue('Mine.');
  await expect(rows.filter({ hasText: 'By another.' })).toBeVisible();
  await expectAccessible(page);
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(rows.filter({ hasText: 'Mine.' })).toBeVisible();
  await expect(edited).toHaveCount(0);
});
