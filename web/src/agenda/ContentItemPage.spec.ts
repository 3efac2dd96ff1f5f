import type { Credentials } from '@companion/contract/session';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { type StagedItem, stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page, Request } from '@playwright/test';

test.use({ timezoneId: 'Asia/Tokyo' });

const PROGRAMME: StagedItem[] = [
  {
    id: 'keynote',
    title: 'Keynote',
    subtitle: 'How it began',
    room: 'Ballroom',
    sponsor: 'Acme',
    body: '<p>It began with <strong>one</strong> contract.</p>',
    start: '2026-06-09T13:00:00Z',
    end: '2026-06-09T14:00:00Z',
    speakerIds: ['bo', 'ada'],
  },
  {
    id: 'panel',
    title: 'Panel',
    start: '2026-06-10T13:00:00Z',
    end: '2026-06-10T14:00:00Z',
    room: 'Hall',
    speakerIds: ['ada'],
  },
  { id: 'ada', type: 'Speaker', title: 'Ada Speaker', subtitle: 'Engineer', body: '<p>Builds bridges.</p>' },
  { id: 'bo', type: 'Speaker', title: 'Bo Host' },
];

const KEYNOTE = '/agenda/agenda/keynote';
const THANKS = 'Thank you for your feedback.';

const voteButton = (page: Page, name: 'Vote up' | 'Vote down') => page.getByRole('button', { name });
const comment = (page: Page) => page.getByLabel('Your comment');
const send = (page: Page) => page.getByRole('button', { name: 'Send Comment' });

/** What is stored of everyone's votes or comments. */
const votes = ({ services: { db } }: TestServer) =>
  db.selectFrom('votes').select(['account_id', 'content_id', 'vote']).execute();
const comments = ({ services: { db } }: TestServer) =>
  db.selectFrom('comments').select(['account_id', 'content_id', 'comment']).execute();

/** `POST up`, `PUT down`: the calls that were made to this path, as they go out. */
function watch(page: Page, path: 'votes' | 'comments'): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (!request.url().endsWith(`/public/content/${path}`)) return;
    const body = request.postDataJSON();
    sent.push(`${request.method()} ${body.vote ?? body.comment}`);
  });
  return sent;
}

async function open(
  page: Page,
  server: TestServer & { signIn(page: Page): Promise<Credentials> },
  address = KEYNOTE,
): Promise<Credentials> {
  await stageContent(server, PROGRAMME);
  const session = await server.signIn(page);
  await page.goto(address);
  await expect(voteButton(page, 'Vote up')).toBeVisible();
  return session;
}

test('agenda item: when in New York, what, where, by whom and for whom (§2, §9)', async ({ page, server }) => {
  await page.clock.install({ time: new Date('2026-06-09T12:00:00Z') });
  await open(page, server);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keynote');
  const main = page.getByRole('main');
  await expect(main).toContainText('Tuesday, June 9');
  await expect(main).toContainText('9:00 AM – 10:00 AM ET');
  await expect(main).toContainText('How it began');
  await expect(main).toContainText('Ballroom');
  await expect(main).toContainText('Sponsored by Acme');
  await expect(main.getByText('one', { exact: true })).toHaveCSS('font-weight', '700');
});

