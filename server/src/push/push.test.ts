import { setTimeout as delay } from 'node:timers/promises';
import { type PushPeer, startPushPeer } from '@companion/testkit/pushPeer';
import { moveSession, scheduleSession } from '@companion/testkit/scheduleSession';
import { scaled } from '@companion/testkit/timeScale';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { untilEventHour } from '@companion/testkit/untilEventHour';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';

let t: TwoNodes;
let peer: PushPeer;
beforeEach(async () => {
  peer = await startPushPeer(() => t.first.clock.now());
  t = await startTwoNodes(peer.settings, { push: { ca: peer.ca, timeoutMs: scaled(3000) } });
  untilEventHour(t, 10);
});
afterEach(async () => {
  await t.stop();
  await peer.stop();
  expect(peer.faults).toEqual([]);
});

/** An attendee who has saved the opening, or not, with a browser that is pushed to. */
async function person({ saves = true } = {}) {
  const { access_token: token, profile } = await t.first.register();
  if (saves) {
    const body = { campaignId: 'agenda', contentId: 'opening', saved: true };
    await t.first.ask('saveSession', { token, body });
  }
  const subscription = peer.subscribe();
  await t.second.ask('savePushDevice', { token, body: subscription });
  return { token, profile, ...subscription };
}

/** Moves the opening, and passes over the quiet minutes. */
async function move(room = 'Hall B'): Promise<void> {
  const start = t.first.clock.now() + 2 * HOUR;
  await scheduleSession(t.first, 'opening', { starts_at: start, ends_at: start + HOUR, room: 'Hall A', hidden: 0 });
  await moveSession(t.first, 'opening', { room });
  t.advance(5 * MINUTE + SECOND);
}

const takenBy = ({ endpoint }: { endpoint: string }) => peer.taken.filter((message) => message.endpoint === endpoint);
const within = { timeout: 15_000 };
const waiting = () =>
  t.first.services.db.selectFrom('push_messages').select('leased_until').where('done_at', 'is', null).execute();
/** Waits until the push service has answered so many, and the answers are recorded. */
async function untilAnswered(count: number): Promise<void> {
  await expect.poll(() => peer.asked.length, within).toBe(count);
  await expect.poll(async () => (await waiting()).filter((one) => one.leased_until > 0), within).toEqual([]);
}
/** Longer than the workers need to find what there is to do. */
const quiet = () => delay(1500);

test('push: a device whose session has ended by idleness gets nothing, as after the sign-out (decision 071)', async () => {
  const [idle, mine] = [await person(), await person()];
  await t.first.services.db
    .updateTable('sessions')
    .set({ rotated_at: t.first.clock.now() - 15 * DAY })
    .where('account_id', '=', idle.profile.id)
    .execute();
  await move();
  await expect.poll(() => takenBy(mine).length, within).toBe(1);

  await quiet();
  expect(takenBy(idle)).toEqual([]);
  const devices = await t.first.services.db.selectFrom('push_messages').select('device_id').execute();
  expect(devices).toHaveLength(1);
});

test('push: who saved a session that moves gets one message with its names, places and address; others get none', async () => {
  const [mine, other] = [await person(), await person({ saves: false })];
  await move();

  await expect.poll(() => takenBy(mine).length, within).toBe(1);

  expect(takenBy(mine)[0]).toMatchObject({
    payload: {
      ...{ title: 'Moved: Opening', session: { campaignId: 'agenda', contentId: 'opening' } },
      text: expect.stringMatching(/^Now .* ET, Hall B\. Before: Hall A\.$/),
    },
    urgency: 'normal',
  });
  // As long as it is of use: until the session ends.
  expect(takenBy(mine)[0]?.ttl).toBeGreaterThan(2.5 * 3600);
  expect(takenBy(mine)[0]?.topic).toBe(takenBy(mine)[0]?.payload.tag);
  expect(takenBy(other)).toEqual([]);
});

