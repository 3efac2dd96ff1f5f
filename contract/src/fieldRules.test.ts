import { describe, expect, test } from 'vitest';
import { profileForm, registrationForm } from './account.ts';
import { createAccount, updateAccount } from './accountCalls.ts';
import { completeNames } from './eventDefaults.ts';
import { feedbackForm } from './feedback.ts';
import { commentForm } from './itemFeedback.ts';
import { lostPasswordForm, resetPasswordForm } from './passwordReset.ts';
import { loginForm, smsCodeForm } from './session.ts';

const { organizationTypes: TYPES } = completeNames({}, 2);

/*
 * The rules of §5. The forms and the server validate with these schemas; browser tests show that each form shows the
 * message at its field.
 */

interface Schema {
  safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined };
}

/** Returns the first message of each field, as the forms and the server show it. */
function messagesOf(schema: Schema, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse());
}

type Rule = [field: string, value: unknown, message: string];

const long = (length: number) => 'x'.repeat(length);

const PROFILE = {
  firstName: 'Maya',
  lastName: 'Redfeather',
  email: 'maya@example.com',
  phone: '(202) 555-0143',
  organizationName: 'Blue Mesa LLC',
  organizationType: 'HUBZone',
};

const NAMES: [field: string, required: string][] = [
  ['firstName', 'First Name is required'],
  ['lastName', 'Last Name is required'],
];

const REJECTED: Rule[] = [
  ...NAMES.flatMap(([field, required]): Rule[] => [
    [field, undefined, required],
    [field, null, required],
    [field, 7, required],
    [field, ['Maya'], required],
    [field, '', required],
    [field, ' \t\n', required],
    [field, 'M', 'Must be 2 characters or more'],
    [field, ' M ', 'Must be 2 characters or more'],
    [field, long(36), 'Must be 35 characters or less'],
  ]),
  ['email', undefined, 'Required'],
  ['email', '', 'Required'],
  ['email', '   ', 'Required'],
  ['email', {}, 'Required'],
  ['email', 'maya', 'Invalid email address'],
  ['email', 'maya@', 'Invalid email address'],
  ['email', 'maya@example', 'Invalid email address'],
  ['email', 'maya@exa mple.com', 'Invalid email address'],
  ['email', 'a@b.com, c@d.com', 'Invalid email address'],
  ['email', 'a@b.com\r\nBcc: c@d.com', 'Invalid email address'],
  ['email', `${long(250)}@example.com`, 'Must be 254 characters or less'],
  ['phone', undefined, 'Phone Number is required'],
  ['phone', '', 'Phone Number is required'],
  ['phone', '   ', 'Phone Number is required'],
  ['phone', 2025550143, 'Phone Number is required'],
  ['phone', '555-01', 'Phone number must be at least 10 digits'],
  ['phone', '202555014', 'Phone number must be at least 10 digits'],
  ['phone', '+44 20 7946 0958', 'Invalid Phone Number'],
  ['phone', '0000000000', 'Invalid Phone Number'],
  ['phone', '(999) 999-9999', 'Invalid Phone Number'],
  ['phone', '2'.repeat(18), 'Invalid Phone Number'],
  ['phone', '2'.repeat(41), 'Invalid Phone Number'],
  ['phone', 'abcdefghij', 'Invalid Phone Number'],
  ['organizationName', undefined, 'Organization name is required'],
  ['organizationName', '', 'Organization name is required'],
  ['organizationName', ' ', 'Organization name is required'],
  ['organizationName', long(121), 'Must be 120 characters or less'],
  ['organizationType', undefined, 'Organization type is required'],
  ['organizationType', '', 'Organization type is required'],
  ['organizationType', ['8(a)'], 'Organization type is required'],
];

const ACCEPTED: [field: string, value: string][] = [
  ...NAMES.flatMap(([field]): [string, string][] => [
    [field, 'Mo'],
    [field, long(35)],
    [field, 'Ó Súilleabháin-Nguyễn 王'],
    [field, "<script>'; drop table accounts; --"],
  ]),
  ['email', 'maya.one+two@mail.example.com'],
  ['phone', '2025550143'],
  ['phone', '+1 202 555 0143'],
  ['phone', '(202) 555-0143 ext. 12'],
  ['organizationName', 'x'],
  ['organizationName', long(120)],
  ...TYPES.map((type): [string, string] => ['organizationType', type]),
];

const registration = registrationForm(TYPES);
const profile = profileForm(TYPES);

/** Registration has its own form; activation and profile edit share the other. The calls validate the same fields. */
const PROFILES: [name: string, schema: Schema, sample: object][] = [
  ['registration', registration, { ...PROFILE, acceptTos: true }],
  ['activation and profile edit', profile, PROFILE],
  ['createAccount', createAccount.body, { ...PROFILE, registrationComplete: true }],
];

describe.each(PROFILES)('%s', (_, schema, sample) => {
  test.each(REJECTED)('%s %j says: %s (§5)', (field, value, message) => {
    expect(messagesOf(schema, { ...sample, [field]: value })).toEqual({ [field]: message });
  });

  test.each(ACCEPTED)('%s %j is accepted (§3, §5)', (field, value) => {
    expect(messagesOf(schema, { ...sample, [field]: value })).toEqual({});
  });

  test('all missing required fields have their messages at once (§5)', () => {
    const missing = messagesOf(schema, {});
    expect(missing).toEqual({
      firstName: 'First Name is required',
      lastName: 'Last Name is required',
      email: 'Required',
      phone: 'Phone Number is required',
      organizationName: 'Organization name is required',
      organizationType: 'Organization type is required',
      ...('acceptTos' in sample ? { acceptTos: 'You must accept the Terms and Conditions' } : {}),
    });
  });
});

