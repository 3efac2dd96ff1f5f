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

const long = (length: number) => 'x'.repeat(length);

/** The rules of §5: what is sent, and the message for its field. Undefined is left out. */
const RULES: [field: string, value: unknown, message: string][] = [
  ...['firstName', 'lastName'].flatMap((field): [string, unknown, string][] => {
    const required = field === 'firstName' ? 'First Name is required' : 'Last Name is required';
    return [
      [field, undefined, required],
      [field, '', required],
      [field, ' \t\n', required],
      [field, null, required],
      [field, 7, required],
      [field, ['Ada'], required],
      [field, 'A', 'Must be 2 characters or more'],
      [field, ' A ', 'Must be 2 characters or more'],
      [field, long(36), 'Must be 35 characters or less'],
    ];
  }),
  ['email', undefined, 'Required'],
  ['email', '', 'Required'],
  ['email', '  ', 'Required'],
  ['email', {}, 'Required'],
  ['email', 'ada', 'Invalid email address'],
  ['email', 'ada@', 'Invalid email address'],
  ['email', 'ada@example', 'Invalid email address'],
  ['email', 'ada@exa mple.com', 'Invalid email address'],
  ['email', 'a@b.com, c@d.com', 'Invalid email address'],
  ['email', 'a@b.com\r\nBcc: c@d.com', 'Invalid email address'],
  ['email', `${long(250)}@example.com`, 'Must be 254 characters or less'],
  ['phone', undefined, 'Phone Number is required'],
  ['phone', '', 'Phone Number is required'],
  ['phone', '   ', 'Phone Number is required'],
  ['phone', 2025550143, 'Phone Number is required'],
  ['phone', '202555014', 'Phone number must be at least 10 digits'],
  ['phone', '+44 20 7946 0958', 'Invalid Phone Number'],
  ['phone', '(999) 999-9999', 'Invalid Phone Number'],
  ['phone', 'abcdefghij', 'Invalid Phone Number'],
  ['phone', '2'.repeat(41), 'Invalid Phone Number'],
  ['organizationName', undefined, 'Organization name is required'],
  ['organizationName', ' ', 'Organization name is required'],
  ['organizationName', long(121), 'Must be 120 characters or less'],
  ['organizationType', undefined, 'Organization type is required'],
  ['organizationType', '', 'Organization type is required'],
  ['organizationType', 'Medium', 'Organization type is required'],
  ['organizationType', '8(A)', 'Organization type is required'],
  ['organizationType', ['8(a)'], 'Organization type is required'],
  ['preEventComplete', 'no', 'Must be true or false'],
  ['smsEnabled', 1, 'Must be true or false'],
];

test.each(RULES)('createAccount: %s %j: %s (§5)', async (field, value, message) => {
  const changes = await changesDuring(t, async () => {
    const reply = await t.send('createAccount', { body: { ...attendee(), [field]: value } });
    expect(reply).toEqual(refusal(400, CHECK, { [field]: message }));
  });

  expect(changes).toEqual({});
});

test('updateAccount: rejects all of them with the same messages (§5: registration and profile edit)', async () => {
  const { profile, access_token } = await t.register();
  const call = { token: access_token, params: { id: profile.id } };

  const changes = await changesDuring(t, async () => {
    for (const [field, value, message] of RULES) {
      const reply = await t.send('updateAccount', { ...call, body: { ...attendee(), [field]: value } });
      expect(reply, `${field} ${JSON.stringify(value)}`).toEqual(refusal(400, CHECK, { [field]: message }));
    }
  });

  expect(changes).toEqual({});
});

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

test.each([
  ['firstName', 'Jo'],
  ['firstName', long(35)],
  ['lastName', 'Ó Súilleabháin-Nguyễn 王'],
  ['lastName', "<script>'; drop table accounts; --"],
  ['organizationName', 'x'],
  ['organizationName', long(120)],
  ...['8(a)', 'HUBZone', 'SDVOSB', 'WOSB', 'MBE', 'Large', 'Small', 'other'].map((type) => ['organizationType', type]),
])('createAccount: %s %j is stored as it is (§3, §5)', async (field, value) => {
  const reply = await t.send('createAccount', { body: { ...attendee(), [field ?? '']: value } });

  expect(reply).toMatchObject({ status: 201, body: { profile: { [field ?? '']: value } } });
});

test.each([
  ['9185550195', '(918) 555-0195'],
  ['+1 918-555-0196', '(918) 555-0196'],
  ['1 (918) 555-0197 ext 9', '(918) 555-0197 ext. 9'],
])('createAccount: phone %s is stored in national format: %s (§3, §5)', async (phone, national) => {
  const reply = await t.send('createAccount', { body: { ...attendee(), phone } });

  expect(reply).toMatchObject({ status: 201, body: { profile: { phone: national } } });
});