test('push: two nodes push exactly once to each of sixty, while some answers are late, 429 and 503', async () => {
  const people = await Promise.all(Array.from({ length: 60 }, () => person()));
  const tries = new Map<string, number>();
  peer.answer(async ({ endpoint }) => {
    const tried = (tries.get(endpoint) ?? 0) + 1;
    tries.set(endpoint, tried);
    const which = people.findIndex((one) => one.endpoint === endpoint) % 6;
    if (tried === 1 && which === 0) return { status: 429, retryAfter: 1 };
    if (tried === 1 && which === 1) return { status: 503 };
    if (which === 2) await delay(1000);
    return { status: 201 };
  });
  await move();
  await expect.poll(() => peer.taken.length, { timeout: 40_000 }).toBe(people.length);
  // What is recorded is not pushed again, however late it is.
  await expect.poll(waiting, within).toEqual([]);
  t.advance(HOUR / 6);
  await quiet();
  expect(people.map((one) => takenBy(one).length)).toEqual(people.map(() => 1));
});

test('push: a browser that is gone is forgotten; what a service refuses or redirects is not sent again', async () => {
  const people = [await person(), await person(), await person(), await person(), await person()];
  const statuses = [404, 410, 400, 403, 302];
  peer.answer(({ endpoint }) => ({
    status: statuses[people.findIndex((one) => one.endpoint === endpoint)] ?? 500,
    location: `https://127.0.0.1:${peer.port}/elsewhere`,
  }));
  await move();
  await expect.poll(() => peer.asked.length, within).toBe(5);
  t.advance(10 * MINUTE);
  const left = () => t.first.services.db.selectFrom('push_devices').select('endpoint').execute();
  await expect.poll(async () => (await left()).length, within).toBe(3);
  expect((await left()).map(({ endpoint }) => endpoint).sort()).toEqual(
    people
      .slice(2)
      .map((one) => one.endpoint)
      .sort(),
  );
  expect(peer.asked).toHaveLength(5);
});

test('push: what a service asks to wait for is sent after that, and not once it has ended', async () => {
  const [mine, late] = [await person(), await person()];
  peer.answer({ status: 429, retryAfter: 600 });
  await move();
  await untilAnswered(2);
  peer.answer(({ endpoint }) => (endpoint === mine.endpoint ? { status: 201 } : { status: 500 }));
  t.advance(9 * MINUTE);
  await quiet();
  expect(peer.taken).toEqual([]);
  t.advance(2 * MINUTE);
  await expect.poll(() => takenBy(mine).length, within).toBe(1);
  const tried = peer.asked.length;
  t.advance(4 * HOUR);
  await expect.poll(waiting, within).toEqual([]);
  expect(takenBy(late)).toEqual([]);
  expect(peer.asked.length).toBeLessThanOrEqual(tried + 1);
});

test('push: in the quiet hours no phone is pushed to: the app tells it, and what is of use then comes in the morning', async () => {
  untilEventHour(t, 21);
  const mine = await person();
  const morning = t.first.clock.now() + 12 * HOUR;
  const told = () => t.first.services.db.selectFrom('told_notices').select('account_id').execute();
  const place = { ends_at: morning + HOUR, room: 'Hall A', hidden: 0 } as const;
  await scheduleSession(t.first, 'opening', { starts_at: morning, ...place });
  for (const [at, room] of ['Hall B', 'Hall C'].entries()) {
    await moveSession(t.first, 'opening', { room });
    t.advance(5 * MINUTE + SECOND);
    await expect.poll(async () => (await told()).length, within).toBe(at + 1);
  }
  // Its reminder would come too late.
  await scheduleSession(t.first, 'opening', { ...place, starts_at: t.first.clock.now() + 5 * MINUTE });
  await expect.poll(async () => (await told()).length, within).toBe(3);
  await quiet();
  expect(peer.asked).toEqual([]);

  untilEventHour(t, 7);
  await expect.poll(() => takenBy(mine).length, within).toBe(1);
  await quiet();
  // The first of the changes was not true any more.
  expect(peer.asked.map(({ payload }) => payload.text)).toEqual([expect.stringMatching(/Hall C\. Before: Hall B\.$/)]);
});

