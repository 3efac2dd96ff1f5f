import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { feedbackOn } from '@companion/testkit/feedbackOn';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test('summary link: a speaker without an account reads votes and comments by it, until it is revoked', async ({
  browser,
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  const { id, title, say } = await feedbackOn(server);
  await say({ vote: 'up', comment: 'Clear <b>examples</b>' });
  await page.goto(`/console/feedback/items/${id}`);
  await page.getByLabel('Who gets it').fill('Grace');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await expectAccessible(page);

  const speaker = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const asked: string[] = [];
  speaker.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
  await speaker.goto(link);
  await expect(speaker.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(speaker.getByText('Clear <b>examples</b>')).toBeVisible();
  await expect(speaker.getByRole('row', { name: 'Up' })).toContainText('100%');
  await expectAccessible(speaker);
  expect(await speaker.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const [, token = ''] = link.split('#token=');
  expect(asked.filter((address) => address.includes(token) && !address.includes('#'))).toEqual([]);

  await page.reload();
  await expect(page.getByText('Opened 1 time')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke the link of Grace' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText(
    'The link of Grace no longer shows anything.',
  );
  // The address still has the token.
  await speaker.reload();
  await expect(speaker.getByRole('alert')).toHaveText(
    'This link was revoked, or expired long ago. Please ask the organizer for a new one.',
  );
  await speaker.goto('/console/summary#token=');
  await expect(speaker.getByRole('alert')).toHaveText('It is not complete. Please open it as it was sent.');
  await expectAccessible(speaker);
  await speaker.close();
});
