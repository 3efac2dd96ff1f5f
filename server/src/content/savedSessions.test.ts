import { refusal } from '@companion/testkit/apiClient';
import { type AttendeeTest, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { transact } from '../platform/transact.ts';
import { confirmAccount } from '../safeguards/accountStanding.ts';

let t: AttendeeTest;
beforeEach(async () => {
  t = await startAttendeeTest();
});
afterEach(() => t.stop());

const body = (contentId: string, saved: boolean, campaignId = 'agenda') => ({ campaignId, contentId, saved });
const save = (token: string, contentId: string, saved = true) =>
  t.send('saveSession', { token, body: body(contentId, saved) });
const savedBy = async (token: string) =>
  (await t.ask('getContent', { token })).results.filter((item) => item.saved).map(({ id }) => id);

test('saveSession: it shows in the list and on the page of its account alone, until it is let go (decision 069)', async () => {
  const [mine, other] = [(await t.register()).access_token, (await t.register()).access_token];
  const params = { campaignId: 'agenda', contentId: 'closing' };
  expect(await savedBy(mine)).toEqual([]);

  expect((await save(mine, 'closing')).status).toBe(200);
  expect((await save(mine, 'closing')).status).toBe(200);

  expect(await savedBy(mine)).toEqual(['closing']);
  expect((await t.ask('getContentItem', { token: mine, params })).results.saved).toBe(true);
  expect(await savedBy(other)).toEqual([]);
  await t.ask('createVote', { token: mine, body: { ...params, vote: 'up' } });
  await save(mine, 'closing', false);
  expect(await savedBy(mine)).toEqual([]);
  expect((await t.ask('getContentItem', { token: mine, params })).results).not.toHaveProperty('saved');
  // What was read while it was saved is not shown again.
  await save(mine, 'opening');
  await save(mine, 'opening', false);
  expect(await savedBy(mine)).toEqual([]);
});

test('saveSession: of writes that race, from two devices of one person, one row is left, and the next one wins', async () => {
  const { access_token: token, profile } = await t.register();
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => save(token, 'opening', index % 2 === 0)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const rows = () =>
    t.services.db.selectFrom('saved_sessions').select('saved').where('account_id', '=', profile.id).execute();
  expect(await rows()).toHaveLength(1);
  await save(token, 'opening');
  expect(await rows()).toEqual([{ saved: 1 }]);
});

test('saveSession: only a session of the agenda can be saved, with a session, and by true or false', async () => {
  const { access_token: token } = await t.register();
  const unknown = refusal(404, 'There is no such session.');
  expect(await t.send('saveSession', { token, body: body('ada', true, 'speakers') })).toEqual(unknown);
  expect(await t.send('saveSession', { token, body: body('acme', true, 'sponsors') })).toEqual(unknown);
  expect(await t.send('saveSession', { token, body: body('opening', true, 'speakers') })).toEqual(unknown);
  expect(await save(token, 'nothing')).toEqual(unknown);
  expect((await t.send('saveSession', { body: body('opening', true) })).status).toBe(401);
  expect(
    await t.send('saveSession', { token, body: { campaignId: 'agenda', contentId: 'opening', saved: 'yes' } }),
  ).toMatchObject({ status: 400, body: { errors: { saved: 'Required' } } });
});

test('saveSession: an account may save 600 times an hour (decision 011)', async () => {
  const { access_token: token, profile } = await t.register();
  await save(token, 'opening');
  const key = `saved session ${profile.id}`;
  const used = await t.services.db.updateTable('rate_limits').set({ count: 600 }).where('key', '=', key).execute();
  expect(used[0]?.numUpdatedRows).toBe(1n);
  expect((await save(token, 'closing')).status).toBe(429);
  expect(await savedBy(token)).toEqual(['opening']);
});

test('getSessionSaves: the staff sees how many, everyone and confirmed, and never who; a dismissed account counts nowhere', async () => {
  const { browser } = await signedInMember(t, 'host');
  const people = [await t.register(), await t.register(), await t.register()];
  for (const { access_token: token } of people) await save(token, 'opening');
  await save(people[0]?.access_token ?? '', 'opening', false);
  await save(people[0]?.access_token ?? '', 'closing');
  await transact(t.services, (tx) => confirmAccount(tx, people[1]?.profile.id ?? ''));
  const saves = async () => (await browser.ask('getSessionSaves', {})).results;

  t.clock.advance(2_000);
  const shown = await saves();
  expect(shown).toEqual([
    { id: 'opening', saves: 2, confirmedSaves: 1 },
    { id: 'closing', saves: 1, confirmedSaves: 0 },
  ]);
  for (const { profile } of people) expect(JSON.stringify(shown)).not.toContain(profile.id);

  await t.services.db
    .updateTable('saved_sessions')
    .set({ standing: 'dismissed' })
    .where('account_id', '=', people[2]?.profile.id ?? '')
    .execute();
  t.clock.advance(2_000);
  expect((await saves())[0]).toEqual({ id: 'opening', saves: 1, confirmedSaves: 1 });
});

test('getItemFigures: a session has the capacity of its room, and how many have saved it', async () => {
  const { browser } = await signedInMember(t, 'editor');
  await t.services.db.updateTable('content').set({ room: 'constructor' }).where('id', '=', 'closing').execute();
  await t.services.db.updateTable('content').set({ room: 'Hall' }).where('id', '=', 'opening').execute();
  await t.services.db.updateTable('events').set({ rooms: '{"Hall":1}' }).execute();
  for (const { access_token: token } of [await t.register(), await t.register()]) await save(token, 'opening');
  const { items } = (await browser.ask('getItemFigures', { query: { kind: 'session' } })).results;
  expect(items.map(({ id, saves, confirmedSaves, capacity }) => [id, saves, confirmedSaves, capacity])).toEqual([
    ['opening', 2, 0, 1],
    ['closing', 0, 0, null],
  ]);
});
