import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signedInMember } from '@companion/testkit/staffBrowser';

test.use({ viewport: { width: 1024, height: 768 } });

test('stage: by its link a browser shows what is on stage, keeps it through a restart of the server, and goes on', async ({
  page,
  server,
}) => {
  const { browser: host } = await signedInMember(server, 'host');
  const { results: device } = await host.ask('createDevice', { body: { name: 'Main hall' } });
  const poll = (await host.ask('getPolls')).results.find(({ questionTypes }) => questionTypes === 'options');
  if (!poll) throw new Error('the demo event has a question with options');
  const params = { campaignId: poll.campaignId, questionId: poll.id };
  const change = async (fields: object) => {
    const now = (await host.ask('getPolls')).results.find(({ id }) => id === poll.id);
    await host.ask('changePoll', { params, body: { ...fields, version: now?.version } });
  };

  await page.goto(device.link);
  await expect(page).toHaveURL(/\/console\/stage$/);
  await expect(page.getByText('Join at')).toBeVisible();
  await change({ state: 'open', isOnStage: true });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(poll.question);
  await expect(page.getByText('0 %')).toHaveCount(0);
  await change({ shownTo: 'stage' });
  await expect(page.getByText('0 %').first()).toBeVisible();
  await expectAccessible(page);

  await server.restart();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(poll.question);
  await change({ state: 'closed' });
  await expect(page.getByText('Closed')).toBeVisible();

  await host.ask('revokeDevice', { params: { deviceId: device.id } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This screen is not connected');
});
