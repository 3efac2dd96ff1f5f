import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { hostPoll } from '@companion/testkit/hostPoll';
import { control, STAGE_POLL, signInHost } from '@companion/testkit/runPage';

test.use({ viewport: { width: 1280, height: 800 } });

test('choices: what the arrow keys pass is not done, Enter does it, and leaving takes it back', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  await hostPoll(server.services, STAGE_POLL, { state: 'open', shownTo: 'staff' });
  const shownTo = async () =>
    (await host.ask('getPolls')).results.find(({ id }) => id === STAGE_POLL.questionId)?.shownTo;
  await page.goto(`/console/polls/${STAGE_POLL.campaignId}/${STAGE_POLL.questionId}`);
  const group = page.getByRole('group', { name: 'Who sees the results' });
  await group.getByRole('radio', { name: 'Staff', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(group.getByRole('radio', { name: 'Everyone' })).toBeChecked();
  await expect(page.getByText('Press Enter to apply it.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(group.getByRole('radio', { name: 'Staff', exact: true })).toBeChecked();
  expect(await shownTo()).toBe('staff');

  await group.getByRole('radio', { name: 'Staff', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(group.getByRole('radio', { name: 'Staff', exact: true })).toBeChecked();
  await page.keyboard.press('Tab');
  expect(await shownTo()).toBe('staff');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(group.getByRole('radio', { name: 'Staff', exact: true })).toBeChecked();

  // A press on another option is that one alone.
  const sent: unknown[] = [];
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()));
  await group.getByRole('radio', { name: 'Staff', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await group.getByRole('radio', { name: 'No one' }).click();
  await expect(page.getByText('Results: no one')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ shownTo: 'none' })]);
});

test('choices: two that follow each other within one round trip are both done, the later one last', async ({
  page,
  server,
}) => {
  const host = await signInHost(server, page);
  const { version } = await hostPoll(server.services, STAGE_POLL, { state: 'open', shownTo: 'none', isOnStage: true });
  await page.goto('/console/run');
  const safeguards = page.getByRole('group', { name: 'Hall and phones see' });
  await expect(safeguards.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  const releaseSafeguards = await holdCalls(page, '**/api/staff/safeguards');
  await safeguards.getByRole('radio', { name: 'Everyone' }).click();
  await safeguards.getByRole('radio', { name: 'Confirmed only' }).click();
  releaseSafeguards();
  await expect(page.getByText('Your choice: answers and upvotes of confirmed attendees only.')).toBeVisible();
  await expect(page.getByText('Another member has changed')).toHaveCount(0);

  // By keys too, which are then not those of the poll.
  await safeguards.getByRole('radio', { name: 'Confirmed only' }).focus();
  await page.keyboard.press('ArrowLeft');
  for (const key of [' ', 'Enter', ' ']) await page.keyboard.press(key);
  await expect(page.getByText('Your choice: all answers and upvotes.')).toBeVisible();
  await expect(control(page, 'Close')).toBeVisible();

  // Back again before the first has an answer.
  await page.unroute('**/api/staff/safeguards');
  const releaseBack = await holdCalls(page, '**/api/staff/safeguards');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const answered = page.waitForResponse((response) => String(response.request().postData()).includes('all'));
  releaseBack();
  await answered;
  await expect(page.getByText('Your choice: all answers and upvotes.')).toBeVisible();
  await expect(safeguards.getByRole('radio', { name: 'Everyone' })).toBeChecked();

  await page.goto(`/console/polls/${STAGE_POLL.campaignId}/${STAGE_POLL.questionId}`);
  const results = page.getByRole('group', { name: 'Who sees the results' });
  await expect(results.getByRole('radio', { name: 'No one' })).toBeChecked();
  const release = await holdCalls(page, /\/api\/staff\/polls\/stage-polls/);
  await results.getByRole('radio', { name: 'Staff', exact: true }).click();
  await results.getByRole('radio', { name: 'Staff and stage' }).click();
  release();
  await expect(page.getByText('Results: staff and stage')).toBeVisible();
  await expect(page.getByText('Another member has changed')).toHaveCount(0);
  const poll = (await host.ask('getPolls')).results.find(({ id }) => id === STAGE_POLL.questionId);
  expect(poll).toMatchObject({ state: 'open', shownTo: 'stage', version: version + 2 });
});
