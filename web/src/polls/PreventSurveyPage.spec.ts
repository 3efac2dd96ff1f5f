import { expect, test } from '@companion/testkit/browserTest';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const questionLinks = (page: Page) => page.getByRole('list', { name: 'Questions' }).getByRole('link');

test('pre-event survey: welcomes by name and lists only the open questions of its campaign (§2, decision 035), also after a failure; the button opens the first, each entry its own', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page, await server.register({ firstName: 'Maya' }));
  await page.route('**/api/public/questions', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
  await page.goto('/prevent-survey');
  await expect(page.getByText('The questions could not be loaded.')).toBeVisible();
  await pressTryAgain(page, '**/api/public/questions');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Maya');
  const { db } = server.services;
  const event = await db.selectFrom('events').select('welcome').executeTakeFirstOrThrow();
  const [, firstWords = ''] = /<p>([^<]{20})/.exec(event.welcome) ?? [];
  await expect(page.getByText(firstWords)).toBeVisible();
  const questions = await db
    .selectFrom('questions')
    .select(['id', 'question'])
    .where('campaign_id', '=', 'pre-event')
    .orderBy('position')
    .execute();
  await expect(questionLinks(page)).toHaveText(questions.map(({ question }) => question));
  await expect(page.getByText(`0 of ${questions.length} answered`)).toBeVisible();
  await page.getByRole('link', { name: 'Start the Survey' }).click();
  await expect(page).toHaveURL(`/polls/pre-event/${questions[0]?.id}`);
  await page.getByRole('link', { name: 'Pre-event survey' }).click();
  await questionLinks(page).nth(1).click();
  await expect(page).toHaveURL(`/polls/pre-event/${questions[1]?.id}`);

  await db
    .insertInto('answers')
    .values({
      account_id: profile.id,
      question_id: questions[0]?.id ?? '',
      campaign_id: 'pre-event',
      answers: '["yes"]',
      comment: '',
      created_at: 0,
    })
    .execute();
  await page.unrouteAll();
  await page.goto('/prevent-survey');
  await expect(questionLinks(page)).toHaveText(questions.slice(1).map(({ question }) => question));
  await expect(page.getByText(`1 of ${questions.length} answered`)).toBeVisible();
});

test('pre-event survey: without open questions, returning to the dashboard completes it (§2, §4), and can be retried', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page);
  const { db } = server.services;
  await db.updateTable('questions').set({ hidden: 1 }).where('campaign_id', '=', 'pre-event').execute();
  await recordQuestions(db);
  await page.route('**/api/public/accounts/*', (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }), {
    times: 1,
  });
  await page.goto('/prevent-survey');
  await expect(page.getByText('You have answered all the questions. Thank you!', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Return to Dashboard' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Broken' })).toBeVisible();
  await expect(page).toHaveURL('/prevent-survey');
  await page.getByRole('button', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  const account = await db
    .selectFrom('accounts')
    .select(['pre_event_complete', 'post_event_complete'])
    .where('id', '=', profile.id)
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ pre_event_complete: 1, post_event_complete: 0 });
});
