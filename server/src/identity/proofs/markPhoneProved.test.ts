import type { Credentials } from '@companion/contract/session';
import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const worksWith = async ({ access_token, profile: { id } }: Credentials) =>
  (await t.send('getAccount', { token: access_token, params: { id } })).status === 200;

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

test.each([
  ['the code', signInBySms],
  ['the link', signInByLink],
])(
  'smsLogin, autologin: the first proof of a phone, by %s, ends every session that was opened without one (decision 022)',
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

test('smsLogin, autologin: a later proof of the phone ends no session that was opened with one (decision 022)', async () => {
  const { profile } = await t.register();
  const first = await signInBySms(profile.phone);

  const second = await signInByLink(profile.phone);

  expect([await worksWith(first), await worksWith(second)]).toEqual([true, true]);
});

test('smsLogin: the first proof of a phone forgets what earlier sessions used up, so that its owner can change the e-mail (decision 023)', async () => {
  const [prepared, other] = [await t.register(), await t.register()];
  const { phone } = prepared.profile;
  const edit = ({ profile, access_token }: Credentials, email: string) => {
    const body = { ...attendee(), phone, email };
    return t.send('updateAccount', { token: access_token, params: { id: profile.id }, body });
  };
  for (let i = 0; i < 10; i++) expect((await edit(prepared, other.profile.email)).status).toBe(409);

  const owner = await signInBySms(phone);
  t.clock.advance(10_000);
  const { access_token: token, profile } = owner;
  await t.ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: false } });
  expect((await edit(owner, attendee().email)).status).toBe(200);
});
