import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { openStage } from '@companion/testkit/openStage';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type { Page, Route } from '@playwright/test';

test.use({ viewport: { width: 1024, height: 768 } });

test('stage: by its link a browser shows what is on stage, keeps it through a restart of the server, and goes on', async ({
  page,
  server,
}) => {
  const { browser: host } = await signedInMember(server, 'host');
  const { results: stageScreen } = await host.ask('createStageScreen', { body: { name: 'Main hall' } });
  const poll = (await host.ask('getPolls')).results.find(({ questionTypes }) => questionTypes === 'options');
  if (!poll) throw new Error('the demo event has a question with options');
  const params = { campaignId: poll.campaignId, questionId: poll.id };
  const change = async (fields: object) => {
    const now = (await host.ask('getPolls')).results.find(({ id }) => id === poll.id);
    await host.ask('changePoll', { params, body: { ...fields, version: now?.version } });
  };

  await page.goto(stageScreen.link);
  await expect(page).toHaveURL(/\/console\/stage$/);
  await expect(page.getByText('Join at')).toBeVisible();
  await change({ state: 'open', isOnStage: true });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(poll.question);
  await expect(page.getByText('0%')).toHaveCount(0);
  await change({ shownTo: 'stage' });
  await expect(page.getByText('0%').first()).toBeVisible();
  await expectAccessible(page);

  await server.restart();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(poll.question);
  await change({ state: 'closed' });
  await expect(page.getByText('Closed')).toBeVisible();

  await host.ask('revokeStageScreen', { params: { stageScreenId: stageScreen.id } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect this screen');
  const code = await codeOn(page);
  await host.ask('pairStageScreen', { body: { code, name: 'Main hall again' } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(poll.question);
});

/** The code as a screen reader has it. */
async function codeOn(page: Page): Promise<string> {
  const status = page.getByRole('status', { name: 'Pairing code' });
  await expect(status).toContainText(/Code: (\S ){5}\S/);
  return (await status.innerText()).split('Code: ')[1]?.replaceAll(' ', '') ?? '';
}

test('stage: a screen without a key shows a code; a host enters it by keyboard, and the screen is connected (decision 059)', async ({
  page,
  server,
  browser,
}) => {
  await page.goto('/console/stage');
  const code = await codeOn(page);
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: server.url });
  const host = await context.newPage();
  await signInToConsole(host, server, 'host');
  await host.goto('/console/stage-screens');
  await host.getByLabel('Code on the screen').focus();
  await host.keyboard.type('OOOOOO');
  await host.keyboard.press('Tab');
  await host.keyboard.type('Main hall');
  await host.keyboard.press('Enter');
  await expect(host.getByText('No screen shows this code.')).toBeVisible();
  await expectAccessible(host);
  await host.getByLabel('Code on the screen').fill(`${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase());
  await host.keyboard.press('Enter');
  await expect(page.getByText('Join at')).toBeVisible();
  await expect(host.getByRole('status', { name: 'Notices' })).toContainText('Main hall shows the stage in a moment.');
  await expect(host.getByLabel('Code on the screen')).toBeFocused();
  await expect(host.getByRole('listitem').filter({ hasText: 'Main hall' })).toContainText('Last used');
  await context.close();

  await page.reload();
  await expect(page.getByText('Join at')).toBeVisible();
});

test('stage: a screen renews its code by itself, and shows none while the server does not answer', async ({
  page,
  server,
}) => {
  const endsSoon = async (route: Route) => {
    const response = await route.fetch();
    const { results } = await response.json();
    const expiresAt = new Date(Date.now() + 23_000).toISOString();
    await route.fulfill({ response, json: { results: { ...results, expiresAt } } });
  };
  await page.route('**/api/staff/stage-pairings', endsSoon);
  await page.goto('/console/stage');
  const code = await codeOn(page);
  await page.unroute('**/api/staff/stage-pairings');
  await expect.poll(() => codeOn(page)).not.toBe(code);
  const next = await codeOn(page);
  const { browser: host } = await signedInMember(server, 'host');
  expect((await host.send('pairStageScreen', { body: { code, name: 'Too late' } })).status).toBe(404);

  await page.clock.install();
  await page.reload();
  const last = await codeOn(page);
  expect(last).not.toBe(next);
  await page.route('**/api/**', (route) => route.abort());
  await page.clock.runFor('10:30');
  await expect(page.getByText('The server does not answer.')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Pairing code' })).toBeEmpty();
  await page.unroute('**/api/**');
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return page.getByRole('status', { name: 'Pairing code' }).innerText();
    })
    .toContain('Code: ');
  expect(await codeOn(page)).not.toBe(last);
});

test('stage: a code that a host enters just before it is renewed connects the screen', async ({ page, server }) => {
  let isRenewed = false;
  // The screen learns nothing until it asks for another code.
  await page.route('**/api/staff/stage-pairings/claim', (route) =>
    isRenewed ? route.continue() : route.fulfill({ json: { results: { state: 'waiting' } } }),
  );
  await page.route('**/api/staff/stage-pairings', async (route) => {
    isRenewed = route.request().postDataJSON().token !== undefined;
    const response = await route.fetch();
    const { results } = await response.json();
    const expiresAt = isRenewed ? results.expiresAt : new Date(Date.now() + 25_000).toISOString();
    await route.fulfill({ response, json: { results: { ...results, expiresAt } } });
  });
  await page.goto('/console/stage');
  const code = await codeOn(page);
  const { browser: host } = await signedInMember(server, 'host');
  await host.ask('pairStageScreen', { body: { code, name: 'Main hall' } });
  await expect(page.getByText('Join at')).toBeVisible();
  expect(isRenewed).toBe(true);
});

test('stage: a link that is opened without a network connects by itself, and gives its key away only then', async ({
  page,
  server,
}) => {
  const { browser: host } = await signedInMember(server, 'host');
  const { results: stageScreen } = await host.ask('createStageScreen', { body: { name: 'Main hall' } });
  let isAway = true;
  let answers = 0;
  await page.route('**/api/staff/stage-screen', (route) => {
    if (isAway) return route.abort();
    answers++;
    // First that of a captive portal.
    if (answers === 1)
      return route.fulfill({ status: 403, contentType: 'text/html', body: 'Please accept the terms.' });
    return route.continue();
  });
  await page.goto(stageScreen.link);
  await expect(page.getByText('It is asked again by itself.')).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(stageScreen.link);
  isAway = false;

  await expect(page.getByText('Join at')).toBeVisible();
  await expect(page).toHaveURL(/\/console\/stage$/);
  expect(answers).toBe(2);
});

test('stage: a connected screen that starts without the API shows the stage as soon as it is back', async ({
  page,
  server,
}) => {
  await openStage(page, server);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('No connection to the server.')).toBeVisible();
  await page.unroute('**/api/**');
  await expect(page.getByText('Join at')).toBeVisible();
});

test.describe('without its code', () => {
  test.use({ expectedErrors: ['Failed to fetch dynamically imported module'] });

  test('stage: a screen whose code did not arrive loads again as soon as the server answers', async ({
    page,
    server,
  }) => {
    await openStage(page, server);
    await page.route(/StagePage.*\.js$/, (route) => route.abort());
    await page.route('**/health/ready', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This screen could not be shown.');
    await page.unroute(/StagePage.*\.js$/);
    await page.unroute('**/health/ready');
    await expect(page.getByText('Join at')).toBeVisible();
  });
});

test('stage: a revoked link is reported, and another link in the same tab connects the screen', async ({
  page,
  server,
}) => {
  const { browser: host } = await signedInMember(server, 'host');
  const [old, next] = await Promise.all(
    ['Old', 'Next'].map(async (name) => (await host.ask('createStageScreen', { body: { name } })).results),
  );
  await host.ask('revokeStageScreen', { params: { stageScreenId: old?.id ?? '' } });
  await page.goto(old?.link ?? '');
  await expect(page.getByText('This link was revoked.')).toBeVisible();
  await codeOn(page);
  await expect(page).toHaveURL(/\/console\/stage$/);
  await page.goto(next?.link ?? '');
  await expect(page.getByText('Join at')).toBeVisible();
});
