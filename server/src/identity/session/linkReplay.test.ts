import { type Reply, refusal, replyOf } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const TOO_MANY = refusal(429, /^Too many requests\./);

/** Opens the link of an SMS and returns what the device sends to open it again. */
async function opened() {
  const { profile } = await t.register();
  const { linkToken } = await t.requestSignIn(profile.phone);
  const response = await t.request('autologin', { body: { token: linkToken } });
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { body } = await replyOf(response);
  const again = { body: { token: linkToken }, headers: { cookie } };
  t.clock.advance(2 * MINUTE);
  return { profile, again, first: body as { refresh_token: string } };
}

const refresh = (refresh_token: string): Promise<Reply> => t.send('refresh', { body: { refresh_token } });

test('autologin: a marked device that opens its link again continues its session, and nothing is written (decision 004)', async () => {
  const { again, first } = await opened();

  const changes = await changesDuring(t, async () => {
    const repeated = await Promise.all(Array.from({ length: 8 }, () => t.ask('autologin', again)));
    for (const { refresh_token } of repeated) expect(refresh_token).toBe(first.refresh_token);
  });

  expect(changes).toEqual({});
});

test('autologin: two tabs that open a link and refresh both stay signed in (decision 004)', async () => {
  const { again } = await opened();
  const [one, two] = await Promise.all([t.ask('autologin', again), t.ask('autologin', again)]);

  const renewed = await t.ask('refresh', { body: { refresh_token: one.refresh_token } });
  const third = await t.ask('autologin', again);

  expect(third.refresh_token).toBe(renewed.refresh_token);
  expect((await refresh(two.refresh_token)).status).toBe(200);
  expect((await refresh(third.refresh_token)).status).toBe(200);
});

test('autologin: a session that has ended, or ends within a day, is replaced by another (decision 004)', async () => {
  const { again, first } = await opened();
  await t.services.db.updateTable('sessions').set({ ended_at: t.clock.now() }).execute();
  const second = await t.ask('autologin', again);
  expect(second.refresh_token).not.toBe(first.refresh_token);

  t.clock.advance(13.5 * DAY);
  const changes = await changesDuring(t, async () => {
    expect((await t.ask('autologin', again)).refresh_token).not.toBe(second.refresh_token);
  });
  expect(countsOf(changes)).toMatchObject({ sessions: '+1' });
  // A tab that still has the old session stays signed in.
  expect((await refresh(second.refresh_token)).status).toBe(200);
});

test('autologin: ten exchanges a minute of one link by one device, then 429 with Retry-After; other devices and links are not affected (decision 023)', async () => {
  const { profile, again } = await opened();
  const neighbour = await opened();
  const replies = await Promise.all(Array.from({ length: 30 }, () => t.send('autologin', again)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(replies.filter(({ status }) => status !== 200)).toEqual(Array(20).fill(TOO_MANY));
  const refused = await t.request('autologin', again);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(61);

  expect((await t.send('autologin', neighbour.again)).status).toBe(200);
  expect((await t.send('autologin', { body: again.body })).status).toBe(200);
  const { code } = await t.requestSignIn(profile.phone);
  expect((await t.send('smsLogin', { body: { phone: profile.phone, code } })).status).toBe(200);
  t.clock.advance(1.3 * MINUTE);
  expect((await t.send('autologin', again)).status).toBe(200);
});
