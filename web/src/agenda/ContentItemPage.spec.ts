import { alignClocks } from '@companion/testkit/alignClocks';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { changeItem } from '@companion/testkit/changeItem';
import { comment, KEYNOTE, openItem, PROGRAMME, voteButton } from '@companion/testkit/contentItemPage';
import { placesBySize } from '@companion/testkit/controlPlaces';
import { postAs } from '@companion/testkit/postAs';
import { stageContent } from '@companion/testkit/stageContent';

test.use({ timezoneId: 'Asia/Tokyo' });

test('agenda item: shows New York times, title, room and sponsor, links to its speakers, they to their sessions, and back step by step (§2, §9)', async ({
  page,
  server,
}) => {
  await openItem(page, server);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keynote');
  const main = page.getByRole('main');
  await expect(main).toContainText('Tuesday, June 9');
  await expect(main).toContainText('9:00 AM – 10:00 AM ET');
  await expect(main).toContainText('How it began');
  await expect(main).toContainText('Ballroom');
  await expect(main).toContainText('Sponsored by Acme');
  await expect(main.getByText('one', { exact: true })).toHaveCSS('font-weight', '700');

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

test('agenda item: its label changes with time, with room between the way back, the date and the title (§4)', async ({
  page,
  server,
}) => {
  await alignClocks(page);
  await page.clock.install({ time: new Date('2026-06-09T12:59:00Z') });
  await openItem(page, server);
  const gaps = () =>
    page.evaluate(() => {
      const edges = (part: Element | null | undefined) => part?.getBoundingClientRect() ?? new DOMRect();
      const back = edges(document.querySelector('article a[href="/agenda"]'));
      const date = edges(document.querySelector('header > div > p'));
      const left = edges(document.querySelector('header > div > :last-child'));
      const title = edges(document.querySelector('h1'));
      return [date.top - back.bottom, left.top - date.bottom, title.top - left.bottom];
    });
  await expect(page.getByText('Next Event', { exact: true })).toBeVisible();
  const before = await gaps();
  for (const gap of before) expect(gap).toBeGreaterThanOrEqual(8);
  await page.clock.runFor('01:00');
  await expect(page.getByText('Currently Happening', { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  expect((await gaps()).map(Math.round)).toEqual(before.map(Math.round));
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText(/Currently Happening|Next Event/)).toHaveCount(0);
});

test('agenda item: nothing moves when a session is next, begins and ends, also with large text', async ({
  page,
  server,
}) => {
  await alignClocks(page);
  await page.clock.install({ time: new Date('2026-06-09T13:59:00Z') });
  await openItem(page, server, '/agenda/agenda/panel');
  await expect(page.getByRole('list', { name: 'Speaker' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send Question' })).toBeVisible();
  const before = await placesBySize(page);
  await page.clock.runFor('01:00');
  await expect(page.getByText('Next Event', { exact: true })).toBeVisible();
  expect(await placesBySize(page), 'next').toEqual(before);
  await page.clock.fastForward('23:00:00');
  await expect(page.getByText('1 h left', { exact: true })).toBeVisible();
  expect(await placesBySize(page), 'current').toEqual(before);
  await page.clock.fastForward('01:00:00');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  expect(await placesBySize(page), 'over').toEqual(before);
});

const ASK = 'Questions from the hall';
const RATE = 'How do you like this session?';
const NOTE = 'Note to yourself';
const MOMENTS = [
  ['before it begins', '2026-06-09T12:00:00Z', ['Speakers', NOTE, ASK, RATE]],
  ['while it is on', '2026-06-09T13:30:00Z', [ASK, 'Speakers', NOTE, RATE]],
  ['once it is over', '2026-06-09T15:00:00Z', [RATE, 'Speakers', NOTE, ASK]],
] as const;

test('agenda item: opened while it is on its questions come first, and once it is over rating and comment', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  await server.signIn(page);
  for (const [moment, time, order] of MOMENTS) {
    await test.step(`${moment}, its parts are ${order.join(', ')}`, async () => {
      await alignClocks(page);
      await page.clock.setFixedTime(time);
      await page.goto(KEYNOTE);
      await expect(page.getByRole('button', { name: 'Send Question' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([...order]);
      await expectAccessible(page);
      // The part that is not first is one press away, and gets the focus.
      const far = order[0] === ASK ? RATE : ASK;
      const jump = page.getByRole('button', { name: far === RATE ? 'Rate and Comment' : 'Questions from the Hall' });
      await jump.press('Enter');
      await expect(page.getByRole('heading', { level: 2, name: far })).toBeFocused();
      await expect(page.getByRole('heading', { level: 2, name: far })).toBeInViewport();
    });
  }
});

test.describe('of the demo event', () => {
  test.use({ reuseServer: true });

  test('agenda item: an unknown one shows a message and a link to the agenda, and the title says where it would be (§8)', async ({
    page,
    server,
  }) => {
    const event = await (await page.request.get('/event/event.json')).json();
    await server.signIn(page);
    await page.goto('/agenda/agenda/nothing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This item is not available at the moment.');
    await expect(page).toHaveTitle(`On the agenda · ${event.name}`);
    await page.getByRole('link', { name: 'Go to the Agenda' }).click();
    await expect(page).toHaveURL('/agenda');
    await expect(page).toHaveTitle(`Agenda · ${event.name}`);
  });
});

test('agenda item: one that is cancelled while it is open says so, and what was sent and typed about it can be read', async ({
  page,
  context,
  server,
}) => {
  const { access_token } = await server.signIn(page);
  const about = { campaignId: 'agenda', contentId: 'opening' };
  await postAs(server, access_token, 'content/notes', { ...about, note: 'Ask:\nwho pays?', before: [] }, 'PUT');
  await postAs(server, access_token, 'content/saved', { ...about, saved: true }, 'PUT');
  const stream = page.waitForRequest('**/api/public/live');
  await page.goto('/agenda/agenda/opening');
  const heading = page.getByRole('heading', { level: 1 });
  const title = (await heading.textContent()) ?? '';
  await comment(page).fill('Too sh');
  await page.getByRole('textbox', { name: 'Your question' }).fill('Who signs');
  await stream;
  await changeItem(server, 'opening', { hidden: 1 });

  const status = page.getByRole('status').filter({ hasText: 'This session has been cancelled.' });
  await expect(status).toBeVisible();
  await expect(heading).toHaveText(title);
  await expect(page.getByText('Ask:\nwho pays?')).toBeVisible();
  await expect(page.getByText('Too sh')).toBeVisible();
  await expect(page.getByText('Who signs')).toBeVisible();
  await expect(page.getByText('Not sent. Copy it if you want to keep it:')).toHaveCount(2);
  await expect(heading).toBeFocused();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(voteButton(page, 'Vote up')).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expectAccessible(page);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.goto('/profile/my-things');
  const notes = page.getByRole('region', { name: 'Notes' }).getByRole('link');
  await expect(notes).toHaveText(/Ask:\s*who pays\?Cancelled$/);
  await expect(page.getByRole('region', { name: 'Saved sessions' }).getByRole('link')).toHaveText(/Cancelled$/);
  await notes.click();
  await expect(status).toBeVisible();
  await expect(page.getByText('Ask:\nwho pays?')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goBack();
  // Also without a network: the phone keeps what it was answered.
  await context.setOffline(true);
  await notes.click();
  await expect(status).toBeVisible();
  await expect(page.getByText('Ask:\nwho pays?')).toBeVisible();

  await context.setOffline(false);
  await changeItem(server, 'opening', { hidden: 0 });
  await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue('Ask:\nwho pays?');
  await expect(status).toHaveCount(0);
});

for (const isReloaded of [false, true]) {
  test(`agenda item: one that is restored while it is open has all that was the attendee’s own again${isReloaded ? ', also after a reload in between' : ''}`, async ({
    page,
    server,
  }) => {
    // The longest spread of readings is as long as a test waits.
    await page.addInitScript(() => {
      Math.random = () => 0.1;
    });
    const { access_token } = await server.signIn(page);
    const about = { campaignId: 'agenda', contentId: 'opening' };
    await postAs(server, access_token, 'content/notes', { ...about, note: 'Who pays?', before: [] }, 'PUT');
    await postAs(server, access_token, 'content/votes', { ...about, vote: 'up' });
    const stream = page.waitForRequest('**/api/public/live');
    await page.goto('/agenda/agenda/opening');
    const note = page.getByRole('textbox', { name: 'Your note' });
    await expect(note).toHaveValue('Who pays?');
    await stream;
    const status = page.getByRole('status').filter({ hasText: 'This session has been cancelled.' });
    await changeItem(server, 'opening', { hidden: 1 });
    await expect(status).toBeVisible();
    if (isReloaded) {
      const nextStream = page.waitForRequest('**/api/public/live');
      await page.reload();
      await nextStream;
      await expect(status).toBeVisible();
    }

    await changeItem(server, 'opening', { hidden: 0 });

    await expect(note).toHaveValue('Who pays?');
    await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  });
}

test('agenda item: session and speaker have no axe violations and fit 320 px', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openItem(page, server);
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