test('agenda item: its label follows the time (§4)', async ({ page, server }) => {
  await page.clock.install({ time: new Date('2026-06-09T12:59:00Z') });
  await open(page, server);
  await expect(page.getByText('Next Event', { exact: true })).toBeVisible();
  await page.clock.runFor('01:00');
  await expect(page.getByText('Currently Happening', { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText(/Currently Happening|Next Event/)).toHaveCount(0);
});

test('agenda item: leads to its speakers, a speaker to the sessions, and back step by step (§2)', async ({
  page,
  server,
}) => {
  await open(page, server);
  const speakers = page.getByRole('list', { name: 'Speakers' }).getByRole('link');
  await expect(speakers).toHaveText([/Bo Host/, /Ada Speaker/]);
  await speakers.nth(1).click();
  await expect(page).toHaveURL('/agenda/speakers/ada');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Speaker');
  await expect(page.getByText('Builds bridges.')).toBeVisible();
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('link');
  await expect(sessions).toHaveText([
    'Tuesday, June 9, 9:00 AM ETKeynoteBallroom',
    'Wednesday, June 10, 9:00 AM ETPanelHall',
  ]);
  await sessions.nth(1).click();
  await expect(page).toHaveURL('/agenda/agenda/panel');
  await page.getByRole('button', { name: 'Back to Ada Speaker' }).click();
  await page.getByRole('button', { name: 'Back to Keynote' }).click();
  await expect(page).toHaveURL(KEYNOTE);
  await page.getByRole('main').getByRole('link', { name: 'Agenda' }).click();
  await expect(page).toHaveURL('/agenda');
});

test('agenda item: one that does not exist says so, with a way on (§8)', async ({ page, server }) => {
  await stageContent(server, PROGRAMME);
  await server.signIn(page);
  await page.goto('/agenda/agenda/nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This item is not available at the moment.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the Agenda' }).click();
  await expect(page).toHaveURL('/agenda');
});

test('vote: the first is a POST, later ones are a PUT (§4, §7)', async ({ page, server }) => {
  const session = await open(page, server);
  const sent = watch(page, 'votes');
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'false');
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  expect(await votes(server)).toEqual([{ account_id: session.profile.id, content_id: 'keynote', vote: 'up' }]);

  await page.reload();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  await voteButton(page, 'Vote down').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await votes(server)).toEqual([{ account_id: session.profile.id, content_id: 'keynote', vote: 'down' }]);
  expect(sent).toEqual(['POST up', 'PUT down']);
});

test('vote: the pressed one pressed again sends nothing', async ({ page, server }) => {
  await open(page, server);
  const sent = watch(page, 'votes');
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await voteButton(page, 'Vote up').click();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  expect(sent).toEqual(['POST up']);
});

test('vote: it shows at once; of taps faster than the network one is sent at a time, and the last wins', async ({
  page,
  server,
}) => {
  const session = await open(page, server);
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
  expect(await votes(server)).toEqual([{ account_id: session.profile.id, content_id: 'keynote', vote: 'down' }]);
});

test('vote: the list is not fetched again for it', async ({ page, server }) => {
  await open(page, server);
  await page.waitForLoadState('networkidle');
  const fetched: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'GET' && request.url().includes('/public/content')) fetched.push(request.url());
  });
  await voteButton(page, 'Vote up').click();
  await expect(page.getByRole('alert')).toContainText('Thank you for your feedback.');
  await page.getByRole('link', { name: 'Agenda' }).first().click();
  await page.getByRole('link', { name: 'Keynote' }).click();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  expect(fetched.filter((url) => url.endsWith('/public/content'))).toEqual([]);
});

test('vote: one that the server refuses is taken back and told of (§8)', async ({ page, server }) => {
  await open(page, server);
  await page.route('**/public/content/votes', (route) =>
    route.fulfill({ status: 500, json: { message: 'Votes are out of order', traceId: '7' } }),
  );
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Votes are out of order')).toBeVisible();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText(THANKS)).toHaveCount(0);
  expect(await votes(server)).toEqual([]);
});

test('vote: one whose answer is lost is neither lost nor doubled', async ({ page, server }) => {
  const session = await open(page, server);
  await page.route('**/public/content/votes', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await voteButton(page, 'Vote up').click();
  // The server says what it has.
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/public/content/votes');
  await voteButton(page, 'Vote down').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await votes(server)).toEqual([{ account_id: session.profile.id, content_id: 'keynote', vote: 'down' }]);
});

test('vote: leaving the page right after it loses nothing', async ({ page, server }) => {
  const session = await open(page, server);
  await page.evaluate(() => {
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Vote up')?.click();
    window.location.assign('/privacy-policy');
  });
  await expect(page).toHaveURL('/privacy-policy');
  await expect
    .poll(() => votes(server))
    .toEqual([{ account_id: session.profile.id, content_id: 'keynote', vote: 'up' }]);
});

test('vote: with an expired access token it is sent once more after the refresh (§7)', async ({ page, server }) => {
  const session = await open(page, server);
  server.clock.advance(11 * 60_000);
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  expect(await votes(server)).toEqual([{ account_id: session.profile.id, content_id: 'keynote', vote: 'up' }]);
});

