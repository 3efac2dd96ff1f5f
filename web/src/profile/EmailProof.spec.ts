import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { confirmPhone, phoneCard } from '@companion/testkit/confirmPhone';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

test('profile edit: the mailed link proves the e-mail once the signed-in attendee confirms it (decision 022)', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page, await server.registerProved());
  const mail = (await server.outbox()).find(({ to }) => to === profile.email);
  await page.goto(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const section = page.getByRole('region', { name: 'Confirm your address' });
  await expect(section).toContainText(`Is ${profile.email} your email address?`);
  const confirm = section.getByRole('button', { name: 'Confirm my email address' });
  // On a bad network the link stays.
  const proof = `**/api/public/accounts/${profile.id}/email`;
  await page.route(proof, (route) => route.abort());
  await confirm.click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(confirm).toBeEnabled();
  await page.unroute(proof);

  await confirm.click();

  await expect(page.getByRole('alert').filter({ hasText: 'Your email address is confirmed.' })).toBeVisible();
  await expect(page).toHaveURL('/profile/edit');
  await expect(section).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

const emailSection = (page: Page) => page.getByRole('region', { name: 'Confirm your address' });

test('profile edit: a link to confirm the e-mail is offered once the phone is confirmed, which comes first (decision 022)', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page);
  await page.goto('/profile/edit');
  await expect(phoneCard(page)).toContainText(`Then we can mail you a link that confirms ${profile.email} too.`);
  await expect(page.getByRole('button', { name: 'Send confirmation link' })).toHaveCount(0);
  await expectAccessible(page);

  await confirmPhone(page, server);

  await expect(phoneCard(page)).toHaveCount(0);
  await emailSection(page).getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(emailSection(page).getByRole('status')).toHaveText('A link has been sent. Please check your email.');
});

test('profile edit: a confirmed account confirms the phone in a session that has not, and then gets the link', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page);
  // As after a ticket has confirmed it.
  await server.services.db.updateTable('accounts').set({ confirmed_at: 1 }).where('id', '=', profile.id).execute();
  await page.goto('/profile/edit');
  await expect(page.getByLabel('First Name')).toHaveValue(profile.firstName);
  await emailSection(page).getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(phoneCard(page)).toBeVisible();
  await expect(emailSection(page)).toHaveCount(0);
  // The button that had the focus is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await confirmPhone(page, server);

  await emailSection(page).getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(emailSection(page).getByRole('status')).toHaveText('A link has been sent. Please check your email.');
});
