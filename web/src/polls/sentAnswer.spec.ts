import type { Question } from '@companion/contract/question';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import { hostPoll } from '@companion/testkit/hostPoll';
import { loseAnswers } from '@companion/testkit/loseAnswers';
import { answerElsewhere, closeQuestion, openQuestion, send, thanks } from '@companion/testkit/questionPage';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import type { TestServer } from '@companion/testkit/testServer';

test.use({ reuseServer: true });

test('question: after a lost answer it waits, and is sent again by itself (decisions 032, 039)', async ({
  page,
  server,
}) => {
  const { question, session } = await openQuestion(page, server, { campaignId: 'pre-event', questionTypes: 'comment' });
  await page.getByRole('textbox').fill('Longer breaks');
  let requests = 0;
  await loseAnswers(page, `**/api/public/questions/${question.id}`, () => {
    requests += 1;
    return requests === 1;
  });
  await send(page).click();
  await expect(page.getByRole('button', { name: 'Next Question' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Everything you did offline has been sent.' })).toBeVisible();
  expect(requests).toBe(2);
  const answers = await server.services.db
    .selectFrom('answers')
    .select(['question_id', 'comment'])
    .where('account_id', '=', session.profile.id)
    .execute();
  expect(answers).toEqual([{ question_id: question.id, comment: 'Longer breaks' }]);
});

test('question: an answer that waited and was rejected is not called stored (decision 039)', async ({
  page,
  context,
  server,
}) => {
  const { question } = await openQuestion(page, server, { questionTypes: 'yes-no' });
  await page.getByRole('radio', { name: 'No' }).check();
  await goOffline(page);
  await send(page).click();
  await expect(page.getByText('Your answer is waiting to send.')).toBeVisible();
  await closeQuestion(server, question);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your answer was not accepted.');
  await expect(page.getByRole('main')).toContainText('This poll is closed.');
  await expect(page.getByText('Your answer is in.')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See Your Answer' }).click();
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toContainText('Not accepted');
});

test('question: what is chosen or typed while an answer is being sent changes nothing', async ({ page, server }) => {
  for (const questionTypes of ['yes-no', 'comment'] as const) {
    await openQuestion(page, server, { questionTypes });
    const release = await holdCalls(page, /public\/questions\/[^/]+$/);
    const [yes, no, text] = [
      page.getByRole('radio', { name: 'Yes' }),
      page.getByRole('radio', { name: 'No' }),
      page.getByRole('textbox'),
    ];
    if (questionTypes === 'yes-no') await yes.check();
    else await text.fill('Longer breaks');
    await send(page).click();
    if (questionTypes === 'yes-no') {
      await no.click();
      await expect(yes).toBeChecked();
    } else await expect(text).not.toBeEditable();
    release();
    await expect(thanks(page)).toBeVisible();
    await page.unrouteAll();
  }
});

test('question: an answer stored from elsewhere is not overwritten (decision 032)', async ({ page, server }) => {
  const { question, session } = await openQuestion(page, server, { questionTypes: 'yes-no' });
  await page.getByRole('radio', { name: 'No' }).check();
  await answerElsewhere(server, session, question);
  await send(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'already answered' })).toBeVisible();
  await expect(thanks(page)).toBeFocused();
});

test('question: closed while its text is written, it keeps the text and says that it is closed (decision 048)', async ({
  page,
  server,
}) => {
  const { question } = await openQuestion(page, server, { questionTypes: 'comment' });
  const closed = page.getByRole('status').filter({ hasText: 'This poll is closed.' });
  await page.getByRole('textbox').fill('Longer breaks');
  await closeQuestion(server, question);
  await send(page).click();
  await expect(closed).toHaveText('This poll is closed. Your answer was not sent.');
  await expect(page.getByRole('textbox')).toHaveValue('Longer breaks');
  await expect(page.getByRole('textbox')).toHaveAttribute('dir', 'auto');
  await expect(send(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('textbox')).toHaveValue('Longer breaks');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(closed).toHaveText('This poll is closed.');
});

/** Longer than an answer may be on its way. */
const LATE_MS = 60_000;
const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };

test('question: closed under an answer and opened again, it takes the answer (decision 048)', async ({
  page,
  server,
}) => {
  const open = { state: 'open', isOnStage: true, closesInSeconds: 3000 } as const;
  const closed = page.getByRole('status').filter({ hasText: 'Your answer was not sent.' });
  const countdown = page.getByRole('timer');
  await server.signIn(page);
  await hostPoll(server.services, POLL, open);
  await page.goto(`/polls/${POLL.campaignId}/${POLL.questionId}`);
  await expect(countdown).toBeVisible();
  await page.getByRole('radio').first().check();
  const release = await holdCalls(page, `**/api/public/questions/${POLL.questionId}`);
  await send(page).click();
  await hostPoll(server.services, POLL, { state: 'closed' });
  await expect(countdown).toHaveCount(0);
  server.clock.advance(LATE_MS);
  release();
  await expect(closed).toBeVisible();
  await hostPoll(server.services, POLL, open);
  await expect(closed).toHaveCount(0);
  await expect(page.getByRole('radio').first()).toBeChecked();

  // The answer that says so comes when the question is open again.
  await page.unrouteAll();
  const refused = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  await page.route(`**/api/public/questions/${POLL.questionId}`, async (route) => {
    await hostPoll(server.services, POLL, { state: 'closed' });
    server.clock.advance(LATE_MS);
    const response = await route.fetch();
    expect(response.status()).toBe(409);
    refused.resolve();
    await arrives.promise;
    await route.fulfill({ response });
  });
  await send(page).click();
  await refused.promise;
  await expect(countdown).toHaveCount(0);
  await hostPoll(server.services, POLL, open);
  await expect(countdown).toBeVisible();
  arrives.resolve();
  await expect(send(page)).toBeEnabled();
  await expect(closed).toHaveCount(0);
  await page.unrouteAll();
  await send(page).click();
  await expect(thanks(page)).toBeVisible();
});

test('question: opened again, it takes the answer also where its page was left before the refusal came (decision 048)', async ({
  page,
  server,
}) => {
  const open = { state: 'open', isOnStage: true, closesInSeconds: 3000 } as const;
  await server.signIn(page);
  await hostPoll(server.services, POLL, open);
  await page.goto(`/polls/${POLL.campaignId}/${POLL.questionId}`);
  await page.getByRole('radio').first().check();
  const release = await holdCalls(page, `**/api/public/questions/${POLL.questionId}`);
  await send(page).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
  await hostPoll(server.services, POLL, { state: 'closed' });
  server.clock.advance(LATE_MS);
  const refused = page.waitForResponse(`**/api/public/questions/${POLL.questionId}`);
  release();
  expect((await refused).status()).toBe(409);
  await page.unrouteAll();
  await hostPoll(server.services, POLL, open);
  await page.goBack();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByText('Your answer was not sent.')).toHaveCount(0);
  await expect(page.getByRole('radio').first()).toBeChecked();
  await send(page).click();
  await expect(thanks(page)).toBeVisible();
});

/** As a publication does before anybody has answered. */
async function turnOptions(server: TestServer, { id, options }: Question): Promise<void> {
  const { db } = server.services;
  const turned = JSON.stringify(options.toReversed());
  await db.updateTable('questions').set({ options: turned }).where('id', '=', id).execute();
  await recordQuestions(db);
}

test('question: what was chosen before its options changed is asked for again, and counts for no other option (decision 061)', async ({
  page,
  context,
  server,
}) => {
  const { question } = await openQuestion(page, server, { questionTypes: 'options' });
  const [first = '', second = ''] = question.options;
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  const stored = () => server.services.db.selectFrom('answers').select('answers').execute();
  await radio(first).check();
  const release = await holdCalls(page, /public\/questions/);
  await turnOptions(server, question);
  const rejected = page.waitForResponse((response) => response.request().method() === 'POST');
  await send(page).click();
  release();
  expect((await rejected).status()).toBe(400);
  await expect(page.getByRole('alert')).toContainText('This question has changed. Please choose again.');
  // The choice is of the list before.
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(question.options.at(-1) ?? '');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  expect(await stored()).toEqual([]);

  await radio(second).check();
  await goOffline(page);
  await send(page).click();
  await expect(page.getByText('Your answer is waiting to send.')).toBeVisible();
  await turnOptions(server, { ...question, options: question.options.toReversed() });
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your answer was not accepted.');
  await expect(page.getByRole('main')).toContainText('This question has changed. Please choose again.');
  expect(await stored()).toEqual([]);
});
