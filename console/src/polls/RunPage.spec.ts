import { answerAs } from '@companion/testkit/answerAs';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { askAnother } from '@companion/testkit/hostAudienceQuestions';
import { hostPoll } from '@companion/testkit/hostPoll';
import { control, controls, runDraft, STAGE_POLL, signInHost } from '@companion/testkit/runPage';

test.use({ viewport: { width: 1280, height: 800 }, keepsDrafts: true });

const { campaignId } = STAGE_POLL;
const WORDS = { campaignId: 'stage-polls-day-2', questionId: 'town-hall-question' };

test('run: the number of answers shows while the results are shown to no one, and the preview what the hall sees', async ({
  page,
  server,
}) => {
  await signInHost(server, page);
  await runDraft(server, page);
  const preview = page.getByRole('figure');
  await expect(preview).toContainText('The question appears there once you open it.');
  await expect(preview).not.toContainText('How did the opening keynote');
  await page.keyboard.press(' ');
  await expect(preview).toContainText('How did the opening keynote leave you?');
  // As the stage is, in the dark theme of the console too; and the list of sessions fits a phone.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(preview.locator('[data-light] > div')).toHaveCSS('background-color', 'rgb(250, 247, 242)');
  // Its colours alone: who wants no motion sees none there either.
  await expect(preview.locator('[data-light]')).toHaveCSS('--calm', /^0m?s$/);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const list = await page.getByLabel('Session', { exact: true }).boundingBox();
  expect((list?.x ?? 0) + (list?.width ?? 390)).toBeLessThan(390);
  if (size) await page.setViewportSize(size);
  for (const session of [await server.registerProved(), await server.register()]) {
    await answerAs(server, session.access_token, { ...STAGE_POLL, answers: [5] });
  }
  await expect(controls(page)).toContainText('2 answers, 1 confirmed');
  await expect(page.getByRole('region', { name: 'On stage' })).toContainText('shown to no one');
  await expectAccessible(page);
});

test('run: free text is approved beside the preview, which shows it once it is revealed', async ({ page, server }) => {
  await signInHost(server, page);
  await hostPoll(server.services, WORDS, { state: 'open', isOnStage: true, shownTo: 'staff' });
  const { access_token: token } = await server.register();
  await answerAs(server, token, { ...WORDS, answers: [], comment: 'More coffee' });
  await page.goto('/console/run');
  await page.getByRole('button', { name: 'Approve for the stage: More coffee' }).click();
  await expect(page.getByRole('button', { name: 'Take off the stage: More coffee' })).toBeVisible();
  await page.keyboard.press(' ');
  await page.keyboard.press('Enter');
  await expect(control(page, 'Hide')).toBeVisible();
  await expect(page.getByRole('figure')).toContainText('More coffee');
  await expectAccessible(page);
});

test('run: the next question with free text begins with all of its texts, whatever was looked up in those of the one before', async ({
  page,
  server,
}) => {
  await signInHost(server, page);
  const { access_token: token } = await server.register();
  const other = { campaignId: 'post-event', questionId: 'improve' };
  for (const [question, comment] of [
    [other, 'More chairs'],
    [WORDS, 'More coffee'],
  ] as const) {
    await hostPoll(server.services, question, { state: 'open', isOnStage: true, shownTo: 'staff' });
    await answerAs(server, token, { ...question, answers: [], comment });
  }
  await page.goto('/console/run');
  const stage = page.getByRole('region', { name: 'On stage' });
  await expect(stage.getByText('More coffee')).toBeVisible();
  await stage.getByRole('radio', { name: 'Approved', exact: true }).click();
  await expect(stage.getByText('0 texts')).toBeVisible();
  await hostPoll(server.services, other, { isOnStage: true });
  await expect(stage.getByText('More chairs')).toBeVisible();
  await hostPoll(server.services, WORDS, { isOnStage: true });
  await expect(stage.getByText('0 texts')).toBeVisible();
});

