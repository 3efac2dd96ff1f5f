import type { ProfileFields } from '@companion/contract/account';
import { type Reply, refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { TEST_EVENT } from '@companion/testkit/testPack';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const PHONE_TAKEN = 'This phone number is already registered';
const EMAIL_TAKEN = 'This email address is already registered';

/** A registration as the client sends it (§7). */
const registration = (fields: Partial<ProfileFields> = {}) => ({
  ...attendee(),
  ...fields,
  registrationComplete: true,
  preEventComplete: false,
  postEventComplete: false,
  smsEnabled: true,
});

const create = (body: unknown) => t.send('createAccount', { body });
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);

test('createAccount: stores one account with its consent and opens one unproved session (§4, decision 031)', async () => {
  const body = registration();
  const { email, phone, firstName, lastName, organizationName, organizationType } = body;

  let reply: Reply | undefined;
  const changes = await changesDuring(t, async () => {
    reply = await create({ ...body, email: ` ${email.toUpperCase()} `, firstName: ' Ada ', acceptTos: true });
  });

  const fields = { firstName, lastName, email: email.toUpperCase(), phone, organizationName, organizationType };
  const flags = { registrationComplete: true, preEventComplete: false, postEventComplete: false, smsEnabled: true };
  expect(reply).toEqual({
    status: 201,
    body: {
      profile: { id: ID, ...fields, ...flags, emailProved: false, confirmed: false },
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    },
  });
  const at = expect.any(Number);
  expect(changes).toEqual({
    accounts: {
      gone: [],
      come: [
        {
          id: ID,
          first_name: 'Ada',
          last_name: lastName,
          email: email.toUpperCase(),
          email_key: email.toLowerCase(),
          phone,
          phone_e164: `+1${phone.replace(/\D/g, '')}`,
          phone_proved_at: null,
          email_proved_at: null,
          email_claim_key: null,
          organization_name: organizationName,
          organization_type: organizationType,
          registration_complete: 1,
          pre_event_complete: 0,
          post_event_complete: 0,
          sms_enabled: 1,
          sms_undeliverable_at: null,
          sms_undeliverable_code: null,
          registered_on: expect.stringMatching(/^[\w-]{43}$/),
          registered_elsewhere: 0,
          ...{ confirmed_at: null, dismissal_id: null, blocked_at: null, registered_from: null },
          details_due: 0,
          source: 'registration',
          password_hash: null,
          invited_at: null,
          created_at: at,
          updated_at: at,
          ...{ confirmed_at: null, dismissal_id: null, blocked_at: null, registered_from: '127.0.0.0/24' },
        },
      ],
    },
    consents: {
      gone: [],
      come: [
        expect.objectContaining({ account_id: ID, terms_version: TEST_EVENT.termsVersion, action: 'registration' }),
      ],
    },
    sessions: { gone: [], come: [expect.objectContaining({ account_id: ID, proved: 0, ended_at: null })] },
  });
});

test('createAccount: fields that the client may not set are ignored (decision 032)', async () => {
  const { profile: known } = await t.register();

  const reply = await create({
    ...registration(),
    registrationComplete: false,
    preEventComplete: true,
    postEventComplete: true,
    smsEnabled: false,
    id: known.id,
    role: 'admin',
    source: 'import',
    created_at: 0,
    accountId: known.id,
    phone_e164: '+12025550143',
  });

  expect(reply).toMatchObject({
    status: 201,
    body: {
      profile: { registrationComplete: true, preEventComplete: false, postEventComplete: false, smsEnabled: true },
    },
  });
  const rows = await t.services.db.selectFrom('accounts').select(['id', 'source']).execute();
  expect(rows.filter(({ id }) => id === known.id)).toHaveLength(1);
  expect(rows.filter(({ source }) => source !== 'registration')).toEqual([]);
});

test.each([
  ['the phone', (known: ProfileFields) => ({ phone: known.phone }), { phone: PHONE_TAKEN }],
  [
    'the phone in another spelling',
    (known: ProfileFields) => ({ phone: `+1 ${known.phone} x5` }),
    { phone: PHONE_TAKEN },
  ],
  ['the e-mail', (known: ProfileFields) => ({ email: known.email }), { email: EMAIL_TAKEN }],
  ['the e-mail in capitals', (known: ProfileFields) => ({ email: known.email.toUpperCase() }), { email: EMAIL_TAKEN }],
  ['both', ({ phone, email }: ProfileFields) => ({ phone, email }), { phone: PHONE_TAKEN, email: EMAIL_TAKEN }],
])(
  'createAccount: %s of another account is 409, without credentials or a change (decision 031)',
  async (_, same, errors) => {
    const known = attendee();
    await t.register(known);

    const changes = await changesDuring(t, async () => {
      const message = `${Object.values(errors).join('. ')}.`;
      expect(await create(registration(same(known)))).toEqual(refusal(409, message, errors));
    });

    expect(changes).toEqual({});
  },
);

test('createAccount: a taken number in another spelling makes no second account', async () => {
  const { profile } = await t.register();
  const digits = profile.phone.replace(/\D/g, '');
  const spellings = [`${digits};phone-context=+1`, `tel:${digits}`, `tel:${digits};phone-context=+1`];
  const changes = await changesDuring(t, async () => {
    for (const phone of [...spellings, ...spellings]) {
      const reply = await t.send('createAccount', { body: { ...attendee(), phone } });
      expect(reply).toEqual(refusal(400, 'Please check what you entered.', { phone: 'Invalid Phone Number' }));
    }
    expect(await t.send('createAccount', { body: { ...attendee(), phone: `+1${digits};ext=7` } })).toMatchObject({
      status: 409,
    });
  });

  expect(changes).not.toHaveProperty('accounts');
});

test('createAccount: a phone and an e-mail taken by two different accounts are both named (decision 031)', async () => {
  const [one, two] = [attendee(), attendee()];
  await t.register(one);
  await t.register(two);

  expect(await create(registration({ phone: one.phone, email: two.email }))).toEqual(
    refusal(409, `${PHONE_TAKEN}. ${EMAIL_TAKEN}.`, { phone: PHONE_TAKEN, email: EMAIL_TAKEN }),
  );
});

test('createAccount: 20 at once with one phone make one account, the others are 409 (decision 031)', async () => {
  const { phone } = attendee();

  let replies: Reply[] = [];
  const changes = await changesDuring(t, async () => {
    replies = await Promise.all(Array.from({ length: 20 }, () => create(registration({ phone }))));
  });

  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status !== 201)).toEqual(
    Array(19).fill(refusal(409, /./, { phone: PHONE_TAKEN })),
  );
  expect(countsOf(changes)).toEqual({ accounts: '+1', consents: '+1', sessions: '+1' });
});

test('createAccount: 20 at once with one e-mail make one account, the others are 409 (decision 031)', async () => {
  const { email } = attendee();

  const replies = await Promise.all(Array.from({ length: 20 }, () => create(registration({ email }))));

  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status !== 201)).toEqual(
    Array(19).fill(refusal(409, /./, { email: EMAIL_TAKEN })),
  );
});

test('createAccount: answers are not cached (decision 032)', async () => {
  const response = await t.request('createAccount', { body: registration() });

  expect(response.headers.get('cache-control')).toBe('no-store');
});
