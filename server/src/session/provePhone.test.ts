import { type ProfileFields, profileFields } from '@companion/contract/account';
import type { Credentials, Profile } from '@companion/contract/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal, SIGN_IN } from '../../../testkit/src/apiClient.ts';
import { type ServerTest, startServerTest } from '../../../testkit/src/serverTest.ts';
import { attendee, testPhone } from '../../../testkit/src/testServer.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const UNKNOWN = refusal(404, 'This phone number is not registered yet.');
let numbers = 1300;
const freshPhone = () => testPhone(numbers++);

const worksWith = async ({ access_token }: Credentials) =>
  (await t.send('getContent', { token: access_token })).status === 200;
const fieldsOf = (profile: Profile): ProfileFields => profileFields.parse(profile);

async function signInBySms(phone: string): Promise<Credentials> {
  t.clock.advance(61_000);
  const { code } = await t.requestSignIn(phone);
  return t.ask('smsLogin', { body: { phone, code } });
}

const signInByLink = async (phone: string): Promise<Credentials> => {
  t.clock.advance(61_000);
  const { linkToken } = await t.requestSignIn(phone);
  return t.ask('autologin', { body: { token: linkToken } });
};

const changePhone = ({ profile, access_token }: Credentials, phone: string) =>
  t.send('updateAccount', { token: access_token, params: { id: profile.id }, body: { ...fieldsOf(profile), phone } });

test.each([
  ['the code', signInBySms],
  ['the link', signInByLink],
])(
  'the first proof of a phone, by %s, ends every session that was opened without one (decisions, Sign-in)',
  async (_, signIn) => {
    const registered = await t.register();
    const bystander = await t.register();
    expect(await worksWith(registered)).toBe(true);

    const proved = await signIn(registered.profile.phone);

    expect(await worksWith(registered)).toBe(false);
    expect(await t.send('refresh', { body: { refresh_token: registered.refresh_token } })).toEqual(
      refusal(401, SIGN_IN),
    );
    expect(await worksWith(proved)).toBe(true);
    expect(await worksWith(bystander)).toBe(true);
  },
);

test('a later proof ends no session that was opened with one (decisions, Sign-in)', async () => {
  const { profile } = await t.register();
  const first = await signInBySms(profile.phone);

  const second = await signInByLink(profile.phone);

  expect([await worksWith(first), await worksWith(second)]).toEqual([true, true]);
});

test('a changed phone: it is shown at once and texted, sign-in stays on the old one until the new one is proved (decisions, Sign-in)', async () => {
  const { profile } = await t.register();
  const [old, fresh] = [profile.phone, freshPhone()];
  const signedIn = await signInBySms(old);

  const changed = await changePhone(signedIn, fresh);
  expect(changed).toEqual({ status: 200, body: { results: { ...profile, phone: fresh, phonePending: true } } });
  expect(await t.textsTo(fresh)).toHaveLength(1);
  expect((await signInBySms(old)).profile.id).toBe(profile.id);

  const proved = await signInBySms(fresh);
  expect(proved.profile).toEqual({ ...profile, phone: fresh });
  expect(await t.send('login', { body: { phone: old } })).toEqual(UNKNOWN);
});

test('a changed phone: the link of the first SMS proves it too; a link to the old one is worth nothing then (decisions, Sign-in)', async () => {
  const { profile } = await t.register();
  const signedIn = await signInBySms(profile.phone);
  const fresh = freshPhone();
  t.clock.advance(61_000);
  const old = await t.requestSignIn(profile.phone);
  await changePhone(signedIn, fresh);

  const linkToken = /\?t=([\w-]+)/.exec((await t.textsTo(fresh))[0] ?? '')?.[1];
  expect((await t.ask('autologin', { body: { token: linkToken } })).profile.phone).toBe(fresh);

  expect((await t.send('autologin', { body: { token: old.linkToken } })).status).toBe(401);
  expect((await t.send('smsLogin', { body: { phone: profile.phone, code: old.code } })).status).toBe(401);
});

test("a changed phone: proving it ends every session that was not opened with its proof (decisions: nobody can prepare an account on another's number)", async () => {
  const prepared = await t.register();
  const preparer = await signInBySms(prepared.profile.phone);
  const victimsPhone = freshPhone();
  await changePhone(preparer, victimsPhone);

  const victim = await signInBySms(victimsPhone);

  expect(victim.profile.id).toBe(prepared.profile.id);
  expect(await worksWith(preparer)).toBe(false);
  expect(await t.send('refresh', { body: { refresh_token: preparer.refresh_token } })).toEqual(refusal(401, SIGN_IN));
  expect(await worksWith(victim)).toBe(true);
});

test('a changed phone: changing back drops the change (decisions, Sign-in)', async () => {
  const { profile } = await t.register();
  const signedIn = await signInBySms(profile.phone);
  const fresh = freshPhone();
  await changePhone(signedIn, fresh);

  expect(await changePhone(signedIn, profile.phone)).toEqual({ status: 200, body: { results: profile } });

  expect(await t.send('login', { body: { phone: fresh } })).toEqual(UNKNOWN);
});

test('a changed phone: whoever registers that number meanwhile has it; the one who only claimed it keeps the old (decisions, Sign-in)', async () => {
  const { profile } = await t.register();
  const claimer = await signInBySms(profile.phone);
  const fresh = freshPhone();
  await changePhone(claimer, fresh);
  const [claim = ''] = await t.textsTo(fresh);
  const linkToken = /\?t=([\w-]+)/.exec(claim)?.[1];
  const code = /#(\d{6})$/.exec(claim)?.[1];

  const newcomer = await t.register({ phone: fresh });

  const taken = refusal(409, 'This phone number is already registered.', {
    phone: 'This phone number is already registered',
  });
  expect(await t.send('autologin', { body: { token: linkToken } })).toEqual(taken);
  expect(await t.send('smsLogin', { body: { phone: fresh, code } })).toEqual(taken);
  expect((await signInBySms(fresh)).profile.id).toBe(newcomer.profile.id);
  expect((await signInBySms(profile.phone)).profile.id).toBe(profile.id);
});

test('a changed phone: of two accounts that claim one number the last may prove it (decisions, Sign-in)', async () => {
  const first = await t.register();
  const second = await t.register();
  const fresh = freshPhone();
  await changePhone(first, fresh);
  await changePhone(second, fresh);

  const proved = await signInBySms(fresh);

  expect(proved.profile.id).toBe(second.profile.id);
  expect((await signInBySms(first.profile.phone)).profile).toEqual(first.profile);
});

test('a changed phone: a number on record is 409 and nothing is changed or texted (decisions, Sign-in)', async () => {
  const holder = await t.register();
  const other = await t.register(attendee());

  expect(await changePhone(other, holder.profile.phone)).toEqual(
    refusal(409, 'This phone number is already registered.', { phone: 'This phone number is already registered' }),
  );
  expect(await t.textsTo(holder.profile.phone)).toEqual([]);
});

test('a changed phone: five a day are texted for one account, a sixth is refused and texts nobody (decisions, limits)', async () => {
  const signedIn = await t.register();
  const phones = Array.from({ length: 6 }, freshPhone);

  const statuses: number[] = [];
  for (const phone of phones) statuses.push((await changePhone(signedIn, phone)).status);

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await t.textsTo(phones[5] ?? '')).toEqual([]);
});
