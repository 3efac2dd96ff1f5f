import {
  type AudienceQuestionState,
  createAudienceQuestion,
  upvoteAudienceQuestion,
} from '@companion/contract/audienceQuestion';
import { pathOf } from '@companion/contract/defineCall';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { hostPoll } from '@companion/testkit/hostPoll';
import { openStage } from '@companion/testkit/openStage';
import { showEveryone } from '@companion/testkit/showEveryone';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ viewport: { width: 1024, height: 768 } });

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
/** As long as an answer may be, without a place to break. */
const LONG = 'w'.repeat(10_000);

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
  await showEveryone(server);
  const host = await openStage(page, server);
  const put = async (text: string, state: AudienceQuestionState) => {
    const { results } = await send(server, 'POST', createAudienceQuestion.path, { contentId: 'opening', text });
    await host.ask('moderateAudienceQuestions', { body: { audienceQuestions: [{ id: results.id, state }] } });
    return results.id;
  };
  const moderate = (id: string, state: AudienceQuestionState) =>
    host.ask('moderateAudienceQuestions', { body: { audienceQuestions: [{ id, state }] } });
  const pinned = await put('w'.repeat(500), 'pinned');
  const markup = '<img src=x onerror="document.title=1">';
  const first = await put('Asked first', 'shown');
  const second = await put(markup, 'shown');
  await put('Waits', 'pending');
  await host.ask('putAudienceQuestionsOnStage', { params: { contentId: 'opening' }, body: { isOnStage: true } });

  const audienceQuestions = page.getByRole('list', { name: 'The next questions' }).getByRole('listitem');
  await expect(audienceQuestions).toHaveText([/Asked first/, /onerror/]);
  await expect(page.getByText('w'.repeat(500))).toBeVisible();
  await expect(page.locator('main img:not([src="/event/logo.svg"])')).toHaveCount(0);
  expect(await hiddenPixels(page)).toEqual([0, 0]);
  await expectAccessible(page);
  await send(server, 'PUT', pathOf(upvoteAudienceQuestion, { audienceQuestionId: second }), { upvoted: true });
  await expect(audienceQuestions).toHaveText([/onerror/, /Asked first/]);
  await moderate(first, 'pinned');
  await moderate(pinned, 'dismissed');
  await expect(audienceQuestions).toHaveText([/onerror/]);
  await expect(page.getByText('Asked first')).toBeVisible();
  await server.restart();
  await moderate(second, 'pinned');
  await expect(audienceQuestions).toHaveText([/Asked first/]);
  await expect(page.getByText('Waits')).toHaveCount(0);
});

test('stage: the screen stays on, also after the system has taken the lock away', async ({ page, server }) => {
  await page.addInitScript(() => {
    const locks: { released: boolean }[] = [];
    const request = async () => {
      const lock = Object.assign(new EventTarget(), { released: false });
      const release = () => Object.assign(lock, { released: true }).dispatchEvent(new Event('release'));
      locks.push(lock);
      return Object.assign(lock, { release });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(globalThis, { wakeLocks: locks });
  });
  await page.clock.install();
  await openStage(page, server);
  const locks = () => page.evaluate<number>('wakeLocks.length');
  const held = () => page.evaluate<number>('wakeLocks.filter(({ released }) => !released).length');
  await expect.poll(held).toBe(1);
  const first = await locks();
  // A page that is shown again asks for no second one.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  expect(await locks()).toBe(first);
  await page.evaluate('wakeLocks.at(-1).release()');
  await page.clock.runFor(10_000);
  await expect.poll(locks).toBe(first + 1);
  expect(await held()).toBe(1);
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
  await expect(page.getByText('0%').first()).toBeVisible();
  expect(await hiddenPixels(page)).toEqual([0, 0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const bar = page.locator('[style*="width"]').first();
  expect(await bar.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0s');

  const words = { campaignId: 'post-event', questionId: 'improve' };
  await hostPoll(server.services, words, { state: 'open', isOnStage: true, shownTo: 'stage' });
  for (const comment of ['w'.repeat(2000), markup]) {
    await send(server, 'POST', `/public/questions/${words.questionId}`, { ...words, answers: [], comment });
  }
  await expect(page.getByText('Your answers appear here as they are approved.')).toBeVisible();
  const said = page.getByRole('list', { name: 'What the hall says' }).getByRole('listitem');
  // The second fills the slide, so the first makes room.
  for (const { id: textId, text } of (await host.ask('getAnswerTexts', { params: words })).results.texts) {
    await host.ask('approveAnswerText', { params: { ...words, textId }, body: { isApproved: true } });
    await expect(said).toHaveText([text]);
  }
  await expect(page.locator('main img:not([src="/event/logo.svg"])')).toHaveCount(0);
  expect(await hiddenPixels(page)).toEqual([0, 0]);
  expect(await page.title()).toContain('Stage');

  await hostPoll(server.services, POLL, { isOnStage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInToConsole(page, server, 'host');
  for (const path of ['/console/run', `/console/polls/${words.campaignId}/${words.questionId}`]) {
    await page.goto(path);
    await expect(page.locator('main').getByText('wwwwwwwwww').filter({ visible: true }).first()).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(390);
    await expect(page.locator('main img:not([src="/event/logo.svg"])')).toHaveCount(0);
  }
});
