import { test } from '@companion/testkit/badNetworkTest';
import { expect } from '@companion/testkit/browserTest';
import { changeItem } from '@companion/testkit/changeItem';
import { holdCalls } from '@companion/testkit/holdCalls';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

const LIVE = '/api/public/live';

/** The lists that the phone asks for from now on, each with the ETag that it sends. */
function askedLists(page: Page) {
  const asked: { list: string; etag: string | undefined }[] = [];
  page.on('request', (request) => {
    const list = /\/public\/(content|questions)$/.exec(request.url())?.[1];
    if (list) asked.push({ list, etag: request.headers()['if-none-match'] });
  });
  return asked;
}
const names = (asked: { list: string }[]) => asked.map(({ list }) => list).sort();

async function open(page: Page, name: 'Home' | 'Agenda' | 'Sponsors'): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL({ Home: /dashboard$/, Agenda: /agenda$/, Sponsors: /sponsors$/ }[name]);
}

test('lists: without a stream, a screen shows what is kept and asks for it again by its ETag (§9, decision 050)', async ({
  page,
  server,
}) => {
  await page.route(`**${LIVE}**`, (route) => route.fulfill({ status: 404, json: { message: 'Not found' } }));
  await server.signIn(page);
  await page.goto('/agenda');
  await expect(page.getByText('Opening Words').first()).toBeAttached();
  const asked = askedLists(page);

  await open(page, 'Sponsors');
  await expect.poll(() => asked).toEqual([{ list: 'content', etag: expect.stringContaining('"') }]);
  await untilQuiet(page);
  await server.services.db.updateTable('content').set({ title: 'Moved' }).where('id', '=', 'opening').execute();
  // The server caches the content list for a second.
  server.clock.advance(2000);
  const release = await holdCalls(page, '**/api/public/content');
  await open(page, 'Agenda');
  await expect(page.getByText('Opening Words').first()).toBeAttached();
  release();
  await expect(page.getByText('Moved').first()).toBeAttached();
  await open(page, 'Home');
  await expect.poll(() => names(asked)).toEqual(['content', 'content', 'content', 'questions']);
});

test('lists: what a stream has vouched for since is not asked for again, until the stream is gone (decision 050)', async ({
  page,
  server,
  network,
}) => {
  await server.signIn(page);
  const streaming = page.waitForResponse((response) => new URL(response.url()).pathname === LIVE);
  await page.goto('/dashboard');
  await streaming;
  await untilQuiet(page);
  const asked = askedLists(page);
  await open(page, 'Agenda');
  await open(page, 'Home');
  // Both were asked for before the stream had begun.
  await expect.poll(() => names(asked)).toEqual(['content', 'questions']);
  await untilQuiet(page);
  for (const name of ['Sponsors', 'Agenda', 'Home'] as const) await open(page, name);
  await untilQuiet(page);
  expect(names(asked)).toEqual(['content', 'questions']);

  await changeItem(server, 'opening', { title: 'Moved to the Atrium' });
  await open(page, 'Agenda');
  // The change came with its frame.
  await expect(page.getByText('Moved to the Atrium').first()).toBeAttached();
  await untilQuiet(page);
  expect(names(asked)).toEqual(['content', 'questions']);

  network.use({ faults: { drop: 1 }, only: ({ path }) => path.startsWith(LIVE) });
  const cut = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === LIVE);
  network.disconnect();
  await cut;
  await open(page, 'Home');
  await expect.poll(() => names(asked)).toEqual(['content', 'content', 'questions', 'questions']);
});

test('lists: the splash screen leads to a dashboard that asks for nothing twice', async ({ page, server }) => {
  await page.route(`**${LIVE}**`, (route) => route.fulfill({ status: 404, json: { message: 'Not found' } }));
  await server.signIn(page);
  const asked = askedLists(page);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Now and next' })).toBeVisible();
  await untilQuiet(page);
  expect(names(asked)).toEqual(['content', 'questions']);
});
