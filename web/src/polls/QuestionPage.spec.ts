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
for (const [questionTypes, labels, choose, answers] of CHOICES) {
  test(`question: ${questionTypes} shows its choices and sends ${JSON.stringify(answers)} (§3, §5)`, async ({
    page,
    server,
  }) => {
    const { question } = await openQuestion(page, server, { questionTypes });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(question.question);
    const choices = page
      .getByRole('group', { name: question.question })
      .getByRole(questionTypes === 'multiple-options' ? 'checkbox' : 'radio');
    const names = labels === 'options' ? question.options : labels;
    await expect(choices).toHaveCount(names.length);
    for (const [index, name] of names.entries()) await expect(choices.nth(index)).toHaveAccessibleName(name);
    if (questionTypes === 'range-number-5') {
      await expect(choices.first()).toHaveAccessibleDescription('Lowest');
      await expect(choices.last()).toHaveAccessibleDescription('Highest');
    }
    await expect(send(page)).toBeDisabled();
    await expectAccessible(page);
    for (const index of choose) await choices.nth(index).check();
    await expect(send(page)).toBeEnabled();
    const sending = sentBody(page);
    await send(page).click();
    expect((await sending).postDataJSON()).toEqual({
      campaignId: question.campaignId,
      questionId: question.id,
      answers,
      comment: '',
    });
    await expect(thanks(page)).toBeFocused();
  });
}

test('question: comment has 5 rows and requires more than spaces (§2, §5)', async ({ page, server }) => {
  const { question } = await openQuestion(page, server, { questionTypes: 'comment' });
  const text = page.getByRole('textbox', { name: 'Your answer' });
  await expect(text).toHaveAttribute('rows', '5');
  await expect(send(page)).toBeDisabled();
  await text.fill('   ');
  await expect(send(page)).toBeDisabled();
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
});

test('question: multiple-options without a choice left cannot be sent (§5)', async ({ page, server }) => {
  await openQuestion(page, server, { questionTypes: 'multiple-options' });
  await page.getByRole('checkbox').first().check();
  await expect(send(page)).toBeEnabled();
  await page.getByRole('checkbox').first().uncheck();
  await expect(send(page)).toBeDisabled();
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

for (const [campaignId, flag] of [
  ['pre-event', 'preEventComplete'],
  ['post-event', 'postEventComplete'],
]) {
  test(`question: after the last of ${campaignId}, Return to Dashboard sets ${flag} (§4)`, async ({ page, server }) => {
    const { question, session, campaign } = await openQuestion(page, server, { campaignId });
    for (const other of campaign) if (other.id !== question.id) await answerElsewhere(server, session, other);
    await page.getByRole('radio').first().check();
    await send(page).click();
    const updating = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Return to Dashboard' }).click();
    expect((await updating).postDataJSON()).toEqual({ [flag ?? '']: true });
    await expect(page).toHaveURL('/dashboard');
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('_token') ?? '{}'));
    expect(stored.profile[flag ?? '']).toBe(true);
  });
}

test('question: in any other campaign Return to Dashboard updates nothing (§4)', async ({ page, server }) => {
  const { question, session, campaign } = await openQuestion(page, server, { campaignId: 'stage-polls-day-1' });
  for (const other of campaign) if (other.id !== question.id) await answerElsewhere(server, session, other);
  await page.getByRole('radio').first().check();
  await send(page).click();
  let updates = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') updates += 1;
  });
  await page.getByRole('button', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect(updates).toBe(0);
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

test('question: the draft survives going back and a reload, and is deleted once sent', async ({ page, server }) => {
  await openQuestion(page, server, { campaignId: 'pre-event', questionTypes: 'comment' });
  await page.getByRole('textbox').fill('Longer breaks');
  await page.getByRole('link', { name: 'Pre-event survey' }).click();
  await expect(page).toHaveURL('/prevent-survey');
  await page.goBack();
  await expect(page.getByRole('textbox')).toHaveValue('Longer breaks');
  await page.reload();
  await expect(page.getByRole('textbox')).toHaveValue('Longer breaks');
  await expect(page.getByText('This answer is not sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox')).toHaveValue('');
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.getByRole('textbox').fill('Longer breaks');
  await send(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
});

test('question: an unknown one shows a message and a link to the dashboard', async ({ page, server }) => {
  await server.signIn(page);
  await page.goto('/polls/pre-event/no-such-question');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This question is not available at the moment.');
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('question: the faces fit 320 px, with 48 px each', async ({ page, server }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openQuestion(page, server, { questionTypes: 'range-face-5' });
  await expect(page.getByRole('radio')).toHaveCount(5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const sizes = await page
    .locator('label:has([type=radio])')
    .evaluateAll((labels) => labels.map((label) => Math.min(label.clientWidth, label.clientHeight)));
  // Without the border on either side.
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(46);
});

for (const width of [390, 320]) {
  test(`question: faces of at least 40 px are chosen by a press anywhere and by keyboard, without a circle, at ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await openQuestion(page, server, { questionTypes: 'range-face-5' });
    const choices = page.getByRole('radio');
    await expect(choices).toHaveCount(5);
    for (const face of await page.getByRole('group').locator('label svg').all()) {
      const box = await face.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    }
    await expect(choices.first()).toHaveCSS('opacity', '0');
    await choices.first().focus();
    const tile = page.locator('label').first();
    await page.keyboard.press('ArrowRight');
    await expect(choices.nth(1)).toBeChecked();
    await expect(page.locator('label').nth(1)).toHaveCSS('outline-style', 'solid');
    await expect(tile).toHaveCSS('outline-style', 'none');
    await page.locator('label').nth(4).click();
    await expect(choices.nth(4)).toBeChecked();
    await expectAccessible(page);
  });
}
