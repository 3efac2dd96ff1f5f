import { type ProfileFields, profileFields } from '@companion/contract/account';
import type { Credentials } from '@companion/contract/session';
import { CHECK, type Reply, refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { untilBlocked } from '@companion/testkit/untilBlocked';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const UNKNOWN = refusal(404, 'There is no such account.');
const update = ({ access_token, profile }: Credentials, body: unknown, id = profile.id) =>
  t.send('updateAccount', { token: access_token, params: { id }, body });
const get = ({ access_token, profile }: Credentials, id = profile.id) =>
  t.send('getAccount', { token: access_token, params: { id } });
const fieldsOf = ({ profile }: Credentials): ProfileFields => profileFields.parse(profile);

test("getAccount: one's own profile in results; another's is 404, the same as an unknown one (decision 032)", async () => {
  const mine = await t.register();
  const other = await t.register();

  expect(await get(mine)).toEqual({ status: 200, body: { results: mine.profile } });
  expect(await get(mine, other.profile.id)).toEqual(UNKNOWN);
  expect(await get(mine, 'unknown')).toEqual(UNKNOWN);
});

test("updateAccount: another's id is 404, the same as an unknown one, and changes nothing (decision 032)", async () => {
  const mine = await t.register();
  const other = await t.register();

  const changes = await changesDuring(t, async () => {
    for (const id of [other.profile.id, 'unknown']) {
      expect(await update(mine, fieldsOf(mine), id)).toEqual(UNKNOWN);
      expect(await update(mine, { preEventComplete: true }, id)).toEqual(UNKNOWN);
    }
  });

  expect(changes).toEqual({});
});

test('updateAccount: changes the profile and no other row (§2, /profile/edit)', async () => {
  const mine = await t.register();
  const changed = {
    ...fieldsOf(mine),
    ...{ firstName: 'Grace', lastName: 'Hopper', email: `New.${mine.profile.email}` },
    ...{ organizationName: 'Other', organizationType: '8(a)' as const },
  };

  const changes = await changesDuring(t, async () => {
    const results = { ...mine.profile, ...changed };
    expect(await update(mine, changed)).toEqual({ status: 200, body: { results } });
    expect(await get(mine)).toEqual({ status: 200, body: { results } });
  });

  // Nothing is mailed to the new address: no phone is proved yet.
  expect(countsOf(changes)).toEqual({ accounts: '+1 -1' });
});

test('updateAccount: fields that the client may not set are ignored (decision 032)', async () => {
  const mine = await t.register();
  const other = await t.register();

  const changes = await changesDuring(t, async () => {
    const reply = await update(mine, {
      ...fieldsOf(mine),
      ...{ id: other.profile.id, role: 'admin', source: 'import', smsEnabled: false, registrationComplete: false },
      ...{ email_key: 'x', phone_e164: '+12025550143', created_at: 0 },
    });
    expect(reply).toEqual({ status: 200, body: { results: mine.profile } });
  });

  expect(countsOf(changes)).toEqual({ accounts: '+1 -1' });
  expect(changes.accounts?.come).toEqual([{ ...changes.accounts?.gone[0], updated_at: expect.any(Number) }]);
});

test.each([
  [{ preEventComplete: true }, { preEventComplete: true }],
  [{ postEventComplete: true }, { postEventComplete: true }],
  [
    { preEventComplete: true, postEventComplete: true, id: 'x' },
    { preEventComplete: true, postEventComplete: true },
  ],
])('updateAccount: %j alone sets nothing but the flag (§7)', async (body, flags) => {
  const mine = await t.register();

  expect(await update(mine, body)).toEqual({ status: 200, body: { results: { ...mine.profile, ...flags } } });
});

test('updateAccount: two concurrent requests with one survey flag each store both (decision 002)', async () => {
  const mine = await t.register();

  // Holds the row's lock until both requests wait for it.
  let replies: Promise<Reply[]> = Promise.resolve([]);
  await t.services.db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ updated_at: 0 }).where('id', '=', mine.profile.id).execute();
    replies = Promise.all([update(mine, { preEventComplete: true }), update(mine, { postEventComplete: true })]);
    await untilBlocked(t, 2);
  });

  expect((await replies).map(({ status }) => status)).toEqual([200, 200]);
  expect(await get(mine)).toEqual({
    status: 200,
    body: { results: { ...mine.profile, preEventComplete: true, postEventComplete: true } },
  });
});

test('updateAccount: a profile edit keeps the survey flags it does not send (§7)', async () => {
  const mine = await t.register();
  await update(mine, { preEventComplete: true });

  expect(await update(mine, fieldsOf(mine))).toEqual({
    status: 200,
    body: { results: { ...mine.profile, preEventComplete: true } },
  });
});

test.each([
  [{}, 'preEventComplete'],
  [{ preEventComplete: 'yes' }, 'firstName'],
  [{ preEventComplete: true, firstName: 'Ada' }, 'lastName'],
  [{ registrationComplete: true }, 'firstName'],
])(
  'updateAccount: %j is neither a profile nor a survey flag: 400 with the messages of the form (§5)',
  async (body, field) => {
    const mine = await t.register();

    const changes = await changesDuring(t, async () => {
      const reply = await update(mine, body);
      expect(reply).toEqual(refusal(400, CHECK, expect.objectContaining({ [field]: expect.any(String) })));
    });

    expect(changes).toEqual({});
  },
);

test('updateAccount: a taken e-mail is 409 and nothing is changed, in any case of letters (decision 031)', async () => {
  const mine = await t.register();
  const other = await t.register();
  const EMAIL_TAKEN = 'This email address is already registered';

  const changes = await changesDuring(t, async () => {
    const email = other.profile.email.toUpperCase();
    expect(await update(mine, { ...fieldsOf(mine), firstName: 'Grace', email })).toEqual(
      refusal(409, `${EMAIL_TAKEN}.`, { email: EMAIL_TAKEN }),
    );
  });

  expect(changes).toEqual({});
});

test('updateAccount: ten answers a day that an e-mail or a phone is taken, then 429 for any new one (decision 023)', async () => {
  const mine = await t.register();
  const other = await t.register();
  const ask = async (fields: Partial<ProfileFields>) => (await update(mine, { ...fieldsOf(mine), ...fields })).status;

  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) statuses.push(await ask({ email: other.profile.email }));

  expect(statuses).toEqual([...Array(10).fill(409), 429]);
  expect(await ask({ phone: other.profile.phone })).toBe(429);
  expect(await ask({ email: 'unknown.to.all@example.com' })).toBe(429);
  expect(await ask({ firstName: 'Grace' })).toBe(200);
});
