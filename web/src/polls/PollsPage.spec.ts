import { expect, test } from '@companion/testkit/browserTest';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const questionLinks = (page: Page) => page.getByRole('main').getByRole('list').getByRole('link');

/** The questions of every campaign except the pre-event survey, in order. */
const polls = ({ services: { db } }: TestServer) =>
  db
    .selectFrom('questions')
    .innerJoin('campaigns', 'campaigns.id', 'questions.campaign_id')
    .select(['questions.id', 'campaign_id', 'question', 'campaigns.title'])
    .where('campaign_id', '!=', 'pre-event')
    .orderBy('campaigns.position')
    .orderBy('questions.position')
    .execute();

async function answered(
  server: TestServer,
  accountId: string,
  { id, campaign_id }: { id: string; campaign_id: string },
) {
  const row = { account_id: accountId, question_id: id, campaign_id, answers: '[1]', comment: '', created_at: 0 };
  await server.services.db.insertInto('answers').values(row).execute();
}

test('polls: lists the questions of all campaigns except the pre-event one, under its heading (§2), and new ones once the page gets the focus', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await server.signIn(page);
  const { db } = server.services;
  const all = await polls(server);
  await db.updateTable('questions').set({ hidden: 1 }).where('id', '=', 'first-call').execute();
  await recordQuestions(db);
  await page.goto('/polls');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Let us hear your opinion');
  await expect(questionLinks(page)).toHaveCount(all.length - 1);

  await db.updateTable('questions').set({ hidden: 0 }).where('id', '=', 'first-call').execute();
  await recordQuestions(db);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(questionLinks(page)).toHaveText(all.map(({ question }) => question));
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([...new Set(all.map(({ title }) => title))]);
  const addresses = await questionLinks(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(all.map(({ id, campaign_id }) => `/polls/${campaign_id}/${id}`));
  // A target of 48 px, without its border.
  const heights = await questionLinks(page).evaluateAll((links) => links.map((link) => link.clientHeight));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(47);
});

test('polls: answered questions are not listed (decision 035); when all are answered, a message shows (§2)', async ({
  page,
  server,
}) => {
  const { profile } = await server.signIn(page);
  const [first, ...others] = await polls(server);
  if (first) await answered(server, profile.id, first);
  await page.goto('/polls');
  await expect(questionLinks(page)).toHaveText(others.map(({ question }) => question));

  for (const poll of others) await answered(server, profile.id, poll);
  await page.reload();
  await expect(page.getByText('You have answered all the questions. Thank you!', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('polls: a question links back to the list; a campaign leads from its first question to the dashboard, and back to open ones (§4)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/polls');
  await questionLinks(page).first().click();
  await page.getByRole('link', { name: 'All questions' }).click();
  await expect(page).toHaveURL('/polls');
  await questionLinks(page).first().click();
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
  for (const onward of ['Next Question', 'Next Question', 'Return to Dashboard']) {
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Send Answer' }).click();
    await expect(page.getByRole('button', { name: onward })).toBeVisible();
    if (onward === 'Next Question') {
      await expect(page.getByRole('link', { name: 'More Questions' })).toHaveCount(0);
      await page.getByRole('button', { name: onward }).click();
    }
  }
  await page.getByRole('link', { name: 'More Questions' }).click();
  await expect(page).toHaveURL('/polls');
  const left = (await polls(server)).slice(3);
  await expect(questionLinks(page)).toHaveText(left.map(({ question }) => question));
});

test('polls: a failed list can be retried', async ({ page, server }) => {
  await server.signIn(page);
  let failures = 0;
  await page.route('**/api/public/questions', (route) => {
    failures += 1;
    return route.fulfill({ status: 500, json: { message: 'Broken' } });
  });
  await page.goto('/polls');
  await expect(page.getByText('The questions could not be loaded.')).toBeVisible();
  await pressTryAgain(page, '**/api/public/questions');
  await expect(questionLinks(page)).not.toHaveCount(0);
  expect(failures).toBe(1);
});
