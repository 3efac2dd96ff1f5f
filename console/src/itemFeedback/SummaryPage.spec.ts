import { COMMENTS_PER_PAGE } from '@companion/contract/staff/itemComments';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { feedbackOn } from '@companion/testkit/feedbackOn';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';

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
  await expect(speaker.getByText('Confirmed attendees only')).toBeVisible();
  await server.services.db.updateTable('votes').set({ standing: 'confirmed' }).execute();
  // A node keeps the figures for a second.
  server.clock.advance(1_001);
  await speaker.reload();
  await expect(speaker.getByRole('row', { name: 'Up' })).toContainText('100%');
  await expect(speaker.getByText('Confirmed attendees only')).toHaveCount(0);
  await expectAccessible(speaker);
  expect(await speaker.evaluate('document.documentElement.scrollWidth')).toBe(390);
  const [, token = ''] = link.split('#token=');
  expect(asked.filter((address) => address.includes(token) && !address.includes('#'))).toEqual([]);

  await page.reload();
  await expect(page.getByText('Opened 2 times')).toBeVisible();
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

test('summary link: a page of comments that cannot be read leaves the page before it, and is read on request (decision 049)', async ({
  page,
  server,
}) => {
  const { id, title, say } = await feedbackOn(server);
  for (let number = 0; number <= COMMENTS_PER_PAGE; number++) await say({ vote: 'up', comment: `Comment ${number}` });
  const { browser: editor } = await signedInMember(server, 'editor');
  const { results } = await editor.ask('createSummaryLink', {
    params: { contentId: id },
    body: { name: 'Grace', days: 7 },
  });
  await page.goto(results.link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const [newest, oldest] = [page.getByText(`Comment ${COMMENTS_PER_PAGE}`), page.getByText('Comment 0')];
  await expect(newest).toBeVisible();
  await page.route('**/api/staff/summary', (route) =>
    route.fulfill({ status: 500, json: { message: 'It is broken.', traceId: 'trace' } }),
  );
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByRole('alert')).toHaveText('It is broken.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(newest).toBeVisible();
  await expectAccessible(page);

  await pressTryAgain(page, '**/api/staff/summary');
  await expect(oldest).toBeVisible();
  await expect(newest).toHaveCount(0);
});
