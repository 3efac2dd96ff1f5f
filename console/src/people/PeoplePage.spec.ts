import { gzipSync } from 'node:zlib';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { isAskedBeforeLeaving } from '@companion/testkit/isAskedBeforeLeaving';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signInAgain } from '@companion/testkit/staffBrowser';
import { attendee } from '@companion/testkit/testServer';
import { paths } from '../paths.ts';

test('people: an editor finds a person, corrects a name, adds a walk-in and merges two accounts', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  const { profile } = await server.register({ firstName: 'Grace', lastName: 'Hoper' });
  await server.register({ ...attendee(), firstName: 'Grace', lastName: 'Hopper' });
  await page.goto(paths.people);

  await page.getByLabel('Search a name, e-mail, phone or organization').fill(profile.phone);
  await page.getByRole('link', { name: 'Grace Hoper' }).click();
  await page.getByLabel('Last name').fill('H');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Must be 2 characters or more')).toBeVisible();
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();

  await page.getByRole('button', { name: 'Merge with another account…' }).click();
  await page.getByRole('button', { name: /^Choose Grace Hopper/ }).click();
  await expect(page.getByText('Its phone and e-mail no longer')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('The accounts are merged.')).toBeVisible();

  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await expect(page.getByRole('status').filter({ hasText: '1 person' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('First name').fill('Walk');
  await page.getByLabel('Last name').fill('In');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('img', { name: 'The link that signs in, as a code to scan' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 people' })).toBeVisible();
});

test('people: what is typed about a person is kept when the screen is left, and asked about when the page is', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await server.register({ firstName: 'Grace', lastName: 'Hoper' });
  await page.goto(paths.people);
  await page.getByRole('link', { name: 'Grace Hoper' }).click();
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByRole('link', { name: 'People', exact: true }).first().click();

  const row = page.getByRole('listitem').filter({ hasText: 'Grace Hoper' });
  await expect(row.getByText('Not saved')).toBeVisible();
  await row.getByRole('link').click();
  await expect(page.getByLabel('Last name')).toHaveValue('Hopper');
  expect(await isAskedBeforeLeaving(page)).toBe(true);

  // Another member changes another field: what is typed stays on top of that.
  await server.services.db.updateTable('accounts').set({ organization_name: 'Navy' }).execute();
  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await row.getByRole('link').click();
  await expect(page.getByLabel('Organization', { exact: true })).toHaveValue('Navy');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible();
  expect(await isAskedBeforeLeaving(page)).toBe(false);

  // Where another member has changed the same field, nothing is overwritten, and what they wrote can be seen.
  await page.getByLabel('Last name').fill('Hoopper');
  await server.services.db.updateTable('accounts').set({ last_name: 'Murray' }).execute();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This has changed since you opened it.')).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Hoopper');
  await page.getByRole('button', { name: 'Discard what I typed' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Murray');
  await expect(page.getByText('This has changed since you opened it.')).toBeHidden();
  expect(await isAskedBeforeLeaving(page)).toBe(false);

  // What another member has stored meanwhile is not left to save.
  await page.getByLabel('Last name').fill('Byron');
  await server.services.db.updateTable('accounts').set({ last_name: 'Byron' }).execute();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Byron' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Discard what I typed' })).toBeHidden();
  expect(await isAskedBeforeLeaving(page)).toBe(false);
});

test('people: what is typed about a new person stays after Esc, until it is sent or cancelled; the code has the focus', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.people);
  const open = page.getByRole('button', { name: 'Add a person' });
  const lastName = page.getByLabel('Last name');
  const first = page.getByLabel('First name');

  await open.click();
  await first.fill('Walk');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(lastName).toHaveAccessibleDescription('Last name is required');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await isAskedBeforeLeaving(page)).toBe(true);
  await open.click();
  await expect(first).toHaveValue('Walk');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await isAskedBeforeLeaving(page)).toBe(false);
  await open.click();
  await expect(first).toHaveValue('');

  await first.fill('Walk');
  await lastName.fill('In');
  await lastName.press('Enter');
  await expect(page.getByRole('heading', { name: 'Walk In is added' })).toBeFocused();
  await page.keyboard.press('Escape');
  await open.click();
  await expect(first).toHaveValue('');
});

test('people: inviting everyone says how many invitations are on their way', async ({ page, server }) => {
  const { id } = await signInToConsole(page, server, 'editor');
  const member = await signInAgain(server, id);
  const content = gzipSync('Name,Email\nAda Byron,ada@example.com\nCy Fox,cy@example.com\n').toString('base64');
  const { results } = await member.ask('importPeople', { body: { content } });
  const { importId } = results;
  const read = async () => (await member.ask('getPeopleImport', { params: { importId } })).results.state;
  await expect.poll(read).toBe('done');
  await page.goto(paths.people);
  await page.getByRole('button', { name: 'Invite…' }).click();
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('2 invitations are on their way.');
});

test('people: what is typed back while a name is being saved stays typed', async ({ page, server }) => {
  await signInToConsole(page, server, 'editor');
  const { profile } = await server.register({ firstName: 'Grace', lastName: 'Hopper' });
  await page.goto(paths.person(profile.id));
  const first = page.getByLabel('First name');
  await first.fill('Gracia');
  const release = await holdCalls(page, `**/api/staff/people/${profile.id}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await first.fill('Grace');
  release();
  await expect(page.getByText('The details are saved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Gracia Hopper' })).toBeVisible();
  await expect(first).toHaveValue('Grace');
});
