import { HOUR } from '@companion/contract/constants';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { addMember, STAFF_PASSWORD } from '@companion/testkit/staffBrowser';

test('members: an owner confirms the password, changes a role, makes a stage screen, and finds both in the audit log', async ({
  page,
  server,
}) => {
  const owner = await signInToConsole(page, server, 'owner');
  const { email } = await addMember(server, 'editor');
  await server.services.db
    .updateTable('staff_sessions')
    .set({ confirmed_at: server.clock.now() - HOUR })
    .where('staff_id', '=', owner.id)
    .execute();

  await page.goto('/console/members');
  await page.getByLabel('Search').fill(email);
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('group', { name: 'Role of The editor' }).getByRole('radio', { name: 'Host' }).click();
  await page.getByRole('button', { name: 'Change the role' }).click();
  await page.getByLabel('Your password').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('The editor has the role host.');

  await page.goto('/console/devices');
  await page.getByLabel('Name of the screen').fill('Main hall');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(/\/console\/stage#key=/);
  await expectAccessible(page);

  await page.goto('/console/audit?q=role');
  await expect(page.getByRole('row').last()).toContainText('changeMemberRole');
  await expectAccessible(page);
  await page.goto('/console/account');
  await expect(page.getByText('This browser')).toBeVisible();
  await expectAccessible(page);
});
