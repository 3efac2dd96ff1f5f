import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../platform/time.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

test('stage screen: a link makes a browser one, again after its cookies are lost, until its key is revoked on any node (decision 046)', async () => {
  const { browser: host, member } = await signedInMember(t.first, 'host');
  const { results: created } = await host.ask('createStageScreen', { body: { name: ' Main stage ' } });
  const [address = '', token = ''] = created.link.split('#key=');
  expect(address).toBe(`${t.first.url}/console/stage`);
  const listed = { id: created.id, name: 'Main stage', createdBy: 'The host', createdAt: expect.any(String) };
  expect((await host.ask('getStageScreens')).results).toEqual([{ ...listed, lastUsedAt: null }]);

  const screens = [staffBrowser(t.first), staffBrowser({ url: t.secondUrl })];
  for (const screen of screens) {
    const response = await screen.request('connectStageScreen', { body: { token } });
    expect(response.headers.getSetCookie()).toEqual([
      `__Host-stage=${token}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict`,
    ]);
    expect((await screen.ask('getStageScreen')).results).toEqual({ name: 'Main stage' });
  }
  // It may do nothing that is for members.
  expect(await screens[0]?.send('getStaffMe')).toMatchObject({ status: 403, body: { code: 'role' } });
  const first = (await host.ask('getStageScreens')).results[0]?.lastUsedAt;
  t.advance(2 * MINUTE);
  await screens[0]?.ask('getStageScreen');
  expect((await host.ask('getStageScreens')).results[0]?.lastUsedAt).not.toBe(first);
  const rows = await t.first.services.db.selectFrom('stage_screens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);

  await host.ask('revokeStageScreen', { params: { stageScreenId: created.id } });

  for (const screen of screens) {
    expect(await screen.send('getStageScreen')).toEqual(refusal(401, SIGN_IN));
    expect((await screen.send('connectStageScreen', { body: { token } })).status).toBe(404);
  }
  expect((await host.send('revokeStageScreen', { params: { stageScreenId: created.id } })).status).toBe(404);
  const audited = await t.first.services.db
    .selectFrom('audit_log')
    .select('action')
    .where('staff_id', '=', member.id)
    .execute();
  expect(audited.map(({ action }) => action).sort()).toEqual(['createStageScreen', 'revokeStageScreen']);
});

test('stage screen: outlives the session of who made it, and needs none', async () => {
  const { browser: host } = await signedInMember(t.first, 'host');
  const { results: created } = await host.ask('createStageScreen', { body: { name: 'Side stage' } });
  const screen = staffBrowser(t.first);
  await screen.ask('connectStageScreen', { body: { token: created.link.split('#key=')[1] } });
  await host.ask('signOutStaff');
  t.advance(20 * DAY);

  expect((await screen.ask('getStageScreen')).results).toEqual({ name: 'Side stage' });
});

test('stage screen: a browser can be a screen and a member at once', async () => {
  const { browser } = await signedInMember(t.first, 'owner');
  const { results: created } = await browser.ask('createStageScreen', { body: { name: 'My laptop' } });
  await browser.ask('connectStageScreen', { body: { token: created.link.split('#key=')[1] } });

  expect((await browser.ask('getStageScreen')).results).toEqual({ name: 'My laptop' });
  expect((await browser.ask('getStaffMe')).results.role).toBe('owner');
});