test('push: what waits for the morning does not come to who has turned it off, or let the session go, meanwhile', async () => {
  untilEventHour(t, 21);
  const [mine, silent, gone] = [await person(), await person(), await person()];
  const place = { ends_at: t.first.clock.now() + 13 * HOUR, room: 'Hall A', hidden: 0 } as const;
  await scheduleSession(t.first, 'opening', { starts_at: t.first.clock.now() + 12 * HOUR, ...place });
  await moveSession(t.first, 'opening', { room: 'Hall B' });
  t.advance(5 * MINUTE + SECOND);
  await expect.poll(async () => (await waiting()).length, within).toBe(3);
  const body = { changes: false, reminders: true, announcements: true };
  await t.first.ask('saveNoticeSettings', { token: silent.token, body });
  const letGo = { campaignId: 'agenda', contentId: 'opening', saved: false };
  await t.second.ask('saveSession', { token: gone.token, body: letGo });

  untilEventHour(t, 7);
  await expect.poll(waiting, within).toEqual([]);
  expect(peer.asked.map(({ endpoint }) => endpoint)).toEqual([mine.endpoint]);
});

test('push: a reminder that waits for the morning does not come once its session is cancelled', async () => {
  untilEventHour(t, 6);
  const mine = await person();
  const starts_at = t.first.clock.now() + 65 * MINUTE;
  await scheduleSession(t.first, 'opening', { starts_at, ends_at: starts_at + HOUR, room: 'Hall A', hidden: 0 });
  t.advance(56 * MINUTE);
  await expect.poll(async () => (await waiting()).length, within).toBe(1);
  await moveSession(t.first, 'opening', { hidden: 1 });
  untilEventHour(t, 7);
  await expect.poll(waiting, within).toEqual([]);
  expect(takenBy(mine)).toEqual([]);
});

test('push: what waits for a service as the quiet hours begin is sent in the morning', async () => {
  untilEventHour(t, 20);
  const mine = await person();
  peer.answer({ status: 429, retryAfter: 3600 });
  await move();
  await untilAnswered(1);
  await t.first.services.db
    .updateTable('push_messages')
    .set({ expires_at: t.first.clock.now() + DAY })
    .execute();
  peer.answer({ status: 201 });
  t.advance(2 * HOUR);
  await quiet();
  expect(peer.taken).toEqual([]);
  t.advance(8 * HOUR);
  await quiet();
  expect(peer.taken).toEqual([]);
  t.advance(HOUR);
  await expect.poll(() => takenBy(mine).length, within).toBe(1);
});

test('push: a message that waits for a service is not sent once the session of its browser is over', async () => {
  const mine = await person();
  peer.answer({ status: 429, retryAfter: 60 });
  await move();
  await untilAnswered(1);
  peer.answer({ status: 201 });
  await t.first.services.db
    .updateTable('sessions')
    .set({ expires_at: t.first.clock.now() + MINUTE })
    .execute();
  t.advance(10 * MINUTE);
  await expect.poll(waiting, within).toEqual([]);
  expect(takenBy(mine)).toEqual([]);
});

test('push: who wants no changes is told of none, in the app neither', async () => {
  const [mine, silent] = [await person(), await person()];
  const body = { changes: false, reminders: true, announcements: true };
  await t.first.ask('saveNoticeSettings', { token: silent.token, body });
  expect((await t.second.ask('getNoticeSettings', { token: silent.token })).results).toMatchObject(body);
  await move();
  await expect.poll(() => takenBy(mine).length, within).toBe(1);
  const told = await t.first.services.db.selectFrom('told_notices').select('account_id').execute();
  expect(told).toEqual([{ account_id: mine.profile.id }]);
  expect(takenBy(silent)).toEqual([]);
});
