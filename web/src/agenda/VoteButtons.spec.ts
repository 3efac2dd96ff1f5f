import { expect, test } from '@companion/testkit/browserTest';
import { openItem, THANKS, voteButton, votes, watch } from '@companion/testkit/contentItemPage';
import { placesBySize } from '@companion/testkit/controlPlaces';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import { loseAnswers } from '@companion/testkit/loseAnswers';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Request } from '@playwright/test';

test.use({ timezoneId: 'Asia/Tokyo' });

test('vote: the first is a POST, later ones are a PUT, which fetch no list; with an expired access token one is retried after the refresh (§4, §7)', async ({
  page,
  server,
}) => {
  const session = await openItem(page, server);
  await untilQuiet(page);
  const sent = watch(page, 'votes');
  const fetched: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'GET' && request.url().includes('/public/content')) fetched.push(request.url());
  });
  const mine = { account_id: session.profile.id, content_id: 'keynote' };
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'false');
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  expect(await votes(server)).toEqual([{ ...mine, vote: 'up' }]);
  // Pressing the selected one again sends nothing.
  await voteButton(page, 'Vote up').click();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  await untilQuiet(page);
  expect(sent).toEqual(['POST up']);
  expect(fetched).toEqual([]);
  await page.getByRole('link', { name: 'Agenda' }).first().click();
  await page.getByRole('link', { name: 'Keynote' }).click();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');

  await page.reload();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  await voteButton(page, 'Vote down').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await votes(server)).toEqual([{ ...mine, vote: 'down' }]);
  expect(sent).toEqual(['POST up', 'PUT down']);

  server.clock.advance(11 * 60_000);
  await voteButton(page, 'Vote up').click();
  await expect.poll(() => votes(server)).toEqual([{ ...mine, vote: 'up' }]);
  expect(sent).toEqual(['POST up', 'PUT down', 'PUT up', 'PUT up']);
});

test('vote: shows at once; fast taps are sent one at a time, and the last one wins; leaving the page right after one does not lose it', async ({
  page,
  server,
}) => {
  const session = await openItem(page, server);
  const mine = { account_id: session.profile.id, content_id: 'keynote' };
  const sent = watch(page, 'votes');
  const release = await holdCalls(page, '**/public/content/votes');
  for (const name of ['Vote up', 'Vote down', 'Vote up', 'Vote down'] as const) {
    await voteButton(page, name).click();
    await expect(voteButton(page, name)).toHaveAttribute('aria-pressed', 'true');
  }
  expect(sent).toEqual(['POST up']);
  release();
  await expect(page.getByText(THANKS)).toHaveCount(1);
  expect(sent).toEqual(['POST up', 'PUT down']);
  await expect(voteButton(page, 'Vote down')).toHaveAttribute('aria-pressed', 'true');
  expect(await votes(server)).toEqual([{ ...mine, vote: 'down' }]);

  await page.evaluate(() => {
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Vote up')?.click();
    window.location.assign('/privacy-policy');
  });
  await expect(page).toHaveURL('/privacy-policy');
  await expect.poll(() => votes(server)).toEqual([{ ...mine, vote: 'up' }]);
});

test('vote: a rejected vote is reverted and shows a toast; a lost answer neither loses nor repeats the vote (§8)', async ({
  page,
  server,
}) => {
  const session = await openItem(page, server);
  const calls = '**/public/content/votes';
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { message: 'Votes are out of order', traceId: '7' } }),
  );
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Votes are out of order')).toBeVisible();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText(THANKS)).toHaveCount(0);
  expect(await votes(server)).toEqual([]);

  let areAnswersLost = true;
  await page.unroute(calls);
  await loseAnswers(page, calls, () => areAnswersLost);
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  areAnswersLost = false;
  await voteButton(page, 'Vote down').click();
  await expect
    .poll(() => votes(server))
    .toEqual([{ account_id: session.profile.id, content_id: 'keynote', vote: 'down' }]);
  await expect(page.getByText('Your vote is waiting to send.')).toHaveCount(0);
});

test('vote: nothing moves while a vote waits and once it is sent, also with large text', async ({
  page,
  server,
  context,
}) => {
  await openItem(page, server);
  await expect(page.getByRole('button', { name: 'Send Question' })).toBeVisible();
  await untilQuiet(page);
  await goOffline(page);
  const before = await placesBySize(page);
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  expect(await placesBySize(page), 'the vote waits').toEqual(before);
  await context.setOffline(false);
  await expect(page.getByText('Your vote is waiting to send.')).toHaveCount(0);
  expect(await placesBySize(page), 'the vote is sent').toEqual(before);
});
