import { answerAs } from '@companion/testkit/answerAs';
import { expect, test } from '@companion/testkit/browserTest';
import { floodFrom } from '@companion/testkit/floodFrom';
import { hostPoll } from '@companion/testkit/hostPoll';
import { openStage } from '@companion/testkit/openStage';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test.use({ viewport: { width: 1280, height: 800 } });

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };

test('a host sees an attack arrive, pauses registration, requires confirmation, shows confirmed answers, dismisses the flood and undoes it', async ({
  page,
  server,
}) => {
  const stage = await page.context().newPage();
  const host = await openStage(stage, server);
  const counted = async () => (await host.ask('getPollResults', { params: POLL })).results.total.n;
  await signInToConsole(page, server, 'host');
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true, shownTo: 'everyone' });
  for (const { access_token } of [await server.registerProved(), await server.registerProved()]) {
    await answerAs(server, access_token, { ...POLL, answers: [2] });
  }
  await page.goto('/console');
  await expect(page.getByText('Nothing is on stage.')).toHaveCount(0);
  const warning = page.getByRole('complementary', { name: /^Warning about/ });
  await expect(warning).toHaveCount(0);

  const invented = await floodFrom(server);
  const all = invented.length + 2;
  await Promise.all(invented.map((token) => answerAs(server, token, { ...POLL, answers: [1] })));
  await expect(warning).toContainText('come in faster than people can send them');
  await warning.getByRole('button', { name: 'Pause registration' }).click();
  await expect(page.getByText('Registration is paused.')).toBeVisible();
  await expect(server.register()).rejects.toThrow('403');
  await page.getByRole('button', { name: 'Require confirmation', exact: true }).click();
  await expect(page.getByText('Polls and Q&A need a confirmed number.')).toBeVisible();
  expect((await host.ask('getSafeguards')).results).toMatchObject({
    registrationPaused: true,
    confirmationRequired: true,
  });

  await page.getByRole('link', { name: 'run the polls' }).click();
  const onStage = page.getByRole('region', { name: 'On stage' });
  await expect(onStage).toContainText(`${all} answers, 2 confirmed`);
  await expect(onStage).toContainText('so the hall sees confirmed answers only.');
  await page.getByRole('radio', { name: 'Confirmed only' }).click();
  await expect(stage.getByText('Confirmed attendees only')).toBeVisible();
  await expect(stage.getByText('2 answered')).toBeVisible();

  await page.getByRole('link', { name: 'Overview' }).click();
  await warning.getByRole('button', { name: 'Dismiss these accounts…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Accounts${invented.length}`);
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(warning).toHaveCount(0);
  expect(await counted()).toBe(2);
  await page.getByRole('status', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(counted).toBe(all);
  await page.getByRole('link', { name: 'run the polls' }).click();
  await expect(onStage).toContainText(`${all} answers, 2 confirmed`);
  await expect(stage.getByText('2 answered')).toBeVisible();
  await page.getByRole('button', { name: 'Open registration again' }).click();
  await expect(page.getByText('Registration is paused.')).toHaveCount(0);
  await server.register();
});
