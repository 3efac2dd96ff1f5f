import { type ProfileFields, profileFields } from '@companion/contract/account';
import type { Credentials, Profile } from '@companion/contract/session';
import { CHECK, type Reply, refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee, simulatedPhone } from '@companion/testkit/testServer';
import { untilBlocked } from '@companion/testkit/untilBlocked';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../platform/deriveKeys.ts';
import { DAY, MINUTE } from '../../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const UNKNOWN = refusal(404, 'This phone number is not registered yet.');
const BAD_CODE = 'This code is not valid. Please check it, or ask for a new one.';
const WRONG = refusal(400, BAD_CODE, { code: BAD_CODE });
const NO_CHANGE = refusal(409, 'No new phone number is waiting for a code here. Please save the new number again.');
const TAKEN = refusal(409, 'This phone number is already registered.', {
  phone: 'This phone number is already registered',
});
let numbers = 1300;
const freshPhone = () => simulatedPhone(numbers++);

const fieldsOf = (profile: Profile): ProfileFields => profileFields.parse(profile);
const worksWith = async ({ access_token }: Credentials) =>
  (await t.send('getContent', { token: access_token })).status === 200;

const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const changePhone = (as: Credentials, phone: string) =>
  t.send('updateAccount', { ...mine(as), body: { ...fieldsOf(as.profile), phone } });
const provePhone = (as: Credentials, code: string) => t.send('provePhone', { ...mine(as), body: { code } });
const account = async (as: Credentials) => (await t.ask('getAccount', mine(as))).results;

async function signInBySms(phone: string): Promise<Credentials> {
  t.clock.advance(61_000);
  const { code } = await t.requestSignIn(phone);
  return t.ask('smsLogin', { body: { phone, code } });
}

/** The same session with a fresh access token. */
async function renew(as: Credentials): Promise<Credentials> {
  const { access_token } = await t.ask('refresh', { body: { refresh_token: as.refresh_token } });
  return { ...as, access_token };
}

/** The code in the newest text to a claimed number. */
const codeFor = async (phone: string) => /^(\d{6}) is your /.exec((await t.textsTo(phone))[0] ?? '')?.[1] ?? '';

/** An account that has proved its phone and claimed another number. */
async function claim(phone = freshPhone()) {
  const owner = await t.registerProved();
  expect((await changePhone(owner, phone)).status).toBe(200);
  return { owner, phone, code: await codeFor(phone) };
}

test('updateAccount: an unproved phone is replaced at once, and nothing is texted (decision 022)', async () => {
  const registered = await t.register();
  const phone = freshPhone();

  expect(await changePhone(registered, phone)).toEqual({
    status: 200,
    body: { results: { ...registered.profile, phone } },
  });

  expect(await t.textsTo(phone)).toEqual([]);
  expect(await t.send('login', { body: { phone: registered.profile.phone } })).toEqual(UNKNOWN);
  expect((await signInBySms(phone)).profile.id).toBe(registered.profile.id);
});

test("smsLogin: the owner's first proof of the phone invalidates what a stranger claimed, opened or received with the account (decision 022)", async () => {
  const [victims, attackers] = [freshPhone(), freshPhone()];
  const attacker = await t.register({ phone: victims });
  await changePhone(attacker, attackers);
  const before = await t.requestSignIn(attackers);
  await changePhone(attacker, victims);

  const victim = await signInBySms(victims);

  expect(victim.profile).toMatchObject({ id: attacker.profile.id, phone: victims });
  expect(victim.profile.pendingPhone).toBeUndefined();
  expect(await worksWith(attacker)).toBe(false);
  expect((await t.send('refresh', { body: { refresh_token: attacker.refresh_token } })).status).toBe(401);
  expect((await t.send('autologin', { body: { token: before.linkToken } })).status).toBe(401);
  expect((await t.send('smsLogin', { body: { phone: attackers, code: before.code } })).status).toBe(401);
  expect(await t.send('login', { body: { phone: attackers } })).toEqual(UNKNOWN);
});

