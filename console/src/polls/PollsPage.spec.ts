import { answerAs } from '@companion/testkit/answerAs';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { STAGE_POLL, signInHost } from '@companion/testkit/runPage';

test.use({ viewport: { width: 1280, height: 800 }, keepsDrafts: true });

const { campaignId } = STAGE_POLL;

test('poll: free text is searched and approved for the stage', async ({ page, server }) => {
  const host = await signInHost(server, page);
  const poll = (await host.ask('getPolls')).results.find(({ questionTypes }) => questionTypes === 'comment');
  if (!poll) throw new Error('the demo event has a question with free text');
  const question = { campaignId: poll.campaignId, questionId: poll.id };
  for (const comment of ['More coffee', 'Longer breaks']) {
    const { access_token: token } = await server.register();
    await answerAs(server, token, { ...question, answers: [], comment });
  }
  await host.ask('changePoll', { params: question, body: { shownTo: 'staff', version: poll.version } });
  await page.goto(`/console/polls/${poll.campaignId}/${poll.id}`);
  await page.getByLabel('Search the texts').fill('coffee');
  await expect(page.getByText('1 text', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Approve for the stage: More coffee' }).click();

  await expect(page.getByRole('button', { name: 'Take off the stage: More coffee' })).toBeVisible();
  await page.goto(`/console/polls/${poll.campaignId}/${poll.id}?approved=no`);
  await expect(page.getByText('Longer breaks')).toBeVisible();
  await expect(page.getByText('More coffee')).toBeHidden();
});

test('polls: every question is found by its text, and its screen has its results and who sees them', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const { results: polls } = await host.ask('getPolls');
  const poll = polls.find((one) => one.campaignId === campaignId);
  if (!poll) throw new Error('the demo event has a poll for the stage');
  await page.goto('/console/polls');
  const questions = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(questions).toHaveCount(polls.length);
  await page.getByLabel('Search').fill(poll.question);
  await expect(page).toHaveURL(/q=/);
  await page.reload();
  await questions.click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(poll.question);
  await page.getByRole('button', { name: 'Show them to the staff' }).press('Enter');
  await expect(page.getByText('There are no answers yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Results' })).toBeFocused();
  await page.getByRole('radio', { name: 'Everyone' }).click();
  await expect(page.getByRole('dialog')).toContainText('cannot be taken back');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show to everyone' }).click();
  await expect(page.getByText('Results: everyone')).toBeVisible();
});
