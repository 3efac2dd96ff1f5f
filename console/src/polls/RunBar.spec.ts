import { answerAs } from '@companion/testkit/answerAs';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { hostPoll } from '@companion/testkit/hostPoll';
import { control, controls, runDraft, STAGE_POLL, signInHost } from '@companion/testkit/runPage';
import { showEveryone } from '@companion/testkit/showEveryone';

test.use({ viewport: { width: 1280, height: 800 }, keepsDrafts: true });

const { campaignId } = STAGE_POLL;

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
  await expect(add.getByRole('option', { name: /^After the summit/ })).toHaveCount(0);
  for (const { campaignTitle, question } of [first, second]) {
    await add.selectOption(`${campaignTitle}: ${question}`);
    await expect(page.getByRole('link', { name: question, exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('link', { name: question, exact: true })).toBeVisible();
  }
  await page.getByRole('heading', { level: 1 }).click();
  const order = page.getByRole('region', { name: 'Running order' });
  await page.keyboard.press('n');
  const stage = page.getByRole('region', { name: 'On stage' });
  await expect(stage.getByText('Draft')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(control(page, 'Close')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(control(page, 'Hide')).toBeVisible();
  await expect(stage).toContainText('0 answers');
  await expect(controls(page)).toContainText('Next: Close this poll first.');
  // Beside this screen, not in its place.
  await expect(order.getByRole('link').first()).toHaveAttribute('target', '_blank');
  expect(await current()).toMatchObject({ state: 'open', shownTo: 'everyone', isOnStage: true });
  await expectAccessible(page);

  const version = (await current())?.version ?? 0;
  await host.ask('changePoll', { params, body: { state: 'closed', version } });
  await expect(control(page, 'Open again')).toBeVisible();
  await page.getByRole('button', { name: `Move down: ${first.question}` }).click();
  await expect(order.getByRole('listitem').getByRole('link').first()).toHaveText(second.question);
});

test('run: keys pressed while a change is under way are done after it, each once', async ({ page, server }) => {
  const host = await signInHost(server, page);
  await runDraft(server, page);
  await expect(control(page, 'Open')).toBeVisible();
  const release = await holdCalls(page, /\/api\/staff\/polls\/stage-polls/);
  // Who sees nothing happen presses again.
  for (const key of [' ', ' ', 'Enter', 'Enter', ' ']) await page.keyboard.press(key);
  await expect(controls(page).getByText('Changing')).toBeVisible();
  release();
  await expect(control(page, 'Open again')).toBeVisible();
  await expect(control(page, 'Hide')).toBeVisible();
  await expect(controls(page).getByText('Changing')).toHaveCount(0);
  // Put on stage, opened, revealed, closed.
  const poll = (await host.ask('getPolls')).results.find(({ id }) => id === STAGE_POLL.questionId);
  expect(poll).toMatchObject({ state: 'closed', shownTo: 'everyone', version: 4 });
});

test('run: Space opens with the countdown, right after it was chosen with the mouse or by keys', async ({
  page,
  server,
}) => {
  await signInHost(server, page);
  await runDraft(server, page);
  await page.getByRole('radio', { name: '60 s' }).click();
  await page.keyboard.press(' ');
  await expect(controls(page).getByRole('timer')).toContainText('Closes in');
  await page.keyboard.press(' ');
  await expect(control(page, 'Open again')).toBeVisible();
  await page.getByRole('radio', { name: '60 s' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: '30 s' })).toBeFocused();
  await page.keyboard.press(' ');
  await expect(controls(page).getByRole('timer')).toContainText(/Closes in (30|2\d) s/);
});

test('run: the buttons never move, and the likely one alone is filled', async ({ page, server }) => {
  await signInHost(server, page);
  await showEveryone(server);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await hostPoll(server.services, STAGE_POLL, { state: 'draft', shownTo: 'none', isOnStage: true });
    await page.goto('/console/run');
    const buttons = controls(page).getByRole('button');
    const places = async () => {
      const boxes = await Promise.all([0, 1, 2].map((index) => buttons.nth(index).boundingBox()));
      // A page may be scrolled by parts of a pixel.
      return boxes.map((box) => box && [box.x, box.y, box.width, box.height].map(Math.round));
    };
    const filled = controls(page).locator('button[class*="primary"]');
    await expect(filled).toHaveText(/^Open/);
    const before = await places();
    await page.keyboard.press(' ');
    await expect(filled).toHaveText(/^Close/);
    expect(await places()).toEqual(before);
    const { access_token: token } = await server.register();
    await answerAs(server, token, { ...STAGE_POLL, answers: [4] });
    await expect(controls(page)).toContainText('1 answer');
    await page.keyboard.press(' ');
    await expect(filled).toHaveText(/^Reveal/);
    await page.keyboard.press('Enter');
    await expect(filled).toHaveText(/^Finish/);
    await page.mouse.wheel(0, 2000);
    await expect(page.getByRole('table')).toBeVisible();
    expect(await places()).toEqual(before);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    await server.services.db.deleteFrom('answers').execute();
  }
});
