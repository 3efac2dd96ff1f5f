import { answerAs } from '@companion/testkit/answerAs';
import { expect, test } from '@companion/testkit/browserTest';
import { askAnother } from '@companion/testkit/hostAudienceQuestions';
import { hostPoll } from '@companion/testkit/hostPoll';
import { control, runDraft, STAGE_POLL, signInHost } from '@companion/testkit/runPage';
import type { StaffBrowser } from '@companion/testkit/staffBrowser';
import type { Page } from '@playwright/test';

test.use({ viewport: { width: 1280, height: 800 } });

const WORDS = { campaignId: 'stage-polls-day-2', questionId: 'town-hall-question' };

async function firstSession(host: StaffBrowser) {
  const [session] = (await host.ask('getAudienceQuestionSessions')).results;
  if (!session) throw new Error('the demo event has sessions');
  return session;
}

async function pressTooOften(page: Page): Promise<void> {
  for (const key of ['Enter', ' ']) await page.keyboard.press(key);
}

test('run: Enter once too often on a question from the hall neither reveals the poll nor decides on another question', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const session = await firstSession(host);
  for (const text of ['Asked first', 'Asked second']) {
    await askAnother(server, { contentId: session.contentId, text, state: 'pending' });
  }
  await runDraft(server, page);
  const hall = page.getByRole('region', { name: 'Questions from the hall' });
  await hall.getByRole('combobox', { name: 'Session' }).selectOption(session.contentId);
  const rows = hall.getByRole('listitem');
  await hall.getByRole('button', { name: 'Approve: Asked first' }).press('Enter');
  await expect(rows.first()).toContainText('Shown');
  await expect(rows.first()).toBeFocused();
  await pressTooOften(page);
  // The keyboard goes on where it was.
  await page.keyboard.press('Tab');
  await expect(hall.getByRole('button', { name: 'Pin: Asked first' })).toBeFocused();
  await hall.getByRole('button', { name: 'Answered: Asked first' }).press('Enter');
  await expect(rows).toHaveText([/^Asked second/]);
  await expect(rows.first()).toBeFocused();
  await pressTooOften(page);
  await hall.getByRole('button', { name: 'Dismiss: Asked second' }).press('Enter');
  await expect(rows).toHaveCount(0);
  await expect(hall.getByRole('heading', { name: 'Questions from the hall' })).toBeFocused();
  await pressTooOften(page);
  // A press with the mouse gives the keys back.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press(' ');
  await expect(control(page, 'Close')).toBeVisible();
  const poll = (await host.ask('getPolls')).results.find(({ id }) => id === STAGE_POLL.questionId);
  expect(poll).toMatchObject({ state: 'open', shownTo: 'none', version: 2 });
});

test('run: Enter once too often where results were hidden, a text was approved or a poll left the order reveals nothing', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const { version } = await hostPoll(server.services, WORDS, { state: 'open', isOnStage: true });
  const { access_token: token } = await server.register();
  await answerAs(server, token, { ...WORDS, answers: [], comment: 'More coffee' });
  await page.goto('/console/run');
  const current = async () => (await host.ask('getPolls')).results.find(({ id }) => id === WORDS.questionId);
  const stage = page.getByRole('region', { name: 'On stage' });
  await stage.getByRole('button', { name: 'Show them to the staff' }).press('Enter');
  await expect(stage.getByRole('heading', { name: 'On stage' })).toBeFocused();
  await pressTooOften(page);

  await stage.getByRole('radio', { name: 'Not approved' }).click();
  await stage.getByRole('button', { name: 'Approve for the stage: More coffee' }).press('Enter');
  await expect(stage.getByText('0 texts')).toBeVisible();
  await expect(stage.getByRole('heading', { name: 'Texts' })).toBeFocused();
  await pressTooOften(page);

  const order = page.getByRole('region', { name: 'Running order' });
  await page.getByRole('button', { name: /^Add all of From the main stage, day 1/ }).press('Enter');
  await expect(order.getByRole('listitem')).toHaveCount(3);
  await expect(order.getByRole('heading')).toBeFocused();
  await order
    .getByRole('button', { name: /^Take out of the running order/ })
    .first()
    .press('Enter');
  await expect(order.getByRole('listitem')).toHaveCount(2);
  await expect(order.getByRole('listitem').first()).toBeFocused();
  await pressTooOften(page);

  // A press with the mouse gives the keys back.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press(' ');
  await expect(control(page, 'Open again')).toBeVisible();
  // Shown to the staff, and closed.
  expect(await current()).toMatchObject({ state: 'closed', shownTo: 'staff', version: version + 2 });
});

test('run: the questions that leave the stage leave the focus in their part of the screen', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const session = await firstSession(host);
  await host.ask('putAudienceQuestionsOnStage', {
    params: { contentId: session.contentId },
    body: { isOnStage: true },
  });
  await page.goto('/console/run');
  const hall = page.getByRole('region', { name: 'Questions from the hall' });
  await hall.getByRole('button', { name: 'Take them off the stage' }).press('Enter');
  await expect(hall.getByRole('button', { name: 'Take them off the stage' })).toHaveCount(0);
  await expect(hall.getByRole('heading')).toBeFocused();
});
