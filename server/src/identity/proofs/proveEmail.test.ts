import { profileFields } from '@companion/contract/account';
import type { Credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockManyAccounts } from '../../platform/db/lockManyAccounts.ts';
import { DAY } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { mailEmailProof } from './emailProof.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const INVALID = refusal(400, 'This link is no longer valid. Please ask for a new one.');

const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const proofsTo = async (email: string) =>
  (await t.outbox())
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\/profile\/edit\?confirm=([\w.-]+)/.exec(text)?.[1] ?? []);
const newestProof = async (email: string) => (await proofsTo(email))[0] ?? '';
const prove = (as: Credentials, token: string) => t.send('proveEmail', { ...mine(as), body: { token } });
const isProved = async (as: Credentials) => (await t.ask('getAccount', mine(as))).results.emailProved;

async function signInBySms(phone: string): Promise<Credentials> {
  t.clock.advance(61_000);
  const { code } = await t.requestSignIn(phone);
  return t.ask('smsLogin', { body: { phone, code } });
}

/** Marks a phone as the provider's report would. */
const markUndeliverable = (id: string) =>
  t.services.db.updateTable('accounts').set({ sms_undeliverable_at: 1 }).where('id', '=', id).execute();

test('proveEmail: the first proof of the phone mails a link, which proves the e-mail in a session of that account; sign-in links can then be mailed (decision 022)', async () => {
  const owner = await t.registerProved();
  const { email, phone } = owner.profile;
  expect(owner.profile.emailProved).toBe(false);

  expect(await prove(owner, await newestProof(email))).toEqual({
    status: 200,
    body: { results: { ...owner.profile, emailProved: true } },
  });

  await markUndeliverable(owner.profile.id);
  t.clock.advance(61_000);
  const { message } = (await t.ask('login', { body: { phone } })) as { message: string };
  expect(message).toMatch(/^A sign-in link has been sent to you\./);
  const [mail] = (await t.outbox()).filter(({ to }) => to === email);
  const token = /\/\?t=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  expect((await t.ask('autologin', { body: { token } })).profile.id).toBe(owner.profile.id);
});

test("smsLogin: the first proof of the phone invalidates everything that was mailed or proved before with a stranger's e-mail (decision 022)", async () => {
  const attacker = await t.register();
  const { email, phone, id } = attacker.profile;
  // As if a text to that number had not arrived.
  await transact(t.services, async (tx) => {
    const account = await lockAccount(tx.db, { id });
    if (account) await mailEmailProof(tx, account);
  });
  const token = await newestProof(email);
  expect((await prove(attacker, token)).status).toBe(200);

  const victim = await signInBySms(phone);

  expect(victim.profile).toMatchObject({ id, emailProved: false });
  await t.ask('confirmRegistration', { ...mine(victim), body: { mine: true } });
  expect(await prove(victim, token)).toEqual(INVALID);
  await markUndeliverable(id);
  t.clock.advance(61_000);
  const mails = (await t.outbox()).length;
  expect((await t.send('login', { body: { phone } })).status).toBe(409);
  expect((await t.outbox()).length).toBe(mails);
});

test('proveEmail: another account, a changed address, a forged or an expired link prove nothing (decision 022)', async () => {
  const owner = await t.registerProved();
  const other = await t.registerProved();
  const token = await newestProof(owner.profile.email);

  expect(await prove(other, token)).toEqual(INVALID);
  expect(await prove(owner, `9${token}`)).toEqual(INVALID);
  expect(await prove(owner, 'x')).toEqual(INVALID);
  const email = `new.${owner.profile.email}`;
  await t.ask('updateAccount', { ...mine(owner), body: { ...profileFields.parse(owner.profile), email } });
  expect(await prove(owner, token)).toEqual(INVALID);
  expect(await isProved(owner)).toBe(false);
  const fresh = await newestProof(email);
  t.clock.advance(7 * DAY);
  const { access_token } = await t.ask('refresh', { body: { refresh_token: owner.refresh_token } });
  expect(await prove({ ...owner, access_token }, fresh)).toEqual(INVALID);
});

test('proveEmail: a changed e-mail is unproved, and links mailed to the old one are invalid (decision 022)', async () => {
  const owner = await t.registerProved();
  const { email, phone, id } = owner.profile;
  await prove(owner, await newestProof(email));
  await markUndeliverable(id);
  t.clock.advance(61_000);
  await t.ask('login', { body: { phone } });
  const token = /\/\?t=([\w-]+)/.exec((await t.outbox()).find(({ to }) => to === email)?.text ?? '')?.[1];

  const body = { ...profileFields.parse(owner.profile), email: attendee().email };
  expect((await t.ask('updateAccount', { ...mine(owner), body })).results?.emailProved).toBe(false);

  expect((await t.send('autologin', { body: { token } })).status).toBe(401);
});

test('proveEmail: is rejected in a session that a mailed link opened if the phone is proved (decision 022)', async () => {
  const { profile } = await t.registerProved();
  const token = await newestProof(profile.email);
  t.clock.advance(61_000);
  const session = await signInBySms(profile.phone);
  await t.services.db.updateTable('sessions').set({ proved: 0 }).where('account_id', '=', profile.id).execute();

  const changes = await changesDuring(t, async () => {
    expect((await prove(session, token)).status).toBe(403);
    expect((await t.send('sendEmailProof', mine(session))).status).toBe(403);
  });

  expect(changes).toEqual({});
});

test('proveEmail: a forged link and an e-mail that is proved do not wait for a batch of an import', async () => {
  const owner = await t.registerProved();
  const token = await newestProof(owner.profile.email);
  expect((await prove(owner, token)).status).toBe(200);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const batch = transact(t.services, async (tx) => {
    await lockManyAccounts(tx.db);
    begin();
    await ended;
  });
  await begun;

  expect(await prove(owner, '1.x')).toEqual(INVALID);
  expect((await prove(owner, token)).status).toBe(200);
  end();
  await batch;
});

test('sendEmailProof: five mails a day for one account, including that of the first proof, then 429 (decision 022)', async () => {
  const owner = await t.registerProved();

  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    t.clock.advance(61_000);
    statuses.push((await t.send('sendEmailProof', mine(owner))).status);
  }

  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(await proofsTo(owner.profile.email)).toHaveLength(5);
});
