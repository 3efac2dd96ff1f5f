import { HOUR } from '@companion/contract/constants';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { addMember, expireConfirmation, STAFF_PASSWORD, signInAgain } from '@companion/testkit/staffBrowser';

test.use({ reuseServer: true });

test('members: an owner confirms the password, changes a role, makes a stage screen, and finds both in the audit log', async ({
  page,
  server,
}) => {
  const owner = await signInToConsole(page, server, 'owner');
  const { id, email } = await addMember(server, 'editor');
  await expireConfirmation(server, owner.id);

  await page.goto('/console/members');
  await page.getByLabel('Search a name or an e-mail').fill(email);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await page.getByRole('group', { name: 'Role of The editor' }).getByRole('radio', { name: 'Host' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change the role' }).click();
  await page.getByLabel('Your password').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The editor has the role host.');

  await page.goto('/console/stage-screens');
  await page.getByRole('radio', { name: 'By a link' }).check();
  await page.getByLabel('Name of the screen').fill('Main hall');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/console\/stage#key=/);
  await expectAccessible(page);

  await page.goto('/console/audit?q=role');
  await expect(page.getByRole('row').last()).toContainText('changed the role of');
  await expect(page.getByRole('row').last()).toContainText(owner.email);

  const link = { name: 'Ada Lovelace', content_id: 'opening', created_by: id, token_hash: 'x', uses: 0 };
  const times = { created_at: 1, expires_at: server.clock.now() + HOUR, last_used_at: null };
  await server.services.db
    .insertInto('summary_links')
    .values({ id: 'link', ...link, ...times })
    .execute();
  await page.goto(`/console/members?q=${email}`);
  await page.getByRole('button', { name: 'Remove The editor' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText(/^Ada Lovelace: /);
  await page
    .getByRole('group', { name: 'Their links for speakers' })
    .getByRole('radio', { name: /^Revoke/ })
    .click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The editor is removed.');
  await expect(page.getByText('No members match.')).toBeVisible();
  expect(await server.services.db.selectFrom('summary_links').select('id').execute()).toEqual([]);
});

test('invitations: are searched, and revoked once that is confirmed; the search is in the address', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'owner');
  const owner = await signInAgain(server, id);
  for (let number = 1; number <= 9; number++) {
    await owner.ask('inviteMember', { body: { email: `guest.${number}@example.com`, role: 'host' } });
  }
  await page.goto('/console/members?q=owner');
  await page.getByLabel('Search the invitations').fill('guest.7');
  await expect(page).toHaveURL(/\?q=owner&invitations=guest\.7$/);
  await page.reload();
  await page.getByRole('button', { name: /^Revoke the invitation/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Its link no longer works.');
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();

  await expect(page.getByText('No matches.')).toBeVisible();
  expect((await owner.ask('getStaffInvitations')).results).toHaveLength(8);
});

test('invitations: what cannot be sent is said before the password is asked for; without it nothing is sent', async ({
  page,
  server,
}) => {
  const owner = await signInToConsole(page, server, 'owner');
  const { email } = await addMember(server, 'editor');
  const calls = await signInAgain(server, owner.id);
  await calls.ask('inviteMember', { body: { email: 'guest@example.com', role: 'host' } });
  await expireConfirmation(server, owner.id);
  await page.goto('/console/members');
  const field = page.getByLabel('E-mail of a new member');
  const invite = page.getByRole('button', { name: 'Make a link', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  for (const [given, message] of [
    ['', 'Required'],
    ['no address', 'valid email'],
    [email.toUpperCase(), 'Is a member already'],
    ['Guest@example.com', 'Is invited already.'],
  ] as const) {
    await field.fill(given);
    await invite.click();
    await expect(field).toHaveAccessibleDescription(new RegExp(message));
    await expect(dialog).toHaveCount(0);
  }
  await expectAccessible(page);

  await field.fill('new@example.com');
  for (const close of ['Cancel', 'Escape']) {
    await invite.click();
    await expect(dialog).toBeVisible();
    if (close === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).click();
    else await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveText('Nothing was sent: you did not confirm that it is you.');
    await expect(field).toHaveValue('new@example.com');
  }
  expect((await calls.ask('getStaffInvitations')).results).toHaveLength(1);
  await invite.click();
  await page.getByLabel('Your password').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Hand this link to new@example.com')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a new link for new@example.com' })).toBeVisible();
});
