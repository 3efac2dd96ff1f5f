import { CHECK, type Reply, refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveKeys, seal } from '../platform/deriveKeys.ts';
import { DAY } from '../platform/time.ts';
import { sweep } from '../sweep.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

let keys = 0;
const freshKey = () => `key-${keys++}`;
const create = (key: string, body: unknown) => t.send('createAccount', { body, headers: { 'idempotency-key': key } });
const USED = refusal(422, 'This Idempotency-Key was used for something else.');

test('createAccount: a retry with the same Idempotency-Key gives the same credentials and changes nothing (decision 032)', async () => {
  const [key, body] = [freshKey(), attendee()];
  let first: Reply | undefined;
  const made = await changesDuring(t, async () => {
    first = await create(key, body);
  });
  expect(countsOf(made)).toEqual({ accounts: '+1', consents: '+1', sessions: '+1', idempotency_keys: '+1' });
  expect(first?.status).toBe(201);

  t.clock.advance(60_000);
  const again = await changesDuring(t, async () => expect(await create(key, body)).toEqual(first));
  expect(again).toEqual({});
});

test('createAccount: 20 at once with one Idempotency-Key make one account and give one answer (decision 032)', async () => {
  const [key, body] = [freshKey(), attendee()];

  let replies: Reply[] = [];
  const changes = await changesDuring(t, async () => {
    replies = await Promise.all(Array.from({ length: 20 }, () => create(key, body)));
  });

  expect(replies[0]?.status).toBe(201);
  expect(replies).toEqual(Array(20).fill(replies[0]));
  expect(countsOf(changes)).toEqual({ accounts: '+1', consents: '+1', sessions: '+1', idempotency_keys: '+1' });
});

test('createAccount: a retry whose answer was stored with another TOKEN_SECRET is 409, and changes nothing', async () => {
  const [key, body] = [freshKey(), attendee()];
  await create(key, body);
  const { db } = t.services;
  const answer = seal(deriveKeys('the secret of the server before, long enough'), '{}');
  await db.updateTable('idempotency_keys').set({ answer }).where('key', '=', key).execute();

  const again = await changesDuring(t, async () =>
    expect(await create(key, body)).toEqual(refusal(409, 'This was sent before, and is stored.')),
  );
  expect(again).toEqual({});
});

test('createAccount: the same Idempotency-Key with another body is 422 and changes nothing (decision 032)', async () => {
  const [key, body] = [freshKey(), attendee()];
  await create(key, body);

  const changes = await changesDuring(t, async () => {
    expect(await create(key, { ...body, firstName: 'Grace' })).toEqual(USED);
    expect(await create(key, attendee())).toEqual(USED);
  });

  expect(changes).toEqual({});
});

test('createAccount: ignored fields do not make a different body (decision 032)', async () => {
  const [key, body] = [freshKey(), attendee()];
  const first = await create(key, body);

  expect(await create(key, { acceptTos: true, ...body, firstName: ` ${body.firstName} ` })).toEqual(first);
});

test('createAccount: a failed attempt does not store its Idempotency-Key (decision 032)', async () => {
  const [key, known] = [freshKey(), attendee()];
  await t.register(known);

  const changes = await changesDuring(t, async () => {
    expect((await create(key, { ...attendee(), phone: known.phone })).status).toBe(409);
    expect((await create(key, { ...attendee(), firstName: '' })).status).toBe(400);
  });

  expect(changes).toEqual({});
  expect((await create(key, attendee())).status).toBe(201);
});

test('createAccount: neither token is readable in the answer stored for a retry (decision 004)', async () => {
  const changes = await changesDuring(t, async () => {
    const { body } = await create(freshKey(), attendee());
    // The test above has checked its fields.
    const { access_token, refresh_token } = body as Record<string, string>;
    const stored = JSON.stringify(await t.services.db.selectFrom('idempotency_keys').selectAll().execute());
    for (const secret of [access_token, refresh_token]) expect(stored).not.toContain(secret);
  });

  expect(changes.idempotency_keys?.come).toHaveLength(1);
});

test.each(['', 'x'.repeat(201)])('createAccount: an Idempotency-Key of %j is 400 (decision 032)', async (key) => {
  const changes = await changesDuring(t, async () => {
    const errors = { 'Idempotency-Key': 'Must be 1 to 200 characters' };
    expect(await create(key, attendee())).toEqual(refusal(400, /Idempotency-Key/, errors));
  });

  expect(changes).toEqual({});
});

test('createAccount: without the header a second request is a conflict; an invalid body is rejected first (decision 032)', async () => {
  const body = attendee();
  expect((await t.send('createAccount', { body })).status).toBe(201);
  expect((await t.send('createAccount', { body })).status).toBe(409);
  expect(await create(freshKey(), { ...body, organizationType: '' })).toEqual(
    refusal(400, CHECK, { organizationType: 'Organization type is required' }),
  );
});

test('sweep: an Idempotency-Key is deleted after a day', async () => {
  const [key, body] = [freshKey(), attendee()];
  await create(key, body);

  t.clock.advance(DAY + 1000);
  await sweep(t.services);

  expect((await create(key, body)).status).toBe(409);
});
