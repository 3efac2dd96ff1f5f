import { profileFields } from '@companion/contract/account';
import type { Credentials } from '@companion/contract/session';
import { replyOf } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailboxOf } from './mailLimit.ts';
import { messageHtml } from './messageHtml.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ UNPROVED_MAILS_A_DAY: '8' });
});
afterAll(() => t.stop());

const OPENING = { campaignId: 'agenda', contentId: 'opening' };
const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const setEmail = (as: Credentials, email: string) =>
  t.send('updateAccount', { ...mine(as), body: { ...profileFields.parse(as.profile), email } });
const mailsTo = async (part: string) => (await t.outbox()).filter(({ to }) => to.includes(part));
const askForProof = async (as: Credentials) => {
  t.clock.advance(61_000);
  return (await t.send('sendEmailProof', mine(as))).status;
};
const share = (as: Credentials, to: string) =>
  t.request('shareMail', { token: as.access_token, body: { ...OPENING, to } });

test.each([
  ['Ada.King+news@GMail.com', 'adaking@gmail.com'],
  ['ada.king@googlemail.com', 'adaking@gmail.com'],
  ['Ada.King+news@Example.com', 'ada.king@example.com'],
  ['+ada@example.com', '+ada@example.com'],
])('%s counts as the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test('a session that proved no phone causes no proof mail: neither on request nor by an edit (decision 022)', async () => {
  const stranger = await t.register({ email: 'unasked+1@example.com' });

  expect(await askForProof(stranger)).toBe(403);
  expect((await setEmail(stranger, 'unasked+2@example.com')).status).toBe(200);

  expect(await mailsTo('unasked')).toEqual([]);
});

test('proof mails to the spellings of one mailbox count together, but leave each owner two (decision 023)', async () => {
  const stranger = await t.registerProved({ email: 'bombed+0@example.com' });
  for (let i = 1; i < 6; i++) await setEmail(stranger, `bombed+${i}@example.com`);
  expect(await mailsTo('bombed')).toHaveLength(5);

  const owner = await t.registerProved({ email: 'bombed@example.com' });
  expect(await askForProof(owner)).toBe(200);
  expect(await askForProof(owner)).toBe(429);

  expect(await mailsTo('bombed')).toHaveLength(7);
});

test('sendEmailProof: refused within a minute, and once the address is proved; both answers are true', async () => {
  const owner = await t.registerProved();
  expect(await askForProof(owner)).toBe(200);
  const early = await t.request('sendEmailProof', mine(owner));
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);

  await t.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', owner.profile.id).execute();
  expect(await askForProof(owner)).toBe(409);
});

test('password resets: five a day to one mailbox, but a proved address keeps its own (decision 023)', async () => {
  const owner = await t.register({ email: 'reset.me@gmail.com' });
  await t.register({ email: 'resetme+1@gmail.com' });
  await t.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', owner.profile.id).execute();
  const ask = async (email: string) => {
    t.clock.advance(20 * 60_000);
    await t.ask('sendResetPassword', { body: { email } });
  };
  for (let i = 0; i < 7; i++) await ask('resetme+1@gmail.com');
  expect(await mailsTo('resetme+1@')).toHaveLength(5);

  for (let i = 0; i < 7; i++) await ask('reset.me@gmail.com');
  expect(await mailsTo('reset.me@')).toHaveLength(5);
});

test('password resets: addresses that are not on record take nothing from one that is (decision 023)', async () => {
  // The budget of this server is small, and other tests have spent it.
  t.clock.advance(25 * 60 * 60_000);
  const { profile } = await t.register({ email: 'office@harbor.example' });
  for (let i = 0; i < 7; i++) await t.ask('sendResetPassword', { body: { email: `office+${i}@harbor.example` } });

  await t.ask('sendResetPassword', { body: { email: profile.email } });

  expect(await mailsTo(profile.email)).toHaveLength(1);
});

test('shares: three a day to one mailbox; those of unproved accounts have a budget, and owners of a phone are not kept from sharing (decision 023)', async () => {
  const [first, second] = [await t.register(), await t.register()];
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await share(first, `tar.get+${i}@gmail.com`)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);

  for (let i = 0; i < 5; i++) expect((await share(second, `friend${i}@example.com`)).status).toBe(200);
  const refused = await share(second, 'friend6@example.com');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(70_000);
  expect(await replyOf(refused)).toMatchObject({ status: 503 });

  expect((await share(await t.registerProved(), 'friend6@example.com')).status).toBe(200);
});

test.each([
  ['Ada', 'Hello Ada,'],
  ["Anne-Marie O'Neil J.", "Hello Anne-Marie O'Neil J.,"],
  ['José', 'Hello José,'],
  ['http://evil.example/win', 'Hello and welcome,'],
  ['evil.example', 'Hello and welcome,'],
  ['Call 202 555 0100', 'Hello and welcome,'],
])('a mail greets %s with "%s" and links nothing but the app (decision 023)', async (firstName, greeting) => {
  const { profile } = await t.registerProved({ ...attendee(), firstName });

  const [mail] = await mailsTo(profile.email);

  expect(mail?.text.split('\n')[0]).toBe(greeting);
  const hrefs = messageHtml(`${mail?.text} http://evil.example/ ${t.url}.evil.example/`, t.url).match(/<a /g);
  expect(hrefs).toHaveLength(1);
});

test('without a provider sign-ins, resets and proof links are refused, and say when to ask again (decisions, POST /public/login)', async () => {
  const bare = await startServerTest({ NODE_ENV: 'production' });
  try {
    const owner = await bare.register();
    const { phone, email } = owner.profile;
    await bare.services.db
      .updateTable('sessions')
      .set({ proved: 1 })
      .where('account_id', '=', owner.profile.id)
      .execute();
    const answers = [
      await bare.request('login', { body: { phone } }),
      await bare.request('sendResetPassword', { body: { email } }),
      await bare.request('sendEmailProof', mine(owner)),
    ];

    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      Array(3).fill([503, '600']),
    );
  } finally {
    await bare.stop();
  }
});
