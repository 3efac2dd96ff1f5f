import { expect, test } from '@companion/testkit/browserTest';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const invitation = (page: Page) => page.getByRole('article').filter({ hasText: 'Let us hear your opinion' });

test('dashboard: invites to the polls while one of them is open', async ({ page, server }) => {
  const { profile } = await server.signIn(page);
  const { db } = server.services;
  const stage = await db
    .selectFrom('questions')
    .select(['id', 'campaign_id'])
    .where('campaign_id', 'not in', ['pre-event', 'post-event'])
    .execute();
  const answer = ({ id, campaign_id }: { id: string; campaign_id: string }) =>
    db
      .insertInto('answers')
      .values({ account_id: profile.id, question_id: id, campaign_id, answers: '[1]', comment: '', created_at: 0 })
      .execute();
  for (const question of stage.slice(1)) await answer(question);
  await page.goto('/dashboard');
  await invitation(page).getByRole('link', { name: 'Answer the questions' }).click();
  await expect(page).toHaveURL('/polls');

  for (const question of stage.slice(0, 1)) await answer(question);
  await page.goto('/dashboard');
  await expect(page.getByText('Pre-event survey')).toBeVisible();
  await untilQuiet(page);
  await expect(invitation(page)).toHaveCount(0);
});
