import { answerAs } from '@companion/testkit/answerAs';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { hostPoll } from '@companion/testkit/hostPoll';
import { openStage } from '@companion/testkit/openStage';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type { TestServer } from '@companion/testkit/testServer';

test.use({ viewport: { width: 1280, height: 800 } });

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };

/** A poll is revealed, to which two confirmed attendees and one invented account have answered. */
async function pollWithAnswers(server: TestServer): Promise<void> {
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true, shownTo: 'everyone' });
  const attendees = [await server.registerProved(), await server.registerProved(), await server.register()];
  for (const [index, { access_token }] of attendees.entries()) {
    await answerAs(server, access_token, { ...POLL, answers: [index === 2 ? 1 : 2] });
  }
}

test('run: both numbers show, whose answers the hall sees and why, and one press changes it on every console and on the stage', async ({
  page,
  server,
}) => {
  const screen = await page.context().newPage();
  const host = await openStage(screen, server);
  await pollWithAnswers(server);
  await signInToConsole(page, server, 'host');
  await page.goto('/console/run');
  const stage = page.getByRole('region', { name: 'On stage' });
  await expect(stage).toContainText('3 answers, 2 confirmed');
  await expect(stage.getByRole('columnheader')).toHaveText(['Choice', 'Everyone', 'Confirmed']);
  await expect(stage.getByRole('row').nth(1).getByRole('cell')).toHaveText(['1 33%', '0 0%']);
  await expect(stage.getByRole('row').nth(2).getByRole('cell')).toHaveText(['2 67%', '2 100%']);
  const seen = page.getByRole('group', { name: 'Hall and phones see' });
  await expect(seen.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  await expect(stage).toContainText('1 of 3 answers is unconfirmed, so the hall sees confirmed answers only.');
  await expectAccessible(page);
  await expect(screen.getByText('Confirmed attendees only')).toBeVisible();
  await expect(screen.getByText('2 answered')).toBeVisible();
  await expectAccessible(screen);

  await seen.getByRole('radio', { name: 'Everyone' }).click();
  await expect(stage).toContainText('Your choice: the hall sees everyone’s answers; 1 of 3 answers is unconfirmed.');
  await expect(screen.getByText('3 answered')).toBeVisible();
  await expect(screen.getByText('Confirmed attendees only')).toHaveCount(0);

  const { results: safeguards } = await host.ask('getSafeguards');
  expect(safeguards.hallCounts).toBe('everyone');
  await host.ask('changeSafeguards', { body: { hallCounts: 'confirmed', version: safeguards.version } });
  await expect(seen.getByRole('radio', { name: 'Confirmed only' })).toBeChecked();
  await expect(stage).toContainText('Your choice: the hall sees confirmed answers only');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('run: in a trial whose only answer is unconfirmed, the console says why the hall sees none, and what to choose', async ({
  page,
  server,
}) => {
  const screen = await page.context().newPage();
  await openStage(screen, server);
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true, shownTo: 'none' });
  const { access_token } = await server.register();
  await answerAs(server, access_token, { ...POLL, answers: [1] });
  await signInToConsole(page, server, 'host');
  await page.goto('/console/run');
  const why = page.getByText(
    'the hall sees 0 answers, since the 1 given is unconfirmed. For a trial, choose Everyone.',
  );
  await expect(why).toBeVisible();
  await expect(screen.getByText('0 answered')).toBeVisible();

  await page.getByRole('button', { name: 'Reveal' }).click();
  await expect(screen.getByText('No answers of confirmed attendees yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Everyone' }).click();
  await expect(why).toHaveCount(0);
  await expect(screen.getByText('1 answered')).toBeVisible();
});

test('results: every count of a question, by organization type and in the report too, has both numbers', async ({
  page,
  server,
}) => {
  await pollWithAnswers(server);
  await signInToConsole(page, server, 'host');
  await page.goto(`/console/polls/${POLL.campaignId}/${POLL.questionId}`);
  await expect(page.getByText('3 answers, 2 confirmed')).toBeVisible();
  const types = page.getByRole('region', { name: /^Answers by organization type/ });
  await expect(types.getByRole('row', { name: /Everyone 3/ })).toContainText('67%');
  await expect(types.getByRole('row', { name: /^Confirmed 2/ })).toContainText('100%');
  await expectAccessible(page);
  await page.goto(`/console/report?campaignId=${POLL.campaignId}&questionId=${POLL.questionId}`);
  await expect(page.getByText('3 answers, 2 confirmed, to 1 question')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Confirmed' })).toBeVisible();
});

test('safeguards: a press that crosses that of another host changes nothing; while registration is paused or confirmation required, overview and run say so, with one press to end each', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { browser: host } = await signedInMember(server, 'host');
  await page.goto('/console/run');
  const seen = page.getByRole('group', { name: 'Hall and phones see' });
  await expect(seen.getByRole('radio', { name: 'Automatic' })).toBeChecked();
  // Another member is first, while this console cannot learn of it.
  await page.route('**/api/staff/safeguards', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const body = { ...route.request().postDataJSON(), hallCounts: 'confirmed' };
    await route.fetch({ postData: JSON.stringify(body) });
    await route.continue();
  });
  await seen.getByRole('radio', { name: 'Everyone' }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('Another member has changed this.');
  await expect(seen.getByRole('radio', { name: 'Confirmed only' })).toBeChecked();

  await page.unroute('**/api/staff/safeguards');
  await expect(page.getByText('Registration is paused.')).toHaveCount(0);
  const { results } = await host.ask('getSafeguards');
  const body = { registrationPaused: true, confirmationRequired: true, version: results.version };
  await host.ask('changeSafeguards', { body });
  await expect(page.getByText('Registration is paused.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Require no confirmation' }).click();
  await expect(page.getByText('Polls and Q&A need a confirmed number.')).toHaveCount(0);
  expect((await host.ask('getSafeguards')).results).toMatchObject({
    registrationPaused: true,
    confirmationRequired: false,
  });
  await page.goto('/console');
  await expect(page.getByText('Registration is paused.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open registration again' }).press('Enter');
  await expect(page.getByText('Registration is paused.')).toHaveCount(0);
  expect((await host.ask('getSafeguards')).results.registrationPaused).toBe(false);
});
