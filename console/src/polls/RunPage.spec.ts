import { answerAs } from '@companion/testkit/answerAs';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { hostPoll } from '@companion/testkit/hostPoll';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ viewport: { width: 1280, height: 800 } });

/** A host is signed in in this browser; returns the calls of another one. */
async function signInHost(server: TestServer, page: Page) {
  await signInToConsole(page, server, 'host');
  return (await signedInMember(server, 'host')).browser;
}

const campaignId = 'stage-polls-day-1';

test('run: keys put a poll on stage, open, close and reveal it; another host’s change shows by itself', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const { results: polls } = await host.ask('getPolls');
  const [first, second] = polls.filter((poll) => poll.campaignId === campaignId);
  if (!first || !second) throw new Error('the demo event has two polls for the stage');
  const params = { campaignId, questionId: first.id };
  await host.ask('changePoll', { params, body: { state: 'draft', version: first.version } });
  const current = async () => (await host.ask('getPolls')).results.find(({ id }) => id === first.id);

  await page.goto('/console/run');
  const add = page.getByLabel('Add a poll');
  for (const { campaignTitle, question } of [first, second]) {
    await add.selectOption(`${campaignTitle}: ${question}`);
    await expect(page.getByRole('link', { name: question, exact: true })).toBeVisible();
  }
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('n');
  const stage = page.getByRole('region', { name: 'On stage' });
  await expect(stage.getByText('Draft')).toBeVisible();
  // A key that is pressed while a change is under way does nothing (decision 049).
  await expect(stage.getByRole('button', { name: 'Open' })).toBeEnabled();
  await page.keyboard.press(' ');
  await expect(stage.getByRole('button', { name: 'Close' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(stage.getByRole('button', { name: 'Hide' })).toBeVisible();
  await expect(stage).toContainText('0 answers');
  expect(await current()).toMatchObject({ state: 'open', shownTo: 'everyone', isOnStage: true });
  await expectAccessible(page);

  const version = (await current())?.version ?? 0;
  await host.ask('changePoll', { params, body: { state: 'closed', version } });
  await expect(stage.getByRole('button', { name: 'Open again' })).toBeVisible();
  await page.getByRole('button', { name: `Move down: ${first.question}` }).click();
  await expect(page.getByRole('list').last().getByRole('link').first()).toHaveText(second.question);
});

test('run: the next poll shows its own counts, or why they cannot be read, and never those of the poll before', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const [first, second] = (await host.ask('getPolls')).results.filter((poll) => poll.campaignId === campaignId);
  if (!first || !second) throw new Error('the demo event has two polls for the stage');
  for (const { id } of [second, first]) {
    await hostPoll(
      server.services,
      { campaignId, questionId: id },
      { state: 'open', shownTo: 'staff', isOnStage: true },
    );
  }
  const { access_token: token } = await server.register();
  await answerAs(server, token, { campaignId, questionId: first.id, answers: [1] });
  await page.goto('/console/run');
  const stage = page.getByRole('region', { name: 'On stage' });
  await expect(stage).toContainText('1 answer');
  const results = `**/api/staff/polls/${campaignId}/${second.id}/results`;
  const release = await holdCalls(page, results);
  await hostPoll(server.services, { campaignId, questionId: second.id }, { isOnStage: true });
  await expect(stage).toContainText(second.question);
  await expect(stage).not.toContainText(/\d answer/);

  await page.route(results, (route) =>
    route.fulfill({ status: 500, json: { message: 'It is broken.', traceId: 'trace' } }),
  );
  await page.reload();
  await expect(stage.getByRole('alert')).toContainText('It is broken.');
  await hostPoll(server.services, { campaignId, questionId: first.id }, { isOnStage: true });
  await expect(stage).toContainText('1 answer');
  await hostPoll(server.services, { campaignId, questionId: second.id }, { isOnStage: true });
  await expect(stage.getByRole('alert')).toContainText('It is broken.');
  await expect(stage).not.toContainText('1 answer');
  release();
});

test('run: the tabs of a browser share one stream, and the stage in it has one of its own', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const poll = (await host.ask('getPolls')).results.find((one) => one.campaignId === campaignId);
  if (!poll) throw new Error('the demo event has a poll for the stage');
  await page.goto('/console/run');
  const tabs = [page, await page.context().newPage(), await page.context().newPage()];
  const stage = await page.context().newPage();
  for (const tab of tabs.slice(1)) await tab.goto('/console/run');
  await stage.goto('/console/stage');
  const streams = async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return ['staff', 'stage'].map((audience) => metrics.match(`live_streams{audience="${audience}"} (\\d+)`)?.[1]);
  };
  await expect.poll(streams).toEqual(['1', '1']);
  await expect(stage.getByText('Join at')).toBeVisible();

  const params = { campaignId, questionId: poll.id };
  await host.ask('changePoll', { params, body: { state: 'open', isOnStage: true, version: poll.version } });

  for (const tab of [...tabs, stage]) await expect(tab.getByText(poll.question).first()).toBeVisible();
  // Another tab takes the lead.
  await page.close();
  await expect.poll(streams).toEqual(['1', '1']);
});

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
  await page.getByRole('button', { name: 'Show them to the staff' }).click();
  await expect(page.getByText('There are no answers yet.')).toBeVisible();
  await page.getByRole('radio', { name: 'Everyone' }).click();
  await expect(page.getByRole('dialog')).toContainText('cannot be taken back');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show to everyone' }).click();
  await expect(page.getByText('Results: everyone')).toBeVisible();
});
