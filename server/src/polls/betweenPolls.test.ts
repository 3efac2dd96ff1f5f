import { hostPoll } from '@companion/testkit/hostPoll';
import { signedInMember, staffBrowser, stageScreen } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../platform/time.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

test('between polls: a host chooses what the stage shows, on every node, until a poll is on stage (decision 059)', async () => {
  const { browser: host, member } = await signedInMember(t.first, 'host');
  const { cookies } = await stageScreen(t.first, member.id);
  const screen = staffBrowser({ url: t.secondUrl }, cookies);
  const { db, now } = t.first.services;
  const event = await db.selectFrom('events').select(['starts_at', 'tagline']).executeTakeFirstOrThrow();
  expect((await host.ask('getBetweenPolls')).results).toEqual({ shows: 'welcome', picture: null });
  expect((await screen.ask('getStage')).results.between).toMatchObject({
    shows: 'welcome',
    tagline: event.tagline,
    startDate: new Date(event.starts_at).toISOString(),
    sessions: [],
  });

  expect((await host.send('setBetweenPolls', { body: { shows: 'fireworks' } })).status).toBe(400);
  const revision = async () => (await db.selectFrom('change_counter').select('seq').executeTakeFirst())?.seq ?? 0;
  const before = await revision();
  await host.ask('setBetweenPolls', { body: { shows: 'agenda' } });
  expect(await revision()).toBe(before + 1);
  const rows = await db
    .selectFrom('content')
    .select(['id', 'starts_at', 'ends_at'])
    .where('type', '=', 'Agenda')
    .where('ends_at', '>', now())
    .orderBy('starts_at')
    .execute();
  const first = rows[0];
  if (!first?.ends_at) throw new Error('the test event has sessions to come');
  const sessions = async () => (await screen.ask('getStage')).results.between?.sessions ?? [];
  expect((await sessions()).map(({ id }) => id)).toContain(first.id);
  expect((await sessions()).some(({ speakers }) => speakers.length > 0)).toBe(true);
  // Also while many sessions are on at once.
  const row = await db.selectFrom('content').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
  const crowd = Array.from({ length: 15 }, (_, index) => `room-${index}`);
  const times = { starts_at: now() - MINUTE, ends_at: now() + MINUTE };
  await db
    .insertInto('content')
    .values(crowd.map((id) => ({ ...row, ...times, id })))
    .execute();
  expect((await sessions()).map(({ id }) => id)).toEqual(expect.arrayContaining([...crowd, first.id]));
  await db.updateTable('content').set({ hidden: 1 }).where('id', 'in', crowd).execute();
  t.advance(first.ends_at - now() + MINUTE);
  const { browser: later } = await signedInMember(t.first, 'host');
  expect((await sessions()).map(({ id }) => id)).not.toContain(first.id);

  const poll = (await later.ask('getPolls')).results[0];
  if (!poll) throw new Error('the test event has polls');
  await hostPoll(
    t.first.services,
    { campaignId: poll.campaignId, questionId: poll.id },
    { state: 'open', isOnStage: true },
  );
  expect((await screen.ask('getStage')).results).toMatchObject({ poll: { id: poll.id } });
  expect((await screen.ask('getStage')).results.between).toBeUndefined();
  const audited = await db
    .selectFrom('audit_log')
    .select(['entity', 'fields'])
    .where('action', '=', 'setBetweenPolls')
    .execute();
  expect(audited).toEqual([{ entity: 'stage', fields: '["betweenPolls"]' }]);
});
