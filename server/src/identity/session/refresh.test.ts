import type { Credentials } from '@companion/contract/session';
import { CHECK, refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, SECOND } from '../../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ REFRESHES_PER_ADDRESS: '100000' });
});
afterAll(() => t.stop());

const REFUSED = refusal(401, SIGN_IN);

const tryRefresh = (refresh_token: string) => t.send('refresh', { body: { refresh_token } });
const refresh = async (from: Credentials): Promise<Credentials> =>
  t.ask('refresh', { body: { refresh_token: from.refresh_token } });
const worksWith = async ({ access_token, profile }: Credentials) =>
  (await t.send('getAccount', { token: access_token, params: { id: profile.id } })).status === 200;

test('refresh: a token gives credentials with the next one and changes only its session (decision 031)', async () => {
  const first = await t.register();

  const changes = await changesDuring(t, async () => {
    const second = await refresh(first);
    expect(second.profile).toEqual(first.profile);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await worksWith(second)).toBe(true);
  });

  expect(countsOf(changes)).toEqual({ sessions: '+1 -1' });
  expect(JSON.stringify(changes)).not.toContain(first.refresh_token);
});

test('refresh: the token is read as refresh_token, else as token (§7)', async () => {
  const first = await t.register();

  const { refresh_token } = await t.ask('refresh', { body: { token: first.refresh_token } });
  expect(refresh_token).not.toBe(first.refresh_token);
  expect((await t.send('refresh', { body: { refresh_token, token: 'garbage' } })).status).toBe(200);
  expect((await t.send('refresh', { body: { refresh_token: '', token: refresh_token } })).status).toBe(200);
});

test('refresh: the parent of the current token always gets the same successor, at any time (decision 031)', async () => {
  const first = await t.register();
  const second = await refresh(first);

  for (const wait of [0, 20 * SECOND, 3600 * SECOND, 10 * DAY]) {
    t.clock.advance(wait);
    const changes = await changesDuring(t, async () =>
      expect((await refresh(first)).refresh_token).toBe(second.refresh_token),
    );
    expect(changes).toEqual({});
  }
  expect(await worksWith(await refresh(second))).toBe(true);
});

test('refresh: 100 parallel refreshes of one token give one successor and end no session (decision 031)', async () => {
  const first = await t.register();

  let all: Credentials[] = [];
  const changes = await changesDuring(t, async () => {
    all = await Promise.all(Array.from({ length: 100 }, () => refresh(first)));
  });

  expect(new Set(all.map(({ refresh_token }) => refresh_token)).size).toBe(1);
  expect(changes).toEqual({
    sessions: {
      gone: [expect.objectContaining({ generation: 0 })],
      come: [expect.objectContaining({ generation: 1, ended_at: null })],
    },
  });
  expect(await worksWith(await refresh(all[0] ?? first))).toBe(true);
});

test('refresh: an older token within 30 s of its replacement gets the current one (decision 031)', async () => {
  const first = await t.register();
  const second = await refresh(first);
  const third = await refresh(second);

  t.clock.advance(29 * SECOND);
  expect((await refresh(first)).refresh_token).toBe(third.refresh_token);
  expect(await worksWith(await refresh(third))).toBe(true);
});

test("refresh: within the grace an older token than the parent's parent ends the whole family (decision 031)", async () => {
  const first = await t.register();
  const second = await refresh(first);
  const third = await refresh(second);
  const fourth = await refresh(third);

  expect((await refresh(second)).refresh_token).toBe(fourth.refresh_token);
  expect(await tryRefresh(first.refresh_token)).toEqual(REFUSED);

  expect(await tryRefresh(fourth.refresh_token)).toEqual(REFUSED);
  expect(await worksWith(fourth)).toBe(false);
});

test('refresh: an older token past the grace ends the whole family (decision 031)', async () => {
  const first = await t.register();
  const second = await refresh(first);
  const third = await refresh(second);
  const bystander = await t.register();

  t.clock.advance(31 * SECOND);
  const changes = await changesDuring(t, async () => expect(await tryRefresh(first.refresh_token)).toEqual(REFUSED));

  expect(changes.sessions?.come).toEqual([{ ...changes.sessions?.gone[0], ended_at: expect.any(Number) }]);
  for (const token of [first, second, third].map(({ refresh_token }) => refresh_token)) {
    expect(await tryRefresh(token)).toEqual(REFUSED);
  }
  expect(await worksWith(third)).toBe(false);
  expect(await worksWith(bystander)).toBe(true);
});

test('refresh: the grace counts from when the token was replaced, not from the last rotation (decision 031)', async () => {
  const first = await t.register();
  const second = await refresh(first);
  t.clock.advance(3600 * SECOND);
  const third = await refresh(second);

  expect(await tryRefresh(first.refresh_token)).toEqual(REFUSED);
  expect(await tryRefresh(third.refresh_token)).toEqual(REFUSED);
});

test('refresh: a session ends after 14 idle days, and each refresh gives it 14 more (decision 031)', async () => {
  const idle = await t.register();
  const used = await t.register();

  t.clock.advance(13.9 * DAY);
  const refreshed = await refresh(used);
  t.clock.advance(0.1 * DAY);
  expect(await tryRefresh(idle.refresh_token)).toEqual(REFUSED);
  t.clock.advance(13.7 * DAY);
  expect(await worksWith(await refresh(refreshed))).toBe(true);
});

test('refresh: a session ends 30 days after it was opened, even if it is used (decision 031)', async () => {
  let current = await t.register();
  const opened = t.clock.now();
  for (const day of [10, 20, 29.9]) {
    t.clock.set(opened + day * DAY);
    current = await refresh(current);
  }
  expect(await worksWith(current)).toBe(true);

  t.clock.set(opened + 30 * DAY);
  expect(await tryRefresh(current.refresh_token)).toEqual(REFUSED);
  expect(await worksWith(current)).toBe(false);
});

test('refresh: a token that this server did not issue is rejected and changes nothing (decision 031)', async () => {
  const { refresh_token, access_token } = await t.register();
  const [id = '', generation = '', mac = ''] = refresh_token.split('.');
  const forged = [
    'garbage',
    `${id}.1.${mac}`,
    `${id}.00.${mac}`,
    `${id}.${generation}`,
    `${id}.${generation}.${mac}.x`,
    `${id}.${generation}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    `${id}.-1.${mac}`,
    `${id}.${generation}.${mac}=`,
    `..${mac}`,
    access_token,
  ];

  const changes = await changesDuring(t, async () => {
    for (const token of forged) expect(await tryRefresh(token)).toEqual(REFUSED);
  });

  expect(changes).toEqual({});
  expect((await tryRefresh(refresh_token)).status).toBe(200);
});

test.each([{}, { refresh_token: '' }, { refresh_token: ' ', token: '' }, null])(
  'refresh: %j has no token: Required (decision 032)',
  async (body) => {
    expect(await t.send('refresh', { body })).toEqual(refusal(400, CHECK, { refresh_token: 'Required' }));
  },
);

test('refresh: sessions survive a restart (decision 031)', async () => {
  const first = await t.register();

  await t.restart();

  expect(await worksWith(first)).toBe(true);
  expect(await worksWith(await refresh(first))).toBe(true);
});
