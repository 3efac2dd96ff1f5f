import { expect, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { addMember, expireConfirmation, STAFF_PASSWORD, signInAgain } from '@companion/testkit/staffBrowser';

test.use({ reuseServer: true });

test('dialogs: after a confirmation the control that asked has the focus, also after the password', async ({
  page,
  server,
}) => {
  const { id } = await signInToConsole(page, server, 'owner');
  await addMember(server, 'editor');
  await expireConfirmation(server, id);
  await page.goto('/console/members');
  const host = page.getByRole('group', { name: 'Role of The editor' }).getByRole('radio', { name: 'Host' });
  await host.press(' ');
  await page.getByRole('button', { name: 'Change the role' }).press('Enter');
  await page.getByLabel('Your password').fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The editor has the role host.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(host).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove The editor' })).toBeFocused();
});

test('dialogs: where the confirmed change removes the control, the heading has the focus', async ({ page, server }) => {
  const { id } = await signInToConsole(page, server, 'owner');
  const owner = await signInAgain(server, id);
  for (const name of ['Left', 'Right']) await owner.ask('createStageScreen', { body: { name } });
  await page.goto('/console/stage-screens');
  for (const name of ['Left', 'Right']) {
    await page.getByRole('button', { name: `Revoke ${name}` }).press('Enter');
    await page.getByRole('button', { name: 'Revoke', exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: `Revoke ${name}` })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});
