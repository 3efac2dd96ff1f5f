import { expect, test } from '@companion/testkit/browserTest';
import { recordQuestions } from '@companion/testkit/recordQuestions';

test.use({ reuseServer: true });

test('post-event survey: thanks and lists only the post-event questions; without open ones, returning to the dashboard completes it (§2, §4)', async ({
  page,
  server,
}) => {
  const { db } = server.services;
  const { profile } = await server.signIn(page, await server.register({ firstName: 'Maya' }));
  await page.goto('/postevent-survey');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Maya');
  const questions = await db
    .selectFrom('questions')
    .select('question')
    .where('campaign_id', '=', 'post-event')
    .orderBy('position')
    .execute();
  await expect(page.getByRole('list', { name: 'Questions' }).getByRole('link')).toHaveText(
    questions.map(({ question }) => question),
  );

  await db.updateTable('questions').set({ hidden: 1 }).where('campaign_id', '=', 'post-event').execute();
  await recordQuestions(db);
  await page.reload();
  await expect(page.getByText('You have answered all the questions. Thank you!', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  const account = await db
    .selectFrom('accounts')
    .select(['pre_event_complete', 'post_event_complete'])
    .where('id', '=', profile.id)
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ pre_event_complete: 0, post_event_complete: 1 });
});