test('updateAccount: an edit of the phone that races the first proof does not survive it (decision 022)', async () => {
  const attacker = await t.register();
  const [victims, attackers] = [attacker.profile.phone, freshPhone()];
  const { code } = await t.requestSignIn(victims);

  // Holds the account's lock until both requests wait for it.
  let replies: Promise<Reply[]> = Promise.resolve([]);
  await t.services.db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ updated_at: 0 }).where('id', '=', attacker.profile.id).execute();
    const proof = t.send('smsLogin', { body: { phone: victims, code } });
    await untilBlocked(t, 1);
    replies = Promise.all([proof, changePhone(attacker, attackers)]);
    await untilBlocked(t, 2);
  });
  const [proof, edit] = await replies;

  // In any order, the proved account must not end with the number of the ended session.
  const { phone, phone_proved_at } = await t.services.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', attacker.profile.id)
    .executeTakeFirstOrThrow();
  expect([
    [200, 401, victims, true],
    [401, 200, attackers, false],
  ]).toContainEqual([proof?.status, edit?.status, phone, phone_proved_at !== null]);
});

test('provePhone: a new number gets a code without a link; sign-in stays on the old one until the code is entered (decision 022)', async () => {
  const { owner, phone, code } = await claim();

  const [text = ''] = await t.textsTo(phone);
  expect(text).toMatch(
    /^\d{6} is your Test Summit code\. Enter it where you changed your phone number\.\n\n@127\.0\.0\.1 #\d{6}$/,
  );
  expect(await account(owner)).toEqual({ ...owner.profile, pendingPhone: phone });
  const refreshed = await t.ask('refresh', { body: { refresh_token: owner.refresh_token } });
  expect(refreshed.profile).toEqual({ ...owner.profile, pendingPhone: phone });
  expect(await t.send('login', { body: { phone } })).toEqual(UNKNOWN);
  expect((await t.send('smsLogin', { body: { phone, code } })).status).toBe(401);
  expect((await signInBySms(owner.profile.phone)).profile).toEqual(owner.profile);

  expect(await provePhone(owner, code)).toEqual({ status: 200, body: { results: { ...owner.profile, phone } } });
  expect(await t.send('login', { body: { phone: owner.profile.phone } })).toEqual(UNKNOWN);
  expect((await signInBySms(phone)).profile.id).toBe(owner.profile.id);
});

