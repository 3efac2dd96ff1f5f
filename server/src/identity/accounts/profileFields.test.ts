import { CHECK, refusal } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

/* The rules of each field are those of the contract (contract/src/fieldRules.test.ts): these tests show that both calls apply them. */

/** A rule of each field that is broken, and its message. */
const BROKEN: [field: string, value: unknown, message: string][] = [
  ['firstName', ' A ', 'Must be 2 characters or more'],
  ['lastName', 'x'.repeat(36), 'Must be 35 characters or less'],
  ['email', 'a@b.com\r\nBcc: c@d.com', 'Invalid email address'],
  ['phone', '202555014', 'Phone number must be at least 10 digits'],
  ['organizationName', ' ', 'Organization name is required'],
  ['organizationType', '', 'Organization type is required'],
  ['preEventComplete', 'no', 'Must be true or false'],
  ['smsEnabled', 1, 'Must be true or false'],
];

test.each(['createAccount', 'updateAccount'] as const)(
  '%s: every broken rule has its message, and nothing changes (§5: registration and profile edit)',
  async (name) => {
    const { profile, access_token: token } = await t.register();
    const body = { ...attendee(), ...Object.fromEntries(BROKEN.map(([field, value]) => [field, value])) };
    const messages = Object.fromEntries(BROKEN.map(([field, , message]) => [field, message]));

    const changes = await changesDuring(t, async () => {
      const reply = await t.send(name, {
        ...(name === 'updateAccount' ? { token, params: { id: profile.id } } : {}),
        body,
      });
      expect(reply).toEqual(refusal(400, CHECK, messages));
    });

    expect(changes).toEqual({});
  },
);

test('createAccount: for an empty body all required fields are named at once (§5)', async () => {
  expect(await t.send('createAccount', { body: {} })).toEqual(
    refusal(400, CHECK, {
      firstName: 'First Name is required',
      lastName: 'Last Name is required',
      email: 'Required',
      phone: 'Phone Number is required',
      organizationName: 'Organization name is required',
      organizationType: 'Organization type is required',
    }),
  );
});

test('createAccount: texts are stored as they are (§3, §5)', async () => {
  const texts = { lastName: 'Ó Súilleabháin-Nguyễn 王', organizationName: "<script>'; drop table accounts; --" };

  expect(await t.send('createAccount', { body: { ...attendee(), ...texts } })).toMatchObject({
    status: 201,
    body: { profile: texts },
  });
});

test.each([
  ['9185550195', '(918) 555-0195'],
  ['+1 918-555-0196', '(918) 555-0196'],
  ['1 (918) 555-0197 ext 9', '(918) 555-0197 ext. 9'],
])('createAccount: phone %s is stored in national format: %s (§3, §5)', async (phone, national) => {
  const reply = await t.send('createAccount', { body: { ...attendee(), phone } });

  expect(reply).toMatchObject({ status: 201, body: { profile: { phone: national } } });
});
