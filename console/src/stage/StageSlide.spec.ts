import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { hostPoll } from '@companion/testkit/hostPoll';
import { openStage } from '@companion/testkit/openStage';
import { showEveryone } from '@companion/testkit/showEveryone';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
];
const CHOICE = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const FACES = { campaignId: 'stage-polls-day-1', questionId: 'keynote-1-mood' };
const NUMBERS = { campaignId: 'stage-polls-day-2', questionId: 'jv-confidence' };
const SEVERAL = { campaignId: 'stage-polls-day-2', questionId: 'past-performance-sources' };
const WORDS = { campaignId: 'stage-polls-day-2', questionId: 'town-hall-question' };
type Key = typeof CHOICE;

/** What a pack allows, in words and without a place to break. */
const PACK_MAX = 300;
const LONG = 'Which consideration weighs most when your organization decides whether to bid? '.repeat(9);
const textsOf = (length: number) => [LONG.slice(0, length).trim(), 'w'.repeat(length)];

test.use({ viewport: { width: 1920, height: 1080 } });

/** An attendee's call. */
async function send(server: TestServer, path: string, body: object): Promise<{ results: { id: string } }> {
  const { access_token } = await server.register();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${access_token}` };
  const response = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.ok).toBe(true);
  return response.json();
}

const answer = (server: TestServer, key: Key, given: { answers?: (number | string)[]; comment?: string }) =>
  send(server, `/public/questions/${key.questionId}`, { ...key, answers: [], comment: '', ...given });

const setTexts = ({ services }: TestServer, { questionId }: Key, question: string, options?: string[]) =>
  services.db
    .updateTable('questions')
    .set({ question, ...(options ? { options: JSON.stringify(options) } : {}) })
    .where('id', '=', questionId)
    .execute();

/** Texts and pictures that are cut, or that lie on another one. */
const problemsOf = (page: Page) =>
  page.evaluate(() => {
    const isHidden = (element: Element) => element.closest('.visually-hidden, [hidden]') !== null;
    const slide = document.querySelector('main') as HTMLElement;
    const leaves: { name: string; element: Element; rects: DOMRect[] }[] = [];
    const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as Element;
      if (!node.textContent?.trim() || isHidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      leaves.push({ name: node.textContent.slice(0, 40), element, rects: [...range.getClientRects()] });
    }
    for (const element of slide.querySelectorAll('svg, img')) {
      leaves.push({ name: element.tagName, element, rects: [element.getBoundingClientRect()] });
    }
    const cut = leaves.filter(({ element, rects }) => {
      const clips = [new DOMRect(0, 0, innerWidth, innerHeight)];
      for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
        if (getComputedStyle(one).overflowX !== 'visible') clips.push(one.getBoundingClientRect());
      }
      return rects.some(({ left, top, right, bottom, height }) => {
        // The lines of a heading are a little closer than their letters are high.
        const slack = Math.max(2, height / 20);
        return clips.some(
          (clip) =>
            left < clip.left - 2 || right > clip.right + 2 || top < clip.top - slack || bottom > clip.bottom + slack,
        );
      });
    });
    // Lines are a little higher than their letters, so those of neighbours may touch.
    const meets = (one: DOMRect, other: DOMRect) => {
      const slack = Math.min(one.height, other.height) / 4;
      return (
        one.left < other.right - 2 &&
        other.left < one.right - 2 &&
        one.top < other.bottom - slack &&
        other.top < one.bottom - slack
      );
    };
    const overlapping = leaves.flatMap((one, index) =>
      leaves
        .slice(index + 1)
        .filter((other) => one.element !== other.element)
        .filter((other) => one.rects.some((rect) => other.rects.some((another) => meets(rect, another))))
        .map((other) => `${one.name} | ${other.name}`),
    );
    return { cut: cut.map(({ name }) => name), overlapping };
  });

/** At all three sizes. */
async function expectWhole(page: Page, what: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect
      .poll(() => problemsOf(page), `${what} at ${size.width} x ${size.height}`)
      .toEqual({ cut: [], overlapping: [] });
  }
}

const fontSize = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

test('stage: the question is large, and the slide says what to do: where, how many, until when (decision 058)', async ({
  page,
  server,
}) => {
  await showEveryone(server);
  await openStage(page, server);
  await hostPoll(server.services, CHOICE, { state: 'open', isOnStage: true, closesInSeconds: 600 });
  await expect(page.getByText('Scan to answer')).toBeVisible();
  await expect(page.getByText('0 answered')).toBeVisible();
  const question = await fontSize(page, 'h1');
  expect(question).toBeGreaterThanOrEqual(90);
  expect(question).toBeLessThanOrEqual(111);
  expect(await fontSize(page, 'b:text("127.0.0.1")')).toBeGreaterThanOrEqual(48);
  await expect(page.getByRole('timer')).toContainText(/seconds left/);
  expect(
    await page.getByRole('timer').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  ).toBeGreaterThanOrEqual(90);
  await answer(server, CHOICE, { answers: [2] });
  await expect(page.getByText('1 answered')).toBeVisible();
  await expect(page.getByText('%')).toHaveCount(0);
  await expectWhole(page, 'an open poll');
  await expectAccessible(page);
});

test('stage: the longest texts that are allowed are whole and lie on nothing, at three sizes (decision 058)', async ({
  page,
  server,
}) => {
  await showEveryone(server);
  await openStage(page, server);
  for (const [index, text] of textsOf(PACK_MAX).entries()) {
    await setTexts(
      server,
      CHOICE,
      text,
      Array.from({ length: 6 }, () => text),
    );
    const state = { state: 'open', isOnStage: true, closesInSeconds: 3600 } as const;
    await hostPoll(server.services, CHOICE, { ...state, shownTo: 'none' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
    await expectWhole(page, `choices ${index}`);
    await hostPoll(server.services, CHOICE, { ...state, shownTo: 'stage' });
    await expect(page.getByText('0%').first()).toBeVisible();
    await expectWhole(page, `shares ${index}`);
    for (const key of [FACES, NUMBERS, WORDS]) {
      await setTexts(server, key, text);
      await hostPoll(server.services, key, { state: 'open', isOnStage: true, shownTo: 'none' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
      await expectWhole(page, `${key.questionId} ${index}`);
    }
  }
});

test('stage: a reveal grows, with the mean of a scale and the most chosen; without motion it is there at once (decision 058)', async ({
  page,
  server,
}) => {
  await showEveryone(server);
  await openStage(page, server);
  await hostPoll(server.services, NUMBERS, { state: 'open', isOnStage: true });
  for (const number of [5, 5, 4]) await answer(server, NUMBERS, { answers: [number] });
  await expect(page.getByText('Lowest')).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await hostPoll(server.services, NUMBERS, { state: 'closed', shownTo: 'stage' });
  await expect(page.getByText('Mean 4.7 of 5')).toBeVisible();
  const points = page.getByRole('main').getByRole('listitem');
  await expect(points.filter({ hasText: 'Most chosen' })).toHaveText(/67%/);
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(moving).toBe(0);
  await expectWhole(page, 'a scale');

  await hostPoll(server.services, SEVERAL, { state: 'open', isOnStage: true });
  for (const some of [
    [1, 2],
    [1, 3],
  ])
    await answer(server, SEVERAL, { answers: some });
  await expect(page.getByText('Choose one or more.')).toBeVisible();
  await hostPoll(server.services, SEVERAL, { shownTo: 'stage' });
  await expect(page.getByText('Several choices possible')).toBeVisible();
  const bar = page.locator('main [style*="width"]').first();
  expect(await bar.evaluate((element) => getComputedStyle(element).animationDuration)).not.toBe('0s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await bar.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('0s');
  await expectWhole(page, 'several choices');
  await expectAccessible(page);
});

test('stage: free text says what will happen, and fills as answers are approved, each whole (decision 058)', async ({
  page,
  server,
}) => {
  await showEveryone(server);
  const host = await openStage(page, server);
  await hostPoll(server.services, WORDS, { state: 'open', isOnStage: true });
  await expect(page.getByText('Write your answer on your phone.')).toBeVisible();
  for (const text of Array.from({ length: 12 }, (_, index) => `${index} ${LONG.slice(0, 160)}`)) {
    await answer(server, WORDS, { comment: text });
  }
  await hostPoll(server.services, WORDS, { state: 'closed' });
  await expect(page.getByText('Your answers are with the host.')).toBeVisible();
  await hostPoll(server.services, WORDS, { shownTo: 'stage' });
  await expect(page.getByText('They appear here as they are approved.')).toBeVisible();
  const approve = async (wanted: (text: string) => boolean) => {
    const { texts } = (await host.ask('getAnswerTexts', { params: WORDS })).results;
    for (const { id: textId } of texts.filter(({ text }) => wanted(text))) {
      await host.ask('approveAnswerText', { params: { ...WORDS, textId }, body: { isApproved: true } });
    }
  };
  const said = page.getByRole('list', { name: 'What the hall says' }).getByRole('listitem');
  await approve((text) => text.startsWith('3 '));
  await expect(said).toHaveText([/^3 /]);
  await approve((text) => text.startsWith('7 '));
  await expect(said).toHaveText([/^3 /, /^7 /]);
  await approve(() => true);
  // The newest approval is there; the oldest has made room.
  await expect(said.last()).toHaveText(/^0 /);
  await expect(said.filter({ hasText: /^3 / })).toHaveCount(0);
  await expectWhole(page, 'approved answers');
  await expectAccessible(page);
});

test('stage: of the questions from the hall only whole rows show, and a pinned one shrinks until it fits (decision 058)', async ({
  page,
  server,
}) => {
  await showEveryone(server);
  const host = await openStage(page, server);
  const put = async (text: string, state: 'shown' | 'pinned') => {
    const { results } = await send(server, '/public/audience-questions', { contentId: 'opening', text });
    await host.ask('moderateAudienceQuestions', { body: { audienceQuestions: [{ id: results.id, state }] } });
  };
  for (const index of Array.from({ length: 9 }, (_, each) => each))
    await put(`${index} ${LONG.slice(0, 120)}`, 'shown');
  await host.ask('putAudienceQuestionsOnStage', { params: { contentId: 'opening' }, body: { isOnStage: true } });
  const rows = page.getByRole('list', { name: 'The next questions' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await expectWhole(page, 'questions');
  const shown = await rows.count();
  expect(shown).toBeGreaterThan(2);
  for (const text of textsOf(500)) {
    await put(text, 'pinned');
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expectWhole(page, 'a pinned question');
    expect(await rows.count()).toBeLessThan(shown);
  }
});

test('stage: choices stay whole while others become the most chosen (decision 058)', async ({ page, server }) => {
  await showEveryone(server);
  await openStage(page, server);
  for (const [count, length] of [
    [5, 12],
    [12, 12],
    [12, 140],
  ] as const) {
    const options = Array.from({ length: count }, (_, index) => `${index} ${LONG}`.slice(0, length).trim());
    await setTexts(server, SEVERAL, LONG.slice(0, 80), options);
    for (const size of [...SIZES, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size);
      await server.services.db.deleteFrom('answers').where('question_id', '=', SEVERAL.questionId).execute();
      await hostPoll(server.services, SEVERAL, { state: 'open', isOnStage: true, shownTo: 'stage' });
      await answer(server, SEVERAL, { answers: [1] });
      const most = page.getByRole('listitem').filter({ hasText: 'Most chosen' });
      await expect(most).toHaveCount(1);
      await expect(page.getByText(options.at(-1) ?? '', { exact: true })).toBeVisible();
      await answer(server, SEVERAL, { answers: options.slice(1).map((_, index) => index + 2) });
      await expect(most).toHaveCount(count);
      const what = `${count} choices of ${length} letters at ${size.width} x ${size.height}`;
      expect([what, await problemsOf(page)]).toEqual([what, { cut: [], overlapping: [] }]);
      const frames = await page.evaluate(() => {
        // Where what does not fit is cut.
        const { bottom } = (document.querySelector('[data-body]') as HTMLElement).getBoundingClientRect();
        return [...document.querySelectorAll('main li')].map((card) => card.getBoundingClientRect().bottom - bottom);
      });
      expect(Math.max(...frames), what).toBeLessThanOrEqual(2);
    }
  }
});
