import { profileFields } from '@companion/contract/account';
import type { Credentials } from '@companion/contract/session';
import { replyOf } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../platform/time.ts';
import { mailboxOf } from './budgets.ts';
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
const requestProof = async (as: Credentials) => {
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

test('sendEmailProof, updateAccount: a session that proved no phone causes no proof mail (decision 022)', async () => {
  const stranger = await t.register({ email: 'unasked+1@example.com' });

  expect(await requestProof(stranger)).toBe(403);
  expect((await setEmail(stranger, 'unasked+2@example.com')).status).toBe(200);

  expect(await mailsTo('unasked')).toEqual([]);
});

test('sendEmailProof: the spellings of one mailbox share a limit, but each owner keeps two mails (decision 023)', async () => {
  const stranger = await t.registerProved({ email: 'bombed+0@example.com' });
  for (let i = 1; i < 6; i++) await setEmail(stranger, `bombed+${i}@example.com`);
  expect(await mailsTo('bombed')).toHaveLength(5);

  const owner = await t.registerProved({ email: 'bombed@example.com' });
  expect(await requestProof(owner)).toBe(200);
  expect(await requestProof(owner)).toBe(429);

  expect(await mailsTo('bombed')).toHaveLength(7);
});

test('sendEmailProof: is rejected within a minute with 429, and for a proved address with 409', async () => {
  const owner = await t.registerProved();
  expect(await requestProof(owner)).toBe(200);
  const early = await t.request('sendEmailProof', mine(owner));
  expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);

  await t.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', owner.profile.id).execute();
  expect(await requestProof(owner)).toBe(409);
});

test('sendResetPassword: five a day to one mailbox, but a proved address has a limit of its own (decision 023)', async () => {
  const owner = await t.register({ email: 'reset.me@gmail.com' });
  await t.register({ email: 'resetme+1@gmail.com' });
  await t.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', owner.profile.id).execute();
  const ask = async (email: string) => {
    t.clock.advance(20 * MINUTE);
    await t.ask('sendResetPassword', { body: { email } });
  };
  for (let i = 0; i < 7; i++) await ask('resetme+1@gmail.com');
  expect(await mailsTo('resetme+1@')).toHaveLength(5);

  for (let i = 0; i < 7; i++) await ask('reset.me@gmail.com');
  expect(await mailsTo('reset.me@')).toHaveLength(5);
});

test('sendResetPassword: unknown addresses use up nothing of the limit of a known one (decision 023)', async () => {
  // Other tests have spent this server's small budget.
  t.clock.advance(25 * HOUR);
  const { profile } = await t.register({ email: 'office@harbor.example' });
  for (let i = 0; i < 7; i++) await t.ask('sendResetPassword', { body: { email: `office+${i}@harbor.example` } });

  await t.ask('sendResetPassword', { body: { email: profile.email } });

  expect(await mailsTo(profile.email)).toHaveLength(1);
});

test('shareMail: three a day to one mailbox; only accounts without a proved phone share a daily budget (decision 023)', async () => {
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
])('mail: greets %s with "%s" and links nothing but the app (decision 023)', async (firstName, greeting) => {
  const { profile } = await t.registerProved({ ...attendee(), firstName });

  const [mail] = await mailsTo(profile.email);

  expect(mail?.text.split('\n')[0]).toBe(greeting);
  const hrefs = messageHtml(`${mail?.text} http://evil.example/ ${t.url}.evil.example/`, t.url).match(/<a /g);
  expect(hrefs).toHaveLength(1);
});

test('login, sendResetPassword, sendEmailProof: without a provider they answer 503 with Retry-After (decisions, POST /public/login)', async () => {
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
