import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test.use({ reuseServer: true });

test('a screen of another role: a host reads whom to ask, and no call is made for it', async ({ page, server }) => {
  await signInToConsole(page, server, 'host');
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  for (const path of ['people', 'people/some-one', 'people/import', 'programme/event', 'programme/polls/+', 'audit']) {
    await page.goto(`/console/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This screen is not for your role.');
  }
  await expect(page.getByRole('main')).toContainText('You are a host. An owner can give you another role.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  // What is for everyone stays open.
  await page.goto('/console/account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/account/i);
  await page.goto('/console/polls/post-event/overall');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('the summit as a whole');
  expect(refused).toEqual([]);
});