// The server compares with the list of its event, which is no part of the call (server/src/event/ownZone.test.ts).
describe.each(PROFILES.slice(0, 2))('%s', (_, schema, sample) => {
  test.each(['Medium', '8(A)'])('organizationType %j says: Organization type is required (§5)', (organizationType) => {
    expect(messagesOf(schema, { ...sample, organizationType })).toEqual({
      organizationType: 'Organization type is required',
    });
  });
});

test('the forms of an event with organization types of its own accept these and no others', () => {
  const types = ['Universität', 'Small'];
  for (const schema of [profileForm(types), registrationForm(types)]) {
    const message = (organizationType: string) =>
      messagesOf(schema, { ...PROFILE, acceptTos: true, organizationType }).organizationType;
    expect(['Universität', 'Small', '8(a)'].map(message)).toEqual([
      undefined,
      undefined,
      'Organization type is required',
    ]);
  }
});

test.each([undefined, false, 'yes'])(
  'registration: acceptTos %j is rejected with the message about the terms (§5)',
  (value) => {
    expect(messagesOf(registration, { ...PROFILE, acceptTos: value })).toEqual({
      acceptTos: 'You must accept the Terms and Conditions',
    });
  },
);

test('registration: only its form has acceptTos (§3, §5)', () => {
  expect(Object.keys(profile.shape)).toEqual(Object.keys(PROFILE));
  expect(Object.keys(createAccount.body.shape)).not.toContain('acceptTos');
});

test('updateAccount: only a survey flag is accepted, no field at all is not (§7)', () => {
  expect(messagesOf(updateAccount.body, { preEventComplete: true })).toEqual({});
  expect(messagesOf(updateAccount.body, { postEventComplete: true })).toEqual({});
  expect(updateAccount.body.safeParse({}).success).toBe(false);
});

/** Forms of one or two fields: the input, and the message of each field. */
const FORMS: [form: string, entered: object, schema: Schema, messages: Record<string, string>][] = [
  ['login', {}, loginForm, { phone: 'Required' }],
  ['login', { phone: '' }, loginForm, { phone: 'Required' }],
  ['login', { phone: '   ' }, loginForm, { phone: 'Required' }],
  ['login', { phone: 'no format check here' }, loginForm, {}],
  ['login', { phone: '2' }, loginForm, {}],
  ['sign-in code', { code: '' }, smsCodeForm, { code: 'Required' }],
  ['sign-in code', { code: '  ' }, smsCodeForm, { code: 'Required' }],
  ['sign-in code', { code: '12a' }, smsCodeForm, { code: 'Must be 6 digits' }],
  ['sign-in code', { code: '12345' }, smsCodeForm, { code: 'Must be 6 digits' }],
  ['sign-in code', { code: '1234567' }, smsCodeForm, { code: 'Must be 6 digits' }],
  ['sign-in code', { code: ' 012345 ' }, smsCodeForm, {}],
  ['feedback', {}, feedbackForm, { message: 'Message is required' }],
  ['feedback', { message: '' }, feedbackForm, { message: 'Message is required' }],
  ['feedback', { message: ' \n ' }, feedbackForm, { message: 'Message is required' }],
  ['feedback', { message: long(5001) }, feedbackForm, { message: 'Must be 5000 characters or less' }],
  ['feedback', { message: 'More tea' }, feedbackForm, {}],
  ['comment', { comment: '  ' }, commentForm, { comment: 'Required' }],
  ['comment', { comment: long(5001) }, commentForm, { comment: 'Must be 5000 characters or less' }],
  ['comment', { comment: 'Good' }, commentForm, {}],
  ['lost password', {}, lostPasswordForm, { email: 'Required' }],
  ['lost password', { email: '' }, lostPasswordForm, { email: 'Required' }],
  ['lost password', { email: '   ' }, lostPasswordForm, { email: 'Required' }],
  ['lost password', { email: 'maya@' }, lostPasswordForm, { email: 'Invalid email address' }],
  ['lost password', { email: 'maya@example.com' }, lostPasswordForm, {}],
];

test.each(FORMS)('%s: %j says what §5 says', (_form, entered, schema, messages) => {
  expect(messagesOf(schema, entered)).toEqual(messages);
});

const WORD = 'a walk by the river';
const PASSWORDS: [newPassword: string, confirmPassword: string, messages: Record<string, string>][] = [
  ['', '', { newPassword: 'Required' }],
  ['     ', '     ', { newPassword: 'Required' }],
  ['abcd', 'abcd', { newPassword: 'Must be 5 characters or more' }],
  [long(36), long(36), { newPassword: 'Must be 35 characters or less' }],
  [WORD, '', { confirmPassword: 'Passwords must match' }],
  [WORD, `${WORD}!`, { confirmPassword: 'Passwords must match' }],
  ['abcde', 'abcde', {}],
  [long(35), long(35), {}],
  [` ${WORD} `, ` ${WORD} `, {}],
];

test.each(PASSWORDS)('new password: %j and %j: %j (§5)', (newPassword, confirmPassword, messages) => {
  expect(messagesOf(resetPasswordForm, { newPassword, confirmPassword })).toEqual(messages);
});

test('new password: both are required (§5)', () => {
  expect(messagesOf(resetPasswordForm, {})).toEqual({ newPassword: 'Required', confirmPassword: 'Required' });
});
