import { type PushPeer, startPushPeer } from '@companion/testkit/pushPeer';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../platform/time.ts';
import { MAX_DEVICES } from './pushDevices.ts';

let t: ServerTest;
let peer: PushPeer;
beforeEach(async () => {
  peer = await startPushPeer();
  t = await startServerTest(peer.settings);
});
afterEach(async () => {
  await t.stop();
  await peer.stop();
});

const devices = () =>
  t.services.db.selectFrom('push_devices').select(['endpoint', 'account_id']).orderBy('created_at').execute();

test('savePushDevice: only an address of an allowed push service is kept, and only with real keys', async () => {
  const { access_token: token } = await t.register();
  const good = peer.subscribe();
  const wrong = [
    ...['http://127.0.0.1/a', 'https://127.0.0.1/a', 'https://localhost/a', `https://127.0.0.1:${peer.port + 1}/a`],
    ...['https://fcm.googleapis.com.example.org/a', 'https://169.254.169.254/latest', 'ftp://127.0.0.1/a', 'x', ''],
    `${good.endpoint}/${'x'.repeat(2000)}`,
  ];
  for (const endpoint of wrong) {
    const reply = await t.send('savePushDevice', { token, body: { ...good, endpoint } });
    expect([endpoint, reply.status, Object.keys(Object(Object(reply.body).errors))]).toEqual([
      endpoint,
      400,
      ['endpoint'],
    ]);
  }
  for (const keys of [{ p256dh: good.auth }, { auth: good.p256dh }, { p256dh: 'a b' }, { auth: '' }]) {
    expect((await t.send('savePushDevice', { token, body: { ...good, ...keys } })).status).toBe(400);
  }
  expect((await t.send('savePushDevice', { body: good })).status).toBe(401);
  expect(await devices()).toEqual([]);
  expect((await t.send('savePushDevice', { token, body: good })).status).toBe(200);
  expect(await devices()).toHaveLength(1);
});

test('savePushDevice: a browser has one account, the last; an account has ten browsers, the newest', async () => {
  const [one, other] = [await t.register(), await t.register()];
  const shared = peer.subscribe();
  await t.ask('savePushDevice', { token: one.access_token, body: shared });
  await t.ask('savePushDevice', { token: one.access_token, body: shared });
  await t.ask('savePushDevice', { token: other.access_token, body: shared });
  expect(await devices()).toEqual([{ endpoint: shared.endpoint, account_id: other.profile.id }]);
  for (let count = 0; count < MAX_DEVICES; count++) {
    t.clock.advance(1000);
    await t.ask('savePushDevice', { token: other.access_token, body: peer.subscribe() });
  }
  expect(await devices()).toHaveLength(MAX_DEVICES);
  expect((await devices()).map(({ endpoint }) => endpoint)).not.toContain(shared.endpoint);
});

test('savePushDevice: a browser that two accounts save at once has the session of its account', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => t.register()));
  for (let round = 0; round < 10; round++) {
    const body = peer.subscribe();
    await Promise.all(people.map(({ access_token: token }) => t.ask('savePushDevice', { token, body })));
  }
  const mixed = t.services.db
    .selectFrom('push_devices')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .whereRef('sessions.account_id', '!=', 'push_devices.account_id')
    .select('endpoint');
  expect(await mixed.execute()).toEqual([]);
  expect(await devices()).toHaveLength(10);
});

test('savePushDevice: what waits for a browser goes to no one who gets it next', async () => {
  const [one, other] = [await t.register(), await t.register()];
  const shared = peer.subscribe();
  await t.ask('savePushDevice', { token: one.access_token, body: shared });
  await t.services.db
    .insertInto('push_messages')
    .values((by) => ({
      ...{
        source: 'notice',
        payload: '{"tag":"one"}',
        expires_at: t.clock.now() + HOUR,
        next_attempt_at: t.clock.now() + MINUTE,
      },
      ...{ device_id: by.selectFrom('push_devices').select('id'), done_at: null },
    }))
    .execute();
  await t.ask('savePushDevice', { token: one.access_token, body: shared });
  const waiting = () => t.services.db.selectFrom('push_messages').select('source').execute();
  expect(await waiting()).toHaveLength(1);
  await t.ask('savePushDevice', { token: other.access_token, body: shared });
  expect(await waiting()).toEqual([]);
});

test('endPushDevice: it ends the push to a browser of the account, and to none of another', async () => {
  const [one, other] = [await t.register(), await t.register()];
  const body = peer.subscribe();
  await t.ask('savePushDevice', { token: one.access_token, body });
  await t.ask('endPushDevice', { token: other.access_token, body: { endpoint: body.endpoint } });
  expect(await devices()).toHaveLength(1);
  await t.ask('endPushDevice', { token: one.access_token, body: { endpoint: body.endpoint } });
  expect(await devices()).toEqual([]);
});

test('push: it ends with the session of the browser', async () => {
  const { access_token: token, refresh_token } = await t.register();
  await t.ask('savePushDevice', { token, body: peer.subscribe() });
  await t.ask('logout', { body: { refresh_token } });
  expect(await devices()).toEqual([]);
  // A token outlives its session by some seconds.
  expect((await t.send('savePushDevice', { token, body: peer.subscribe() })).status).toBe(401);
  expect(await devices()).toEqual([]);
});
