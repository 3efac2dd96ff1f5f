import { type Credentials, credentials } from '@companion/contract/session';
import { type AttendeeTest, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../platform/time.ts';

let t: AttendeeTest;
let browser: Awaited<ReturnType<typeof signedInMember>>['browser'];
beforeAll(async () => {
  t = await startAttendeeTest();
  t.clock.set('2031-06-01T12:00:00Z');
  ({ browser } = await signedInMember(t, 'editor'));
});
afterAll(() => t.stop());

const WALK_IN = { firstName: 'Walk', lastName: 'In' };
const tokenIn = (link: string) => new URL(link).searchParams.get('t') ?? '';
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function openOn(token: string, cookie = '') {
  const response = await t.request('autologin', { body: { token }, headers: { cookie } });
  return {
    status: response.status,
    cookie: cookieOf(response),
    read: async () => credentials.parse(await response.json()),
  };
}

const open = async (token: string) => {
  const { cookie, read } = await openOn(token);
  return { cookie, ...(await read()) };
};

async function activate({ access_token: token, profile }: Credentials) {
  const body = { ...attendee(), registrationComplete: true };
  return t.ask('updateAccount', { token, params: { id: profile.id }, body });
}

test('walk-in: a link on the screen opens the account without any message, and the person enters what is missing', async () => {
  const { results } = await browser.ask('addPerson', { body: WALK_IN });
  expect(results.person).toMatchObject({ ...WALK_IN, step: 'added', phone: '', email: '' });
  const opened = await open(tokenIn(results.link));
  expect(opened.profile).toMatchObject({ firstName: 'Walk', registrationComplete: false });

  const { results: profile } = await activate(opened);

  // The staff has seen them.
  expect(profile).toMatchObject({ registrationComplete: true, confirmed: true, emailProved: false });
  const { results: person } = await browser.ask('getPerson', { params: { personId: profile.id } });
  expect(person).toMatchObject({ step: 'activated', phoneProvedAt: null });
  expect((await openOn(tokenIn(results.link), opened.cookie)).status).toBe(200);
});

test('walk-in: added again after a lost answer, it is the same person with the same link', async () => {
  const twice = { body: { firstName: 'Once', lastName: 'Only' }, headers: { 'idempotency-key': 'walk-in-1' } };
  const first = await browser.send('addPerson', twice);
  expect(first.status).toBe(201);
  expect(await browser.send('addPerson', twice)).toEqual(first);
  const found = await t.services.db.selectFrom('accounts').select('id').where('first_name', '=', 'Once').execute();
  expect(found).toHaveLength(1);
});

test('walk-in: after the activation the link opens nothing on another device, not even one that has opened it before', async () => {
  const { results } = await browser.ask('addPerson', { body: WALK_IN });
  const token = tokenIn(results.link);
  const member = await open(token);
  const person = await open(token);
  await activate(person);

  expect((await t.send('getQuestions', { token: member.access_token })).status).toBe(401);
  expect((await openOn(token, member.cookie)).status).toBe(401);
  expect((await openOn(token)).status).toBe(401);
  const params = { personId: person.profile.id };
  expect((await browser.send('createPersonLink', { params })).status).toBe(409);
});

test('walk-in: a link must be opened within the hour, and another one takes its place', async () => {
  const { results } = await browser.ask('addPerson', { body: WALK_IN });
  const params = { personId: results.person.id };
  const { results: second } = await browser.ask('createPersonLink', { params });
  expect((await openOn(tokenIn(results.link))).status).toBe(401);
  t.clock.advance(HOUR + 1);
  expect((await openOn(tokenIn(second.link))).status).toBe(401);
  const { results: third } = await browser.ask('createPersonLink', { params });
  expect((await openOn(tokenIn(third.link))).status).toBe(200);
});

test('walk-in: the fields are checked as a profile is, where they are given, and what is on record is refused', async () => {
  const { profile } = await t.register();
  const bad = await browser.send('addPerson', { body: { ...WALK_IN, firstName: 'W', phone: '555' } });
  const errors = { firstName: 'Must be 2 characters or more', phone: 'Phone number must be at least 10 digits' };
  expect(bad).toMatchObject({ status: 400, body: { errors } });
  for (const field of ['phone', 'email'] as const) {
    const taken = await browser.send('addPerson', { body: { ...WALK_IN, [field]: profile[field] } });
    expect(taken).toMatchObject({ status: 409, body: { errors: { [field]: expect.stringContaining('already') } } });
  }
});

test('walk-in: an attendee of the import who has not activated gets a link at the desk, too, or the invitation again', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const { id: personId = '' } = (await t.accountOf(number)) ?? {};
  for (let day = 0; day < 5; day++) await browser.ask('resendInvitation', { params: { personId } });
  const { results: invited } = await browser.ask('getPerson', { params: { personId } });
  expect(invited.messages.map(({ about }) => about)).toEqual(Array(5).fill('invitation'));
  expect(await browser.send('resendInvitation', { params: { personId } })).toMatchObject({ status: 429 });
  const { results } = await browser.ask('createPersonLink', { params: { personId } });
  await activate(await open(tokenIn(results.link)));
  expect(await browser.send('resendInvitation', { params: { personId } })).toMatchObject({ status: 409 });
  // The ticket's holder can still claim it: nothing has proved the address.
  expect(await t.accountOf(number)).toMatchObject({ email_proved_at: null, registration_complete: 1 });
});

test('walk-in: a link on the screen takes no proved phone from the person, and ends no sign-in by phone', async () => {
  const { phone } = attendee();
  const { results } = await browser.ask('addPerson', { body: { ...WALK_IN, phone } });
  const { code } = await t.requestSignIn(phone);
  const signedIn = await t.ask('smsLogin', { body: { phone, code } });
  const params = { personId: results.person.id };
  const { results: second } = await browser.ask('createPersonLink', { params });

  const opened = await open(tokenIn(second.link));

  expect(opened.profile).toMatchObject({ id: signedIn.profile.id, phone });
  expect((await t.send('refresh', { body: { refresh_token: signedIn.refresh_token } })).status).toBe(200);
  expect((await browser.ask('getPerson', { params })).results).toMatchObject({
    phone,
    phoneProvedAt: expect.any(String),
  });
});
