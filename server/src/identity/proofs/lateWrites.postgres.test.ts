import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

const ITEM = { campaignId: 'agenda', contentId: 'opening' };

test("confirmRegistration: what another node still stores for a stranger's ended session is deleted, too (decision 022)", async () => {
  const { access_token: strangers, profile } = await t.first.register();
  const { id, phone } = profile;
  const { code } = await t.first.requestSignIn(phone);
  // The second node trusts the session for some seconds from here.
  await t.second.ask('getContent', { token: strangers });
  const { access_token: token } = await t.first.ask('smsLogin', { body: { phone, code } });

  const answering = t.first.send('confirmRegistration', { token, params: { id }, body: { mine: false } });
  const body = { ...ITEM, note: 'Not for the owner of the number', before: [] };
  const late = await t.second.send('saveOwnNote', { token: strangers, body });
  const vote = await t.second.send('createVote', { token: strangers, body: { ...ITEM, vote: 'up' } });

  expect([late.status, vote.status, (await answering).status]).toEqual([200, 201, 200]);
  const { results } = await t.first.ask('getContent', { token });
  expect(results.filter(({ ownNote, vote: given }) => ownNote || given)).toEqual([]);
  expect((await t.second.send('getContent', { token: strangers })).status).toBe(401);
});