test('provePhone: other sessions, links and device marks end, the session that entered the code stays, and its device is known (decision 022)', async () => {
  const { owner, code } = await claim();
  const elsewhere = await signInBySms(owner.profile.phone);
  t.clock.advance(61_000);
  const { linkToken } = await t.requestSignIn(owner.profile.phone);
  const opened = await t.request('autologin', { body: { token: linkToken } });
  const headers = { cookie: opened.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  t.clock.advance(-2 * 61_000);
  const known = async () => {
    const rows = t.services.db.selectFrom('known_devices').select('device_hash');
    return (await rows.where('account_id', '=', owner.profile.id).execute()).map(({ device_hash }) => device_hash);
  };
  const before = await known();

  const proved = await t.request('provePhone', { ...mine(owner), body: { code } });

  expect(proved.status).toBe(200);
  expect([await worksWith(owner), await worksWith(elsewhere)]).toEqual([true, false]);
  const mark = /^device=([\w-]+)/.exec(proved.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
  expect(await known()).toEqual([hashToken(mark)]);
  expect(before).not.toContain(hashToken(mark));
  expect((await t.send('refresh', { body: { refresh_token: owner.refresh_token } })).status).toBe(200);
  expect((await t.send('autologin', { body: { token: linkToken }, headers })).status).toBe(401);
});

test('provePhone: the code is valid only in the session that requested the change (decision 022)', async () => {
  const { owner, code } = await claim();
  const elsewhere = await signInBySms(owner.profile.phone);
  const stranger = await t.registerProved();

  expect(await provePhone(elsewhere, code)).toEqual(NO_CHANGE);
  expect((await account(elsewhere)).pendingPhone).toBeUndefined();
  expect(await t.send('provePhone', { ...mine(stranger), params: { id: owner.profile.id }, body: { code } })).toEqual(
    refusal(404, 'There is no such account.'),
  );
  // An edit of other fields in another session does not affect the change.
  expect((await changePhone(elsewhere, owner.profile.phone)).status).toBe(200);
  expect((await provePhone(owner, code)).status).toBe(200);
});

test('updateAccount: only a session that proved the phone may claim another number: else 403, and nothing is changed or texted (decision 022)', async () => {
  const { profile } = await t.registerProved();
  // Like a session that a mailed link opens.
  await t.services.db.updateTable('sessions').set({ proved: 0 }).where('account_id', '=', profile.id).execute();
  t.clock.advance(61_000);
  const proved = await signInBySms(profile.phone);
  await t.services.db.updateTable('sessions').set({ proved: 0 }).where('account_id', '=', profile.id).execute();
  const phone = freshPhone();

  const changes = await changesDuring(t, async () => {
    const message = 'To change your phone number, first sign in with a code that we text to your present number';
    expect(await changePhone(proved, phone)).toEqual(refusal(403, `${message}.`, { phone: message }));
  });

  expect(changes).toEqual({});
});

test('provePhone: two accounts may claim one number; the first to prove it gets it, the other gets 409 and keeps its own (decision 022)', async () => {
  const first = await claim();
  t.clock.advance(MINUTE);
  const second = await claim(first.phone);

  expect((await provePhone(first.owner, first.code)).status).toBe(200);

  expect(await provePhone(second.owner, second.code)).toEqual(TAKEN);
  expect(await account(second.owner)).toEqual(second.owner.profile);
  expect(await provePhone(second.owner, second.code)).toEqual(NO_CHANGE);
  expect((await signInBySms(first.phone)).profile.id).toBe(first.owner.profile.id);
  expect((await signInBySms(second.owner.profile.phone)).profile.id).toBe(second.owner.profile.id);
});

test('provePhone: of two accounts that prove one number at once exactly one gets it (decision 022)', async () => {
  const first = await claim();
  t.clock.advance(MINUTE);
  const second = await claim(first.phone);

  const replies = await Promise.all([provePhone(first.owner, first.code), provePhone(second.owner, second.code)]);

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies).toContainEqual(TAKEN);
});

test('provePhone: of 20 concurrent uses of one code one succeeds (decision 022)', async () => {
  const { owner, code } = await claim();

  const replies = await Promise.all(Array.from({ length: 20 }, () => provePhone(owner, code)));

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('provePhone: a code has 5 attempts, also in parallel; the sixth is rejected even with the right code (decision 022)', async () => {
  const { owner, phone, code } = await claim();
  const wrong = code === '000000' ? '000001' : '000000';

  const replies = await Promise.all(Array.from({ length: 8 }, () => provePhone(owner, wrong)));
  expect(replies).toEqual(Array(8).fill(WRONG));
  expect(await provePhone(owner, code)).toEqual(WRONG);

  t.clock.advance(MINUTE);
  await t.ask('sendPhoneCode', mine(owner));
  expect((await provePhone(owner, await codeFor(phone))).status).toBe(200);
});

test('provePhone: a code is valid for 10 minutes, a claim for a day (decision 022)', async () => {
  const { owner, phone, code } = await claim();
  t.clock.advance(10 * MINUTE + 1000);
  expect(await provePhone(await renew(owner), code)).toEqual(WRONG);

  t.clock.advance(DAY);
  const later = await renew(owner);
  expect((await account(later)).pendingPhone).toBeUndefined();
  expect(await t.send('sendPhoneCode', mine(later))).toEqual(NO_CHANGE);
  expect(await t.textsTo(phone)).toHaveLength(1);
});

test('sendPhoneCode: once a minute, ten times a day, and only the newest code counts (decision 022)', async () => {
  const { owner, phone, code } = await claim();
  expect((await t.send('sendPhoneCode', mine(owner))).status).toBe(429);
  t.clock.advance(MINUTE);

  expect(await t.send('sendPhoneCode', mine(owner))).toEqual({
    status: 200,
    body: { message: 'A new code has been sent.' },
  });

  const texts = await t.textsTo(phone);
  expect(texts).toHaveLength(2);
  if ((await codeFor(phone)) !== code) expect(await provePhone(owner, code)).toEqual(WRONG);
  for (let i = 0; i < 9; i++) {
    t.clock.advance(MINUTE);
    const { status } = await t.send('sendPhoneCode', mine(await renew(owner)));
    expect(status).toBe(i < 8 ? 200 : 429);
  }
  expect(await t.textsTo(phone)).toHaveLength(10);
});

test('cancelPhoneChange, updateAccount: cancelling, or saving the old number, drops the change (decision 022)', async () => {
  for (const drop of [
    (owner: Credentials) => t.send('cancelPhoneChange', mine(owner)),
    (owner: Credentials) => changePhone(owner, owner.profile.phone),
  ]) {
    const { owner, code } = await claim();

    expect(await drop(owner)).toEqual({ status: 200, body: { results: owner.profile } });

    expect(await provePhone(owner, code)).toEqual(NO_CHANGE);
    expect(await t.send('sendPhoneCode', mine(owner))).toEqual(NO_CHANGE);
  }
});

test('updateAccount: the claimed number again changes and texts nothing; a third number replaces it (decision 022)', async () => {
  const { owner, phone, code } = await claim();

  const again = await changesDuring(t, async () => expect((await changePhone(owner, phone)).status).toBe(200));
  expect(countsOf(again)).toEqual({ accounts: '+1 -1' });
  const third = freshPhone();
  await changePhone(owner, third);

  expect(await account(owner)).toEqual({ ...owner.profile, pendingPhone: third });
  expect((await t.textsTo(phone)).length).toBe(1);
  if ((await codeFor(third)) !== code) expect(await provePhone(owner, code)).toEqual(WRONG);
});

test('provePhone: a registration with the claimed number does not end the claim: the proof takes the number from it (decision 022)', async () => {
  const { owner, phone, code } = await claim();
  const squatter = await t.register({ phone });

  expect((await provePhone(owner, code)).status).toBe(200);

  expect((await account(squatter)).phone).toBe('');
  expect((await signInBySms(phone)).profile.id).toBe(owner.profile.id);
  expect((await changePhone(squatter, freshPhone())).status).toBe(200);
});

test('updateAccount: a number that its holder has not proved can be claimed (decision 022)', async () => {
  const squatter = await t.register();

  const { owner, phone, code } = await claim(squatter.profile.phone);

  expect((await provePhone(owner, code)).status).toBe(200);
  expect((await signInBySms(phone)).profile.id).toBe(owner.profile.id);
});

test('sendPhoneCode: one text a minute to a claimed number from each account, including dropped claims (decision 023)', async () => {
  const { owner, phone } = await claim();
  await t.ask('cancelPhoneChange', mine(owner));

  expect((await changePhone(owner, phone)).status).toBe(429);

  expect(await t.textsTo(phone)).toHaveLength(1);
  const other = await t.registerProved();
  expect((await changePhone(other, phone)).status).toBe(200);
});

test('sendPhoneCode: ten codes a day to one number from all accounts, but three in any case for each account (decision 023)', async () => {
  const { phone, ...first } = await claim();
  const second = await t.registerProved();
  await changePhone(second, phone);
  for (let i = 0; i < 6; i++) {
    t.clock.advance(MINUTE);
    for (const stranger of [first.owner, second]) await t.send('sendPhoneCode', mine(await renew(stranger)));
  }
  expect(await t.textsTo(phone)).toHaveLength(10);

  const owner = await t.registerProved();
  expect((await changePhone(owner, phone)).status).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) {
    t.clock.advance(MINUTE);
    statuses.push((await t.send('sendPhoneCode', mine(await renew(owner)))).status);
  }

  expect(statuses).toEqual([200, 200, 429]);
  expect(await t.textsTo(phone)).toHaveLength(13);
  expect((await provePhone(await renew(owner), await codeFor(phone))).status).toBe(200);
});

test('provePhone: a claim ends when another account proves the number first (decision 022)', async () => {
  const { owner, phone, code } = await claim();

  const newcomer = await t.registerProved({ phone });

  expect(await provePhone(owner, code)).toEqual(TAKEN);
  expect((await signInBySms(phone)).profile.id).toBe(newcomer.profile.id);
  expect((await signInBySms(owner.profile.phone)).profile).toEqual(owner.profile);
});

test('updateAccount: a number on record is 409 and nothing is changed or texted (decision 022)', async () => {
  const holder = await t.registerProved();
  const other = await t.registerProved();

  const changes = await changesDuring(t, async () => {
    expect(await changePhone(other, holder.profile.phone)).toEqual(TAKEN);
  });

  expect(countsOf(changes)).toEqual({});
});

test('updateAccount: five changes of the phone a day for one account; the sixth is rejected and texts nothing (decision 011)', async () => {
  const owner = await t.registerProved(attendee());
  const phones = Array.from({ length: 6 }, freshPhone);

  const statuses: number[] = [];
  for (const phone of phones) statuses.push((await changePhone(owner, phone)).status);

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await t.textsTo(phones[5] ?? '')).toEqual([]);
});

test.each([
  [{}, { code: 'Required' }],
  [{ code: '12345' }, { code: 'Must be 6 digits' }],
])('provePhone: %j is refused on its field (decision 032)', async (body, errors) => {
  const { owner } = await claim();

  expect(await t.send('provePhone', { ...mine(owner), body })).toEqual(refusal(400, CHECK, errors));
});
