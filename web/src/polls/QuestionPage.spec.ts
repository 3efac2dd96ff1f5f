import type { QuestionType } from '@companion/contract/question';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { answerElsewhere, openQuestion, send, thanks } from '@companion/testkit/questionPage';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const sentBody = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/public/questions/'));

const CHOICES: [QuestionType, labels: string[] | 'options', choose: number[], answers: unknown[]][] = [
  ['yes-no', ['Yes', 'No'], [1], ['no']],
  ['range-face-5', ['Very bad', 'Bad', 'Okay', 'Good', 'Very good'], [3], [4]],
  ['range-number-5', ['1', '2', '3', '4', '5'], [4], [5]],
  ['options', 'options', [1], [2]],
  ['multiple-options', 'options', [2, 0], [1, 3]],
];
test('question: each type shows its choices and sends what is chosen, and nothing without a choice (§3, §5)', async ({
  page,
  server,
}) => {
  const attendee = await server.signIn(page);
  for (const [questionTypes, labels, choose, answers] of CHOICES) {
    await test.step(`${questionTypes} sends ${JSON.stringify(answers)}`, async () => {
      const { question } = await openQuestion(page, server, { questionTypes }, attendee);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(question.question);
      const role = questionTypes === 'multiple-options' ? 'checkbox' : 'radio';
      const choices = page.getByRole('group', { name: question.question }).getByRole(role);
      const names = labels === 'options' ? question.options : labels;
      await expect(choices).toHaveCount(names.length);
      for (const [index, name] of names.entries()) await expect(choices.nth(index)).toHaveAccessibleName(name);
      if (questionTypes === 'range-number-5') {
        await expect(choices.first()).toHaveAccessibleDescription('Lowest');
        await expect(choices.last()).toHaveAccessibleDescription('Highest');
      }
      await expect(send(page)).toBeDisabled();
      if (role === 'checkbox') {
        await choices.first().check();
        await expect(send(page)).toBeEnabled();
        await choices.first().uncheck();
        await expect(send(page)).toBeDisabled();
      }
      for (const index of choose) await choices.nth(index).check();
      await expect(send(page)).toBeEnabled();
      const sending = sentBody(page);
      await send(page).click();
      const { campaignId, id: questionId } = question;
      // Options go in words, too: a number alone would mean another one if they were changed meanwhile (decision 061).
      const chosen = labels === 'options' ? { chosen: answers.map((number) => names[Number(number) - 1]) } : {};
      expect((await sending).postDataJSON()).toEqual({ campaignId, questionId, answers, comment: '', ...chosen });
      await expect(thanks(page)).toBeFocused();
    });
  }
});