test('run: all polls of a day come into the order at once, after questions from the hall it goes on where it was, and ends', async ({
  page,
  server,
}) => {
  await signInHost(server, page);
  await page.goto('/console/run');
  await page.getByRole('button', { name: 'Add all of From the main stage, day 1 (3 polls)' }).click();
  const order = page.getByRole('region', { name: 'Running order' });
  await expect(order.getByRole('listitem')).toHaveCount(3);
  await expect(order.getByRole('button', { name: /^Add all of/ })).toHaveText(/day 2/);
  const stage = page.getByRole('region', { name: 'On stage' });
  const next = async (question: string) => {
    await page.keyboard.press('n');
    await expect(stage.getByRole('paragraph').filter({ hasText: question, hasNotText: 'Next:' })).toBeVisible();
  };
  const ask = async () => {
    await page.keyboard.press(' ');
    await expect(control(page, 'Close')).toBeVisible();
    await page.keyboard.press(' ');
    await expect(control(page, 'Open again')).toBeVisible();
  };
  // The first one is left out: it stays a draft.
  await next('How did the opening keynote');
  await next('Whom do you call first');
  await ask();
  await page.getByRole('button', { name: 'Show its questions on stage' }).click();
  await expect(stage).toContainText('are on stage.');
  await next('drawn its CMMC boundary');
  await ask();
  await page.keyboard.press('n');
  await expect(stage).toContainText('Nothing is on stage.');
  await page.keyboard.press('n');
  const notices = page.getByRole('status', { name: 'Notices' });
  await expect(notices).toContainText('No poll is left in the running order.');
  // They cover no button.
  const [notice, bar] = [await notices.boundingBox(), await controls(page).boundingBox()];
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test('run: a host asks what came up in the hall: the new poll is the next one, and a phone shows it once it is open', async ({
  page,
  server,
}) => {
  await signInHost(server, page);
  const running = { state: 'open', isOnStage: true } as const;
  await hostPoll(server.services, STAGE_POLL, running);
  await page.goto('/console/run');
  await page.getByRole('button', { name: 'New poll' }).click();
  const dialog = page.getByRole('dialog', { name: 'New poll' });
  await expectAccessible(page);
  // The keys of the run mode are letters here.
  await dialog.getByLabel('Question').pressSequentially('Tulsa, Spokane or neither?');
  await dialog.getByLabel('Options').fill('Spokane');
  // What is typed stays until it is sent or cancelled.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'New poll' }).click();
  await expect(dialog.getByLabel('Question')).toHaveValue('Tulsa, Spokane or neither?');
  await dialog.getByRole('button', { name: 'Add as next poll' }).click();
  await expect(dialog.getByLabel('Options')).toHaveAccessibleDescription(/Options must be two or more/);
  await dialog.getByLabel('Options').fill('Spokane\n\nTulsa\n');
  await expect(dialog.getByLabel('Set of polls')).toHaveValue(campaignId);
  await dialog.getByRole('button', { name: 'Add as next poll' }).click();
  await expect(dialog).toBeHidden();
  const order = page.getByRole('region', { name: 'Running order' });
  await expect(order.getByRole('listitem')).toHaveText([/^1Tulsa, Spokane or neither\?/]);

  const { access_token: token } = await server.register();
  const asked = async () => {
    const answer = await fetch(`${server.url}/api/public/questions`, { headers: { authorization: `Bearer ${token}` } });
    return JSON.stringify(await answer.json());
  };
  expect(await asked()).not.toContain('neither?');
  await page.keyboard.press(' ');
  await expect(control(page, 'Open again')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('region', { name: 'On stage' })).toContainText('Tulsa, Spokane');
  await page.keyboard.press(' ');
  await expect(control(page, 'Close')).toBeVisible();
  await expect.poll(asked).toContain('"options":["Spokane","Tulsa"]');
});

test('run: the questions to the session on now stand beside the polls, in the order in which they were asked', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const now = (await host.ask('getAudienceQuestionSessions')).results[3];
  if (!now) throw new Error('the demo event has sessions');
  const times = { starts_at: Date.now() - 60_000, ends_at: Date.now() + 3_600_000 };
  await server.services.db.updateTable('content').set(times).where('id', '=', now.contentId).execute();
  for (const [text, state] of [
    ['Asked first', 'pending'],
    ['Asked second', 'shown'],
    ['Answered', 'answered'],
  ] as const) {
    await askAnother(server, { contentId: now.contentId, text, state });
  }
  await page.goto('/console/run');
  const hall = page.getByRole('region', { name: 'Questions from the hall' });
  await expect(hall.getByRole('combobox', { name: 'Session' })).toHaveValue(now.contentId);
  const rows = hall.getByRole('listitem');
  await expect(rows).toHaveText([/^Asked first/, /^Asked second/]);
  await hall.getByRole('button', { name: 'Approve: Asked first' }).press('Enter');
  await expect(rows.first()).toContainText('Shown');
  await expect(rows.first()).toBeFocused();
  await hall.getByRole('button', { name: 'Answered: Asked second' }).click();
  await expect(rows).toHaveText([/^Asked first/]);
  // The keys are those of the run mode still, with U for the questions.
  await page.keyboard.press('u');
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
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
