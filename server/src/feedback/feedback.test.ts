import { CHECK, refusal } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '../platform/time.ts';
import { sweep } from '../sweep.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const SENT = { status: 200, body: { message: 'Your message has been sent. Thank you for your feedback.' } };

test('sendFeedback: keeps the trimmed message with who sent it and when (§3, Feedback)', async () => {
  const { profile, access_token: token } = await t.register();

  const changes = await changesDuring(t, async () => {
    expect(await t.send('sendFeedback', { token, body: { message: '  More coffee, please. ' } })).toEqual(SENT);
  });

  expect(changes).toEqual({
    feedback: {
      gone: [],
      come: [
        {
          id: expect.any(String),
          account_id: profile.id,
          message: 'More coffee, please.',
          created_at: expect.any(Number),
        },
      ],
    },
  });
});

test('sendFeedback: message is required (§5)', async () => {
  const { access_token: token } = await t.register();

  for (const message of [undefined, '', '   ', 7]) {
    expect(await t.send('sendFeedback', { token, body: { message } })).toEqual(
      refusal(400, CHECK, { message: 'Message is required' }),
    );
  }
});

test('sendFeedback: 20 sends in parallel under one Idempotency-Key leave one row (decision 032)', async () => {
  const { profile, access_token: token } = await t.register();
  const body = { message: 'Once.' };
  const headers = { 'idempotency-key': 'one-key' };

  const replies = await Promise.all(Array.from({ length: 20 }, () => t.send('sendFeedback', { token, body, headers })));

  expect(replies).toEqual(Array.from({ length: 20 }, () => SENT));
  const rows = await t.services.db.selectFrom('feedback').where('account_id', '=', profile.id).selectAll().execute();
  expect(rows.map((row) => row.message)).toEqual(['Once.']);
  expect(await t.send('sendFeedback', { token, body: { message: 'Other.' }, headers })).toEqual(
    refusal(422, 'This Idempotency-Key was used for something else.'),
  );
});

test('sendFeedback: keys are per account, so the same key of another account is a message of its own (decision 032)', async () => {
  const body = { message: 'Same words.' };
  const headers = { 'idempotency-key': 'shared-key' };
  const senders = [await t.register(), await t.register()];

  for (const { access_token: token } of senders) {
    expect(await t.send('sendFeedback', { token, body, headers })).toEqual(SENT);
  }

  const rows = await t.services.db.selectFrom('feedback').where('message', '=', body.message).selectAll().execute();
  expect(rows.map((row) => row.account_id).toSorted()).toEqual(senders.map(({ profile }) => profile.id).toSorted());
});

test('sendFeedback: 100 a day of one account, then 429 (decision 011)', async () => {
  const { access_token: token } = await t.register();

  const statuses = await Promise.all(
    Array.from({ length: 102 }, (_, i) => t.send('sendFeedback', { token, body: { message: `Message ${i}` } })),
  );

  expect(statuses.map(({ status }) => status).toSorted()).toEqual([...Array(100).fill(200), 429, 429]);
});

test('sendFeedback: sent again weeks later by a phone that lost the answer, it is stored once (decision 039)', async () => {
  const { profile } = await t.registerProved();
  const requested = async () => (await t.requestSignIn(profile.phone)).code;
  const signIn = async () =>
    (await t.ask('smsLogin', { body: { phone: profile.phone, code: await requested() } })).access_token;
  const send = async () =>
    t.send('sendFeedback', {
      token: await signIn(),
      body: { message: 'Once.' },
      headers: { 'idempotency-key': 'kept' },
    });
  expect(await send()).toEqual(SENT);

  t.clock.advance(29 * DAY);
  await sweep(t.services);
  expect(await send()).toEqual(SENT);

  const rows = await t.services.db.selectFrom('feedback').where('account_id', '=', profile.id).select('id').execute();
  expect(rows).toHaveLength(1);
});
