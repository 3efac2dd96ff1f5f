import { CLOSING_GRACE_MS } from '@companion/contract/live';
import { expect, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import { showEveryone } from '@companion/testkit/showEveryone';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type { TestServer } from '@companion/testkit/testServer';
import type { Browser, Page } from '@playwright/test';

const CAMPAIGN = 'stage-polls-day-1';
const SESSION = '/agenda/agenda/opening';
const ASKED = 'What would you do differently in year one?';

/** A page of another browser. */
async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return context.newPage();
}

/** Puts three drafts into the running order. @returns their questions */
async function prepare(server: TestServer): Promise<string[]> {
  const { browser: host } = await signedInMember(server, 'host');
  const all = (await host.ask('getPolls')).results.filter(({ campaignId }) => campaignId === CAMPAIGN);
  for (const { campaignId, id, version } of all) {
    await host.ask('changePoll', { params: { campaignId, questionId: id }, body: { state: 'draft', version } });
  }
  const polls = all.map(({ campaignId, id }) => ({ campaignId, questionId: id }));
  await host.ask('setRunningOrder', { body: { polls, before: [] } });
  return all.map(({ question }) => question);
}

const stage = (host: Page) => host.getByRole('region', { name: 'On stage' });
/** The poll on stage, not the next one, whose question the region shows too. */
const expectOnStage = (host: Page, question = '') =>
  expect(stage(host).getByRole('paragraph').filter({ hasText: question, hasNotText: 'Next:' })).toBeVisible();
const stageButton = (host: Page, name: string) => stage(host).getByRole('button', { name, exact: true });
/** Presses a key of the run mode. One that is pressed while a change is under way does nothing (decision 049). */
async function press(host: Page, key: string): Promise<void> {
  const buttons = stage(host).getByRole('button', { name: /^(Open|Open again|Close|Next)$/, disabled: false });
  await expect(buttons.first()).toBeVisible();
  await host.keyboard.press(key);
}
const banner = (phone: Page) => phone.getByRole('status').filter({ hasText: 'On stage now' });

async function openPoll(phone: Page): Promise<void> {
  await banner(phone).getByRole('link', { name: 'Answer' }).click();
  await phone.getByRole('radio').first().check();
}
async function answer(phone: Page): Promise<void> {
  await openPoll(phone);
  await phone.getByRole('button', { name: 'Send Answer' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible();
}
const expectResults = (phone: Page) =>
  expect(phone.getByRole('region', { name: 'Results' })).toContainText('4 answers');

// The pages change as on most phones.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('hall: two hosts, three polls and a question with four phones, one of them offline, through a restart of the server', async ({
  page,
  browser,
  server,
}) => {
  const questions = await prepare(server);
  await showEveryone(server);
  const host = page;
  const other = await openBrowser(browser);
  const phones = await Promise.all(Array.from({ length: 4 }, () => openBrowser(browser)));
  const [asking, upvoting, alsoUpvoting, leaving] = phones;
  if (!asking || !upvoting || !alsoUpvoting || !leaving) throw new Error('There are four phones');
  await Promise.all([
    ...[host, other].map(async (console) => {
      await console.setViewportSize({ width: 1280, height: 800 });
      await signInToConsole(console, server, 'host');
      await console.goto('/console/run');
      await expect(stage(console)).toContainText('Nothing is on stage.');
    }),
    ...phones.map(async (phone) => {
      await server.signIn(phone);
      await phone.goto('/agenda');
    }),
  ]);

  await test.step('a poll reaches every phone; what one host does shows on the screen of the other', async () => {
    await press(host, 'n');
    await expectOnStage(other, questions[0]);
    await press(host, ' ');
    await Promise.all(phones.map(answer));
    await expect(stageButton(other, 'Close')).toBeVisible();
    await press(other, ' ');
    await expect(stageButton(host, 'Open again')).toBeVisible();
    await press(host, 'Enter');
    await Promise.all(phones.map(expectResults));
  });

  await test.step('an answer that a phone kept counts: it was made before the closing', async () => {
    await press(host, 'n');
    await expectOnStage(host, questions[1]);
    await press(host, ' ');
    await Promise.all([...[asking, upvoting, alsoUpvoting].map(answer), openPoll(leaving)]);
    await goOffline(leaving);
    await leaving.getByRole('button', { name: 'Send Answer' }).click();
    await expect(leaving.getByText('Your answer is waiting to send.')).toBeVisible();
    await press(host, ' ');
    await expect(stageButton(host, 'Open again')).toBeVisible();
    const closedAt = Date.now();
    await server.restart();
    // Until then every answer counts that arrives.
    await expect.poll(() => Date.now() - closedAt).toBeGreaterThan(CLOSING_GRACE_MS);
    await leaving.context().setOffline(false);
    await expect(leaving.getByText('Your answer is waiting to send.')).toHaveCount(0);
    await expect(stageButton(host, 'Reveal')).toBeEnabled();
    await press(host, 'Enter');
    await Promise.all(phones.map(expectResults));
  });

  await test.step('a question from the hall is approved, upvoted and pinned', async () => {
    await Promise.all([asking, upvoting, alsoUpvoting].map((phone) => phone.goto(SESSION)));
    await asking.getByRole('textbox', { name: 'Your question' }).fill(ASKED);
    await asking.getByRole('button', { name: 'Send Question' }).click();
    await expect(asking.getByRole('region', { name: 'Your questions' })).toContainText('Waiting for the moderators');
    await other.goto('/console/questions');
    const rows = other.getByRole('list', { name: 'Questions' }).getByRole('listitem');
    await rows.filter({ hasText: ASKED }).getByRole('button', { name: 'Approve' }).click();
    for (const phone of [upvoting, alsoUpvoting]) await phone.getByRole('button', { name: /^Upvote/ }).click();
    await other.getByRole('radio', { name: 'Shown' }).click();
    await rows.filter({ hasText: ASKED }).getByRole('button', { name: 'Pin' }).click();
    const questions = asking.getByRole('region', { name: 'All questions' });
    await expect(questions.getByRole('listitem')).toHaveText(/Put to the speaker now.*Upvote 2/);
  });

  await test.step('of two hosts who open a poll at once, one does; the other learns of it', async () => {
    await other.goto('/console/run');
    await press(host, 'n');
    for (const console of [host, other]) await expectOnStage(console, questions[2]);
    const release = await holdCalls(other, /\/api\/staff\/polls\//);
    await press(other, ' ');
    await press(host, ' ');
    await expect(stageButton(host, 'Close')).toBeVisible();
    release();
    await expect(other.getByRole('status', { name: 'Notices' })).toContainText('Another member has changed this poll.');
    await expect(stageButton(other, 'Close')).toBeVisible();
    await Promise.all(phones.map(answer));
    await press(host, ' ');
    await expect(stageButton(host, 'Open again')).toBeVisible();
    await press(host, 'Enter');
    await Promise.all(phones.map(expectResults));
  });

  const answers = await server.services.db.selectFrom('answers').select('made_at').execute();
  expect(answers).toHaveLength(12);
  expect(answers.filter(({ made_at }) => made_at !== null)).toHaveLength(1);
  for (const one of [other, ...phones]) await one.context().close();
});
