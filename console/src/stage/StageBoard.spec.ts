import { type AskState, createAsk, upvoteAsk } from '@companion/contract/ask';
import { pathOf } from '@companion/contract/defineCall';
import type { BadNetwork } from '@companion/testkit/badNetwork';
import { test } from '@companion/testkit/badNetworkTest';
import { expect, expectAccessible } from '@companion/testkit/browserTest';
import { hostPoll } from '@companion/testkit/hostPoll';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ viewport: { width: 1024, height: 768 } });

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const STREAM = '/api/staff/live';
/** As long as an answer may be, without a place to break. */
const LONG = 'w'.repeat(10_000);

/** This browser becomes a stage screen; returns the calls of a host. */
async function openStage(page: Page, server: TestServer) {
  const { browser: host } = await signedInMember(server, 'host');
  const { results: device } = await host.ask('createDevice', { body: { name: 'Main hall' } });
  await page.goto(device.link);
  await expect(page.getByText('Join at')).toBeVisible();
  return host;
}

/** An attendee's call. */
async function send(server: TestServer, method: string, path: string, body: object) {
  const { access_token } = await server.register();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${access_token}` };
  const response = await fetch(`${server.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return (await response.json()) as { results: { id: string } };
}

/** What is outside of the screen of a projector, where no one can scroll. */
const hiddenPixels = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - innerWidth, scrollHeight - innerHeight];
  });

test('stage: the questions of a session, the pinned one first, the others by upvotes, and none that is hidden (decision 051)', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'wakeLock', {
      value: { request: async () => Object.assign(new EventTarget(), { released: false, release: () => {} }) },
    });
  });
  const host = await openStage(page, server);
  const put = async (text: string, state: AskState) => {
    const { results } = await send(server, 'POST', createAsk.path, { contentId: 'opening', text });
    await host.ask('moderateAsks', { body: { asks: [{ id: results.id, state }] } });
    return results.id;
  };
  const moderate = (id: string, state: AskState) => host.ask('moderateAsks', { body: { asks: [{ id, state }] } });
  const pinned = await put('w'.repeat(500), 'pinned');
  const markup = '<img src=x onerror="document.title=1">';
  const first = await put('Asked first', 'shown');
  const second = await put(markup, 'shown');
  await put('Waits', 'pending');
  await host.ask('putAsksOnStage', { params: { contentId: 'opening' }, body: { isOnStage: true } });

  const asks = page.getByRole('list', { name: 'The next questions' }).getByRole('listitem');
  await expect(asks).toHaveText([/Asked first/, /onerror/]);
  await expect(page.getByText('w'.repeat(500))).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  expect(await hiddenPixels(page)).toEqual([0, 0]);
  await expectAccessible(page);
  await send(server, 'PUT', pathOf(upvoteAsk, { askId: second }), { upvoted: true });
  await expect(asks).toHaveText([/onerror/, /Asked first/]);
  await moderate(first, 'pinned');
  await moderate(pinned, 'dismissed');
  await expect(asks).toHaveText([/onerror/]);
  await expect(page.getByText('Asked first')).toBeVisible();
  await server.restart();
  await moderate(second, 'pinned');
  await expect(asks).toHaveText([/Asked first/]);
  await expect(page.getByText('Waits')).toHaveCount(0);
});

test('stage: endless words, text from right to left and markup are text, and the layout holds', async ({
  page,
  server,
}) => {
  const host = await openStage(page, server);
  const markup = '<img src=x onerror="document.title=1"> \u202eسؤال';
  const options = JSON.stringify([LONG, markup, 'b', 'c', 'd']);
  await server.services.db
    .updateTable('questions')
    .set({ question: `${markup} ${LONG}`, options })
    .where('id', '=', POLL.questionId)
    .execute();
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true, shownTo: 'stage', closesInSeconds: 3600 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(markup);
  await expect(page.getByText('0 %').first()).toBeVisible();
  expect(await hiddenPixels(page)).toEqual([0, 0]);

  const words = { campaignId: 'post-event', questionId: 'improve' };
  await hostPoll(server.services, words, { state: 'open', isOnStage: true, shownTo: 'stage' });
  for (const comment of ['w'.repeat(2000), markup]) {
    await send(server, 'POST', `/public/questions/${words.questionId}`, { ...words, answers: [], comment });
  }
  for (const { id: textId } of (await host.ask('getAnswerTexts', { params: words })).results.texts) {
    await host.ask('approveAnswerText', { params: { ...words, textId }, body: { isApproved: true } });
  }
  await expect(page.getByRole('list', { name: 'What the hall says' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('main img')).toHaveCount(0);
  expect(await hiddenPixels(page)).toEqual([0, 0]);
  expect(await page.title()).toContain('Stage');
});

const asked = ({ requests }: BadNetwork) => requests.filter(({ path }) => path.startsWith(STREAM)).length;

/** Lets time pass in the page, second by second, until something has happened. @returns the seconds */
async function passUntil(page: Page, hasHappened: () => boolean | Promise<boolean>): Promise<number> {
  let seconds = 0;
  await expect
    .poll(
      async () => {
        if (await hasHappened()) return true;
        await page.clock.runFor(1000);
        seconds++;
        return false;
      },
      { intervals: [50] },
    )
    .toBe(true);
  return seconds;
}

for (const { fault, what } of [
  { fault: 'hang', what: 'a line that is cut without a word' },
  { fault: 'stall', what: 'a proxy that holds the stream back' },
] as const) {
  test(`stage: ${what} is noticed within 25 s, and what is on stage is asked for (decision 049)`, async ({
    page,
    server,
    network,
  }) => {
    await openStage(page, server);
    network.use({ faults: { [fault]: 1 }, only: ({ path }) => path.startsWith(STREAM) });
    await page.clock.install();
    // Cookies do not distinguish ports.
    await page.goto(`${network.url}/console/stage`);
    await expect(page.getByText('Join at')).toBeVisible();
    await expect.poll(() => asked(network)).toBe(1);
    expect(await passUntil(page, () => asked(network) > 1)).toBeLessThanOrEqual(26);
    await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
    const question = page.getByText('do you call first');
    expect(await passUntil(page, () => question.isVisible())).toBeLessThanOrEqual(6);
  });
}
