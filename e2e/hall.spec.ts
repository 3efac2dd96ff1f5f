import { CLOSING_GRACE_MS } from '@companion/contract/live';
import { expect, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import { showEveryone } from '@companion/testkit/showEveryone';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import type { Browser, Page } from '@playwright/test';

/** The polls of the first day, in the order of the event pack. */
const QUESTIONS = [
  'How did the opening keynote leave you?',
  'Whom do you call first when a solicitation comes out?',
  'Has your organization drawn its CMMC boundary?',
];
const SESSION = '/agenda/agenda/opening';
const ASKED = 'What would you do differently in year one?';

/** A page of another browser. */
async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return context.newPage();
}

const stage = (host: Page) => host.getByRole('region', { name: 'On stage' });
/** The poll on stage, not the next one, whose question the region shows too. */
const expectOnStage = (host: Page, question = '') =>
  expect(stage(host).getByRole('paragraph').filter({ hasText: question, hasNotText: 'Next:' })).toBeVisible();
const controls = (host: Page) => host.getByRole('region', { name: 'Controls' });
const stageButton = (host: Page, name: string) => controls(host).getByRole('button', { name, exact: true });
/** What the hall sees, as the host sees it. */
const preview = (host: Page) => host.getByRole('figure');
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
test.use({ contextOptions: { reducedMotion: 'no-preference' }, keepsDrafts: true });

test('hall: two hosts, three polls and a question with four phones, one of them offline, through a restart of the server', async ({
  page,
  browser,
  server,
}) => {
  // Seven pages and a restart: a busy machine needs most of a test's time for them.
  test.slow();
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

  await test.step('the polls of a day are drafts, which no phone shows, and come into the order at once', async () => {
    await asking.goto('/polls');
    await expect(asking.getByRole('main').getByRole('listitem').first()).toBeVisible();
    for (const question of QUESTIONS) await expect(asking.getByText(question)).toHaveCount(0);
    await asking.goto('/agenda');
    await host.getByRole('button', { name: /^Add all of From the main stage, day 1/ }).click();
    await expect(other.getByRole('region', { name: 'Running order' }).getByRole('listitem')).toHaveCount(3);
  });

  await test.step('a poll opens by Space right after its countdown was chosen, and reaches every phone; its answers are counted while they are hidden; what one host does shows on the screen of the other', async () => {
    await host.keyboard.press('n');
    await expectOnStage(other, QUESTIONS[0]);
    await host.getByRole('radio', { name: '60 s' }).click();
    await host.keyboard.press(' ');
    await expect(controls(other).getByRole('timer')).toContainText('Closes in');
    await expect(preview(host)).toContainText(QUESTIONS[0] ?? '');
    await Promise.all(phones.map(answer));
    await expect(controls(host)).toContainText('4 answers');
    await expect(stage(host)).toContainText('The results are shown to no one');
    await expect(stageButton(other, 'Close')).toBeVisible();
    await other.keyboard.press(' ');
    await expect(stageButton(host, 'Open again')).toBeVisible();
    await host.keyboard.press('Enter');
    await Promise.all(phones.map(expectResults));
    await host.getByRole('radio', { name: 'None' }).click();
  });

  await test.step('an answer that a phone kept counts: it was made before the closing', async () => {
    // Faster than the server answers.
    await host.keyboard.press('n');
    await host.keyboard.press(' ');
    await expectOnStage(host, QUESTIONS[1]);
    await Promise.all([...[asking, upvoting, alsoUpvoting].map(answer), openPoll(leaving)]);
    await goOffline(leaving);
    await leaving.getByRole('button', { name: 'Send Answer' }).click();
    await expect(leaving.getByText('Your answer is waiting to send.')).toBeVisible();
    await host.keyboard.press(' ');
    await expect(stageButton(host, 'Open again')).toBeVisible();
    const closedAt = Date.now();
    await server.restart();
    // Until then every answer counts that arrives.
    await expect.poll(() => Date.now() - closedAt).toBeGreaterThan(CLOSING_GRACE_MS);
    await leaving.context().setOffline(false);
    await expect(leaving.getByText('Your answer is waiting to send.')).toHaveCount(0);
    await expect(stageButton(host, 'Reveal')).toBeEnabled();
    await host.keyboard.press('Enter');
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

  await test.step('the questions from the hall take the stage; Next goes on where the order was', async () => {
    const hall = host.getByRole('region', { name: 'Questions from the hall' });
    await hall.getByRole('combobox', { name: 'Session' }).selectOption('opening');
    await expect(hall.getByRole('listitem')).toHaveText([/^What would you do differently in year one\?Pinned/]);
    await hall.getByRole('button', { name: 'Show its questions on stage' }).click();
    await expect(stage(host)).toContainText('are on stage.');
    await expect(preview(host)).toContainText(ASKED);
    await expect(stage(host)).toContainText(`Next: ${QUESTIONS[2]}`);
  });

  await test.step('of two hosts who open a poll at once, one does; the other learns of it', async () => {
    await other.goto('/console/run');
    await expect(stage(other)).toContainText('are on stage.');
    await host.keyboard.press('n');
    for (const console of [host, other]) await expectOnStage(console, QUESTIONS[2]);
    const release = await holdCalls(other, /\/api\/staff\/polls\//);
    const asked = other.waitForRequest(/\/api\/staff\/polls\//);
    await other.keyboard.press(' ');
    await asked;
    await host.keyboard.press(' ');
    await expect(stageButton(host, 'Close')).toBeVisible();
    release();
    await expect(other.getByRole('status', { name: 'Notices' })).toContainText('Another member has changed this poll.');
    await expect(stageButton(other, 'Close')).toBeVisible();
    await Promise.all(phones.map(answer));
    await host.keyboard.press(' ');
    await expect(stageButton(host, 'Open again')).toBeVisible();
    await host.keyboard.press('Enter');
    await Promise.all(phones.map(expectResults));
  });

  const answers = await server.services.db.selectFrom('answers').select('made_at').execute();
  expect(answers).toHaveLength(12);
  expect(answers.filter(({ made_at }) => made_at !== null)).toHaveLength(1);
  for (const one of [other, ...phones]) await one.context().close();
});
