import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { feedbackOn } from '@companion/testkit/feedbackOn';
import { postAs } from '@companion/testkit/postAs';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test('overview: a question that waits becomes a card, which leads to where it is moderated; the frame has the event’s name and logo', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { id } = await feedbackOn(server);
  await page.goto('/console');
  const { name } = await server.services.db.selectFrom('events').select('name').executeTakeFirstOrThrow();
  const banner = page.getByRole('banner').filter({ hasText: `${name} console` });
  await expect(banner).toBeVisible();
  const logoWidth = () => banner.locator('img').evaluate((logo) => (logo as HTMLImageElement).naturalWidth);
  await expect.poll(logoWidth).toBeGreaterThan(0);
  const needs = page.getByRole('region', { name: 'What needs you' });
  await expect(needs.getByRole('link', { name: 'No question waits' })).toBeVisible();
  await expect(needs.getByRole('link', { name: 'No backup yet' })).toBeVisible();
  const { access_token: token } = await server.registerProved();
  await postAs(server, token, 'audience-questions', { contentId: id, text: 'Who decides?' });
  const waiting = needs.getByRole('link', { name: '1 question from the hall' });
  await expect(waiting).toBeVisible();
  await waiting.press('Enter');
  await expect(page).toHaveURL(/questions\?state=pending/);
  await expect(page.getByText('Who decides?', { exact: true })).toBeVisible();

  await page.goBack();
  await needs.getByRole('link', { name: 'No backup yet' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages and backups');
  await expect(page.getByText('There is no backup yet.')).toBeVisible();
});

test('overview: what came in today is a chart in words, and a table', async ({ page, server }) => {
  await signInToConsole(page, server, 'host');
  // Before the console asks: it counts once a minute.
  const { say } = await feedbackOn(server);
  await say({ vote: 'up', comment: 'Good' });
  await say({ vote: 'up', comment: 'Better' });
  await page.goto('/console');
  const activity = page.getByRole('region', { name: 'Today, hour by hour' });
  await expect(activity.getByRole('figure').filter({ hasText: 'Votes' })).toContainText(/Votes2most from .*: 2/);
  await expect(activity.getByRole('figure').filter({ hasText: 'Answers' })).toContainText('none yet');
  await activity.getByText('All figures as a table').press('Enter');
  await expect(activity.getByRole('row').nth(1)).toContainText(/:00 [AP]M\s*2\s*0\s*2\s*2\s*0/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
});
