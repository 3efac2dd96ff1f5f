import { expect, test } from '@companion/testkit/browserTest';
import { hostPoll } from '@companion/testkit/hostPoll';
import type { Page } from '@playwright/test';

const CAMPAIGN = 'stage-polls-day-1';
const FIRST = { campaignId: CAMPAIGN, questionId: 'first-call' };
const SECOND = { campaignId: CAMPAIGN, questionId: 'cmmc-boundary' };
const PHONES = 3;

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'On stage now' });

/** What a phone asks about questions: method and path of each request. */
function questionCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/public/questions')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test('live: a hall that follows reads no list when polls open and close, and sends one request for each answer (decision 060)', async ({
  browser,
  server,
}) => {
  await hostPoll(server.services, FIRST, { state: 'draft' });
  await hostPoll(server.services, SECOND, { state: 'draft' });
  const phones = await Promise.all(
    Array.from({ length: PHONES }, async () => {
      const page = await (await browser.newContext()).newPage();
      const calls = questionCalls(page);
      await server.signIn(page);
      const streaming = page.waitForResponse((response) => response.url().endsWith('/api/public/live'));
      await page.goto('/agenda');
      await streaming;
      return { page, calls };
    }),
  );
  const asked = () => phones.map(({ calls }) => calls.splice(0));
  expect(asked()).toEqual(Array(PHONES).fill(['GET /api/public/questions']));

  await hostPoll(server.services, FIRST, { state: 'open', isOnStage: true });
  for (const { page } of phones) {
    await banner(page).getByRole('link', { name: 'Answer' }).click();
    await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Send Answer' }).click();
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Return to Dashboard' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next Question' })).toHaveCount(0);
  }
  await hostPoll(server.services, FIRST, { state: 'closed' });
  await hostPoll(server.services, SECOND, { isOnStage: true });
  await hostPoll(server.services, SECOND, { state: 'open' });
  for (const { page } of phones) {
    await banner(page).getByRole('link', { name: 'Answer' }).click();
    await expect(page.getByText('3 of 3', { exact: true })).toBeVisible();
  }
  await hostPoll(server.services, SECOND, { closesInSeconds: 1 });
  for (const { page } of phones) {
    await expect(page.getByRole('status').filter({ hasText: 'This poll is closed.' })).toBeVisible();
  }
  // Longer than the time within which phones read a list that has changed.
  await phones[0]?.page.waitForTimeout(2000);
  expect(asked()).toEqual(Array(PHONES).fill([`POST /api/public/questions/${FIRST.questionId}`]));
  const answers = await server.services.db.selectFrom('answers').select('question_id').execute();
  expect(answers).toEqual(Array(PHONES).fill({ question_id: FIRST.questionId }));
  for (const { page } of phones) await page.context().close();
});
