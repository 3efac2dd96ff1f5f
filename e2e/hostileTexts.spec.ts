import { AUDIENCE_QUESTION_MAX } from '@companion/contract/audienceQuestion';
import { expect, test } from '@companion/testkit/browserTest';
import { comment, send } from '@companion/testkit/contentItemPage';
import { askAnother } from '@companion/testkit/hostAudienceQuestions';
import { hostPoll } from '@companion/testkit/hostPoll';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import { showEveryone } from '@companion/testkit/showEveryone';
import type { Page } from '@playwright/test';

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const MARKUP = '<img src=x onerror="window.isBrokenInto = true">';
const BACKWARDS = '\u202e\u0645\u0631\u062d\u0628\u0627 abc';
const LONG = 'x'.repeat(10_000);

/** Nothing was read as markup, and nothing is wider than the screen. */
async function expectSound(page: Page): Promise<void> {
  await expect(page.locator('main img[src="x"]')).toHaveCount(0);
  expect(await page.evaluate(() => 'isBrokenInto' in window)).toBe(false);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test('hostile texts: markup, right-to-left text and endless words stay text in questions, polls and comments, and widen no screen', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { db } = server.services;
  const texts = [MARKUP, BACKWARDS, LONG];
  for (const text of texts) {
    await askAnother(server, { contentId: 'opening', text: text.slice(0, AUDIENCE_QUESTION_MAX), state: 'shown' });
  }
  await db
    .updateTable('questions')
    .set({ question: texts.join(' '), options: JSON.stringify(texts) })
    .where('id', '=', POLL.questionId)
    .execute();
  await recordQuestions(db);
  await server.signIn(page);

  await page.goto('/agenda/agenda/opening');
  const questions = page.getByRole('region', { name: 'All questions' });
  await expect(questions.getByRole('listitem')).toHaveCount(3);
  await expect(questions).toContainText(MARKUP);
  await expectSound(page);
  const field = page.getByRole('textbox', { name: 'Your question' });
  await field.fill(LONG);
  await expect(field).toHaveValue(LONG);
  await expect(field).toHaveAccessibleDescription(/Must be 500 characters or less$/);
  await expectSound(page);
  await field.fill(MARKUP);
  await page.getByRole('button', { name: 'Send Question' }).click();
  await expect(page.getByRole('region', { name: 'Your questions' })).toContainText(MARKUP);
  await comment(page).fill(`${MARKUP} ${'x'.repeat(1500)}`);
  await expectSound(page);
  await send(page).click();
  await expect(page).toHaveURL('/agenda');
  await page.goto('/agenda/agenda/opening');
  await expect(comment(page)).toHaveValue(new RegExp(`^${MARKUP.slice(0, 4)}`));
  await expectSound(page);

  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  await expect(page.getByRole('status').filter({ hasText: 'On stage now' })).toContainText(MARKUP);
  await expectSound(page);
  await page.goto(`/polls/${POLL.campaignId}/${POLL.questionId}`);
  await page.getByRole('radio').first().check();
  await expectSound(page);
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await showEveryone(server);
  await hostPoll(server.services, POLL, { shownTo: 'everyone' });
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('100%');
  await expectSound(page);
});