test('question: of many options, those that are chosen are sent in the order of the list', async ({ page, server }) => {
  const options = JSON.stringify(Array.from({ length: 12 }, (_, index) => `Option ${index + 1}`));
  const id = 'past-performance-sources';
  await server.services.db.updateTable('questions').set({ options }).where('id', '=', id).execute();
  server.clock.advance(2000);
  await server.signIn(page);
  await page.goto(`/polls/stage-polls-day-2/${id}`);
  const sent = sentBody(page);
  for (const name of ['Option 10', 'Option 2', 'Option 11'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await send(page).click();
  expect((await sent).postDataJSON().answers).toEqual([2, 10, 11]);
});

test('question: comment has 5 rows and requires more than spaces (§2, §5); its draft survives going back and a reload, and is deleted once sent', async ({
  page,
  server,
}) => {
  const { question } = await openQuestion(page, server, { campaignId: 'pre-event', questionTypes: 'comment' });
  const text = page.getByRole('textbox', { name: 'Your answer' });
  await expect(text).toHaveAttribute('rows', '5');
  await expect(send(page)).toBeDisabled();
  await text.fill('   ');
  await expect(send(page)).toBeDisabled();
  // What is pasted is not cut in silence, and a reload keeps it to be shortened.
  const long = 'x'.repeat(5001);
  await text.fill(long);
  await page.reload();
  await expect(text).toHaveValue(long);
  await expect(text).toHaveAccessibleDescription('Must be 5000 characters or less');
  await expect(send(page)).toBeDisabled();

  await text.fill('Longer breaks');
  await expect(text).toHaveAccessibleDescription('');
  await page.getByRole('link', { name: 'Pre-event survey' }).click();
  await expect(page).toHaveURL('/prevent-survey');
  await page.goBack();
  await expect(text).toHaveValue('Longer breaks');
  await page.reload();
  await expect(text).toHaveValue('Longer breaks');
  await expect(page.getByText('This answer is not sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(text).toHaveValue('');
  await expect(text).toBeFocused();

  await text.fill('More time between sessions');
  const sending = sentBody(page);
  await send(page).click();
  expect((await sending).postDataJSON()).toEqual({
    campaignId: question.campaignId,
    questionId: question.id,
    answers: [],
    comment: 'More time between sessions',
  });
  await expect(thanks(page)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
});

test('question: a sent answer shows a toast, and Next Question opens the next one (§4, §8)', async ({
  page,
  server,
}) => {
  const { campaign } = await openQuestion(page, server, { campaignId: 'pre-event', questionTypes: 'yes-no' });
  await expect(page.getByText(`1 of ${campaign.length}`, { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await send(page).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Your answer has been sent. Thank you for your feedback.' });
  await expect(toast).toBeVisible();
  await expect(thanks(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Return to Dashboard' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Next Question' }).click();
  await expect(page).toHaveURL(`/polls/pre-event/${campaign[1]?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(campaign[1]?.question ?? '');
});

test('question: after the last of a survey, Return to Dashboard sets its flag, after that of any other campaign nothing (§4)', async ({
  page,
  server,
}) => {
  const attendee = await server.signIn(page);
  const updates: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') updates.push(request.postDataJSON());
  });
  for (const [campaignId, flag] of [
    ['pre-event', 'preEventComplete'],
    ['post-event', 'postEventComplete'],
    ['stage-polls-day-1', undefined],
  ] as const) {
    await test.step(campaignId, async () => {
      updates.length = 0;
      const { question, campaign } = await openQuestion(page, server, { campaignId }, attendee);
      for (const other of campaign) if (other.id !== question.id) await answerElsewhere(server, attendee, other);
      await page.getByRole('radio').first().check();
      await send(page).click();
      await page.getByRole('button', { name: 'Return to Dashboard' }).click();
      await expect(page).toHaveURL('/dashboard');
      expect(updates).toEqual(flag ? [{ [flag]: true }] : []);
      const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? '{}'));
      if (flag) expect(stored.profile[flag]).toBe(true);
    });
  }
});

test('question: an answered one opens with the thanks; going back does not complete the survey (§4, decision 026)', async ({
  page,
  server,
}) => {
  const { question, session, campaign } = await openQuestion(page, server, { campaignId: 'pre-event' });
  await answerElsewhere(server, session, question);
  await page.reload();
  await expect(thanks(page)).toBeVisible();
  await expect(send(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue the Survey' })).toHaveAttribute(
    'href',
    `/polls/pre-event/${campaign[1]?.id}`,
  );
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Pre-event survey' })).toBeVisible();
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? '{}'));
  expect((await stored()).profile.preEventComplete).toBe(false);

  // Once no question is open, the same page completes the survey.
  for (const other of campaign) if (other.id !== question.id) await answerElsewhere(server, session, other);
  await page.goto(`/polls/pre-event/${question.id}`);
  await page.getByRole('button', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect((await stored()).profile.preEventComplete).toBe(true);
});

test('question: an unknown one shows a message and a link to the dashboard', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/polls/pre-event/no-such-question');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This question is not available at the moment.');
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('question: faces fit 320 px, with 48 px each, and are chosen by a press anywhere and by keyboard, without a circle', async ({
  page,
  server,
}) => {
  await openQuestion(page, server, { questionTypes: 'range-face-5' });
  const choices = page.getByRole('radio');
  const tiles = page.locator('label:has([type=radio])');
  await expect(choices).toHaveCount(5);
  for (const width of [390, 320]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const sizes = await tiles.evaluateAll((all) => all.map((tile) => Math.min(tile.clientWidth, tile.clientHeight)));
      // Without the border on either side.
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(46);
      for (const face of await page.getByRole('group').locator('label svg').all()) {
        const box = await face.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
      }
      await expect(choices.first()).toHaveCSS('opacity', '0');
      await choices.first().focus();
      await page.keyboard.press('ArrowRight');
      await expect(choices.nth(1)).toBeChecked();
      await expect(tiles.nth(1)).toHaveCSS('outline-style', 'solid');
      await expect(tiles.first()).toHaveCSS('outline-style', 'none');
      await tiles.nth(4).click();
      await expect(choices.nth(4)).toBeChecked();
    });
  }
  await expectAccessible(page);
});