test('comment: the text area is 5 rows (§2)', async ({ page, server }) => {
  await open(page, server);
  await expect(comment(page)).toHaveAttribute('rows', '5');
});

test('comment: the first is a POST, later ones are a PUT; each returns to /agenda with its toast (§2, §4, §7)', async ({
  page,
  server,
}) => {
  const session = await open(page, server);
  const sent = watch(page, 'comments');
  await comment(page).fill('  Clear and useful.\nMore of this!  ');
  await send(page).click();
  await expect(page).toHaveURL('/agenda');
  await expect(page.getByText(THANKS)).toBeVisible();
  const mine = { account_id: session.profile.id, content_id: 'keynote' };
  expect(await comments(server)).toEqual([{ ...mine, comment: 'Clear and useful.\nMore of this!' }]);

  await page.getByRole('link', { name: 'Keynote' }).click();
  await expect(comment(page)).toHaveValue('Clear and useful.\nMore of this!');
  await comment(page).fill('Changed my mind');
  await send(page).click();
  await expect(page).toHaveURL('/agenda');
  expect(await comments(server)).toEqual([{ ...mine, comment: 'Changed my mind' }]);
  expect(sent).toEqual(['POST Clear and useful.\nMore of this!', 'PUT Changed my mind']);
});

test('comment: sent from a session of the agenda, it finds the filter and the place again', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/agenda');
  await page.getByRole('button', { name: 'Day 2' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500);
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('article a')[2]?.click());
  await comment(page).fill('Good');
  await send(page).click();
  await expect(page).toHaveURL('/agenda');
  await expect(page.getByRole('button', { name: 'Day 2' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500);
});

test('comment: an empty one is Required, and the button waits until it is there (§5)', async ({ page, server }) => {
  await open(page, server);
  const sent = watch(page, 'comments');
  await expect(send(page)).toBeEnabled();
  await comment(page).fill('   ');
  await send(page).click();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(comment(page)).toBeFocused();
  await expect(send(page)).toBeDisabled();
  await comment(page).fill('Now');
  await expect(page.getByText('Required')).toHaveCount(0);
  await expect(send(page)).toBeEnabled();
  expect(sent).toEqual([]);
});

test('comment: two presses send one; a failed one stays in the field (§8)', async ({ page, server }) => {
  await open(page, server);
  const sent = watch(page, 'comments');
  await page.route('**/public/content/comments', (route) =>
    route.fulfill({ status: 503, json: { message: 'Comments are out of order', traceId: '7' } }),
  );
  await comment(page).fill('Hear me');
  await send(page).dblclick();
  await expect(page.getByText('Comments are out of order')).toBeVisible();
  await expect(page).toHaveURL(KEYNOTE);
  await expect(comment(page)).toHaveValue('Hear me');
  expect(sent).toEqual(['POST Hear me']);
});

test('comment: what is typed survives a reload and a look at another page', async ({ page, server }) => {
  await open(page, server);
  await comment(page).fill('Half a thought');
  await page.reload();
  await expect(comment(page)).toHaveValue('Half a thought');
  await page.getByRole('list', { name: 'Speakers' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bo Host');
  await expect(comment(page)).toHaveValue('');
  await page.goBack();
  await expect(comment(page)).toHaveValue('Half a thought');
});

test('comment: who leaves while it is being sent stays where they went', async ({ page, server }) => {
  await open(page, server);
  const release = await holdCalls(page, '**/public/content/comments');
  await comment(page).fill('Slow');
  await send(page).click();
  await page.getByRole('link', { name: 'Sponsors' }).click();
  await expect(page).toHaveURL('/sponsors');
  release();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page).toHaveURL('/sponsors');
  expect((await comments(server)).map((one) => one.comment)).toEqual(['Slow']);
});

test('agenda item: axe finds nothing on a session and on a speaker, and 320 px are enough', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, server);
  for (const address of [KEYNOTE, '/agenda/speakers/ada']) {
    await page.goto(address);
    await expect(comment(page)).toBeVisible();
    await comment(page).focus();
    await comment(page).blur();
    await expect(page.getByText('Required')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expectAccessible(page);
  }
});
