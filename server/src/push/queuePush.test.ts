import { startPushPeer } from '@companion/testkit/pushPeer';
import { startServerTest } from '@companion/testkit/serverTest';
import { expect, test } from 'vitest';
import { DAY } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { pushableAt, queuePush } from './queuePush.ts';

const at = (zone: string, time: string) => new Date(pushableAt(zone, Date.parse(time))).toISOString();

test.each([
  ['America/New_York', '2031-06-10T11:00:00.000Z', '7 AM'],
  ['America/New_York', '2031-06-11T00:59:59.999Z', 'a moment before 9 PM'],
  ['Asia/Kathmandu', '2031-06-10T01:15:00.000Z', '7 AM'],
])('quiet hours: in %s phones are pushed to at once at %s, which is %s', (zone, time) => {
  expect(at(zone, time)).toBe(time);
});

test.each([
  // The night in which the clocks go forward, and back.
  ['America/New_York', '2031-03-09T02:00:00.000Z', '2031-03-09T11:00:00.000Z'],
  ['America/New_York', '2031-11-02T01:00:00.000Z', '2031-11-02T12:00:00.000Z'],
  ['Europe/Berlin', '2031-03-30T00:59:00.000Z', '2031-03-30T05:00:00.000Z'],
  ['Europe/Berlin', '2031-10-26T00:30:00.000Z', '2031-10-26T06:00:00.000Z'],
  ['Australia/Lord_Howe', '2031-10-04T12:00:00.000Z', '2031-10-04T20:00:00.000Z'],
  ['Australia/Lord_Howe', '2031-04-05T15:10:00.000Z', '2031-04-05T20:30:00.000Z'],
])('quiet hours: in %s what is told at %s is pushed at 7 AM, which is %s', (zone, time, morning) => {
  expect(at(zone, time)).toBe(morning);
});

test('queuePush: what is pushed to many is due one after another, behind what is queued already', async () => {
  const peer = await startPushPeer();
  const t = await startServerTest(peer.settings);
  // In the quiet hours nothing is sent meanwhile.
  t.clock.freeze(Date.parse('2031-06-11T03:00:00Z'));
  const accountIds: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { access_token: token, profile } = await t.register();
    await t.ask('savePushDevice', { token, body: peer.subscribe() });
    accountIds.push(profile.id);
  }
  const queue = (source: string) =>
    transact(t.services, (tx) =>
      queuePush(tx, {
        ...{ source, accountIds, said: { title: '', text: '', session: null } },
        expiresAt: t.clock.now() + DAY,
      }),
    );
  await queue('a change');
  await queue('another');

  const messages = await t.services.db
    .selectFrom('push_messages')
    .select('next_attempt_at')
    .orderBy('source')
    .orderBy('next_attempt_at')
    .execute();
  expect(messages.map(({ next_attempt_at }) => next_attempt_at - Date.parse('2031-06-11T11:00:00Z'))).toEqual([
    0, 5, 10, 15, 20, 25,
  ]);
  await t.stop();
  await peer.stop();
});
