import { CHECK, refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const SIGNED_OUT = { status: 200, body: { message: 'You are signed out.' } };

test('logout: ends the refresh family at once, and no other session of the account (decision 031)', async () => {
  const { profile } = await t.register();
  const { code, linkToken } = await t.requestSignIn(profile.phone);
  const here = await t.ask('smsLogin', { body: { phone: profile.phone, code } });
  const elsewhere = await t.ask('autologin', { body: { token: linkToken } });

  const changes = await changesDuring(t, async () => {
    expect(await t.send('logout', { body: { refresh_token: here.refresh_token } })).toEqual(SIGNED_OUT);
  });

  expect(changes).toEqual({
    sessions: {
      gone: [expect.objectContaining({ account_id: profile.id, ended_at: null })],
      come: [{ ...changes.sessions?.gone[0], ended_at: expect.any(Number) }],
    },
  });
  expect(await t.send('refresh', { body: { refresh_token: here.refresh_token } })).toEqual(refusal(401, SIGN_IN));
  const params = { id: profile.id };
  expect(await t.send('getAccount', { token: here.access_token, params })).toEqual(refusal(401, SIGN_IN));
  expect((await t.send('getAccount', { token: elsewhere.access_token, params })).status).toBe(200);
});

test('logout: an older token of the family also ends it (decision 031)', async () => {
  const first = await t.register();
  const second = await t.ask('refresh', { body: { refresh_token: first.refresh_token } });

  expect(await t.send('logout', { body: { refresh_token: first.refresh_token } })).toEqual(SIGNED_OUT);

  expect(await t.send('refresh', { body: { refresh_token: second.refresh_token } })).toEqual(refusal(401, SIGN_IN));
});

test('logout: an invalid token gets the same answer and changes nothing (decision 031)', async () => {
  const { refresh_token } = await t.register();
  await t.ask('logout', { body: { refresh_token } });

  const changes = await changesDuring(t, async () => {
    expect(await t.send('logout', { body: { refresh_token } })).toEqual(SIGNED_OUT);
    expect(await t.send('logout', { body: { refresh_token: 'garbage', token: 'unknown' } })).toEqual(SIGNED_OUT);
  });

  expect(changes).toEqual({});
});

test('logout: refresh_token is required (decision 031)', async () => {
  expect(await t.send('logout', { body: {} })).toEqual(refusal(400, CHECK, { refresh_token: 'Required' }));
});

test('logout: invalid tokens write nothing, and count towards the address (decision 023)', async () => {
  const few = await startServerTest({ SIGN_INS_PER_ADDRESS: '5' });
  try {
    const invalid = (n: number) => ({ body: { refresh_token: `made-up-${n}`, token: `made-up-${n}` } });
    const changes = await changesDuring(few, async () => {
      for (let n = 0; n < 5; n++) expect(await few.send('logout', invalid(n))).toEqual(SIGNED_OUT);
      expect((await few.send('logout', invalid(5))).status).toBe(429);
    });
    expect(changes).toEqual({});
    // A genuine session still signs out from there.
    const { refresh_token } = await few.register();
    expect(await few.send('logout', { body: { refresh_token, token: 'made-up' } })).toEqual(SIGNED_OUT);
    expect((await few.send('refresh', { body: { refresh_token } })).status).toBe(401);
  } finally {
    await few.stop();
  }
});
