import { announce, announcementForm } from '@companion/testkit/announce';
import { outboxSettled } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type SmtpPeer, startSmtpPeer } from '@companion/testkit/smtpPeer';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { startTwilioPeer, type TwilioPeer } from '@companion/testkit/twilioPeer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { UNSUBSCRIBE_PATH } from '../messages/unsubscribe.ts';
import { SECOND } from '../platform/time.ts';
import { queueMessages } from './queueMessages.ts';

let twilio: TwilioPeer;
let smtp: SmtpPeer;
beforeAll(async () => {
  [twilio, smtp] = [await startTwilioPeer(), await startSmtpPeer({ auth: true })];
});
afterAll(() => Promise.all([twilio.stop(), smtp.stop()]));

let t: ServerTest;
const start = async (env: Record<string, string> = {}) => {
  t = await startServerTest({
    ...{ ...twilio.settings, ...smtp.settings, SMS_PARTS_A_SECOND: '1000', LOG_LEVEL: 'silent' },
    ...env,
  });
};
beforeEach(() => start());
afterEach(async () => {
  await t.stop();
  twilio.answer('take');
  for (const list of [twilio.taken, twilio.asked, smtp.taken]) list.length = 0;
});

const TEXT = 'Lunch is in the west hall.';
const toSms = () => twilio.taken.filter(({ Body }) => Body.includes(TEXT)).map(({ To }) => To);
const toMail = () => smtp.taken.filter(({ text }) => text.includes(TEXT)).map(({ to }) => to);
const e164 = (phone: string) => `+1${phone.replace(/\D/g, '')}`;

/** Registers people, and proves what a code or a link proves. */
async function register(proved: { phone?: boolean; email?: boolean } = {}, more = {}) {
  const { profile, access_token: token } = await t.register(more);
  const at = (isProved = false) => (isProved ? 1 : null);
  await t.services.db
    .updateTable('accounts')
    .set({ phone_proved_at: at(proved.phone), email_proved_at: at(proved.email), confirmed_at: at(proved.phone) })
    .where('id', '=', profile.id)
    .execute();
  return { ...profile, token };
}
const registerMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => register({ phone: true, email: true })));

const listed = async (id: string) => {
  const { browser } = await signedInMember(t, 'host');
  const { announcements } = (await browser.ask('getAnnouncementList')).results;
  return announcements.find((one) => one.id === id);
};
const untilDone = (id: string) => expect.poll(async () => (await listed(id))?.state, { timeout: 20_000 }).toBe('shown');

test('announcements: SMS go to proved phones and mails to proved e-mails, once to each person, and not after STOP', async () => {
  const both = await register({ phone: true, email: true });
  await register();
  const phoneOnly = await register({ phone: true });
  const stopped = await register({ phone: true });
  const { db } = t.services;
  const stop = { sms_undeliverable_at: 1, sms_undeliverable_code: '21610' };
  await db.updateTable('accounts').set(stop).where('id', '=', stopped.id).execute();

  const id = await announce(t, { title: 'Lunch', contentId: 'opening', mail: true, sms: true });
  await untilDone(id);
  expect(toSms().sort()).toEqual([both.phone, phoneOnly.phone].map(e164).sort());
  expect(toMail()).toEqual([both.email]);
  const { name } = await db.selectFrom('events').select('name').executeTakeFirstOrThrow();
  expect(twilio.taken.at(-1)?.Body).toBe(`${name}: Lunch. ${TEXT}\n${t.url}/agenda/agenda/opening`);
  expect(await listed(id)).toMatchObject({
    mail: { people: 1, sent: 1, failed: 0 },
    sms: { people: 2, sent: 2, failed: 0 },
  });
});

test('announcements: who answers STOP is texted no more, which is learned from the provider', async () => {
  const { phone, id: accountId } = await register({ phone: true });
  twilio.answer({ status: 400, code: 21610 });
  await untilDone(await announce(t, { sms: true }));
  twilio.answer('take');
  const row = await t.services.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst();
  expect(row?.sms_undeliverable_code).toBe('21610');
  await untilDone(await announce(t, { sms: true }));
  expect(toSms()).not.toContain(e164(phone));
});

test('announcements: a mail has an address that ends them without a sign-in, by POST only', async () => {
  const { email } = await register({ email: true });
  await untilDone(await announce(t, { mail: true }));
  const [address = ''] = new RegExp(`${t.url}${UNSUBSCRIBE_PATH}\\S+`).exec(smtp.taken[0]?.text ?? '') ?? [];
  const optOuts = () => t.services.db.selectFrom('announcement_opt_outs').selectAll().execute();

  expect(await (await fetch(address)).text()).toContain('<form method="post">');
  expect(await optOuts()).toHaveLength(0);
  expect((await fetch(`${address}x`, { method: 'POST' })).status).toBe(404);
  for (const _ of ['once', 'again']) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
  }
  expect(await optOuts()).toHaveLength(1);
  await untilDone(await announce(t, { mail: true }));
  expect(toMail()).toEqual([email]);
});

test('announcements: taken back within 30 seconds nobody gets a message, and ended under way only the rest do not', async () => {
  await registerMany(8);
  const { browser } = await signedInMember(t, 'owner');
  const end = async (announcementId: string) =>
    (await browser.ask('endAnnouncement', { params: { announcementId } })).results;
  const body = { ...(await announcementForm(t, { sms: true, mail: true })) };
  const { id } = (await browser.ask('planAnnouncement', { body })).results;
  t.clock.advance(29 * SECOND);
  expect(await end(id)).toEqual({ wasSent: false, mailsSent: 0, smsSent: 0 });
  t.clock.advance(5 * SECOND);
  await outboxSettled(t);
  expect([...toSms(), ...toMail()]).toEqual([]);

  // The provider takes three, and then nothing for a while.
  twilio.answer(() => (twilio.asked.length <= 3 ? 'take' : { status: 503, code: 20500 }));
  const second = await announce(t, { sms: true });
  await expect.poll(() => twilio.asked.length).toBe(8);
  const { db } = t.services;
  const waiting = db.selectFrom('outbox').select('id').where('sent_at', 'is', null).where('leased_until', '=', 0);
  await expect.poll(async () => (await waiting.execute()).length).toBe(5);
  expect(await end(second)).toEqual({ wasSent: true, mailsSent: 0, smsSent: 3 });
  twilio.answer('take');
  t.clock.advance(60 * SECOND);
  await outboxSettled(t);
  expect(toSms()).toHaveLength(3);
  expect(await listed(second)).toMatchObject({ state: 'ended', sms: { people: 3, sent: 3 } });
});

test('announcements: a message that is with the provider as its announcement ends is not sent again once it fails', async () => {
  await registerMany(2);
  twilio.answer(() => ({ status: 503, code: 20500 }));
  const id = await announce(t, { sms: true });
  // Nothing is tried again meanwhile.
  t.clock.freeze(t.clock.now());
  await expect.poll(() => twilio.asked.length).toBe(2);
  const { db } = t.services;
  const waiting = db.selectFrom('outbox').select('id').where('sent_at', 'is', null).where('leased_until', '=', 0);
  await expect.poll(async () => (await waiting.execute()).length).toBe(2);
  const lease = (leased_until: number) => db.updateTable('outbox').set({ leased_until }).execute();
  await lease(t.clock.now() + 20 * SECOND);
  const { browser } = await signedInMember(t, 'owner');
  const { results } = await browser.ask('endAnnouncement', { params: { announcementId: id } });
  expect(results).toMatchObject({ wasSent: true, smsSent: 2 });

  twilio.answer('take');
  await lease(0);
  t.clock.advance(60 * SECOND);
  await outboxSettled(t);
  expect(toSms()).toEqual([]);
});

test('announcements: messages wait behind every code, also those that end within the hour, and have their own budget', async () => {
  await t.stop();
  await start({ SMS_ANNOUNCEMENTS_A_DAY: '2', SMS_A_DAY: '5' });
  const [first] = await registerMany(4);
  await announce(t, { sms: true });
  await expect.poll(() => toSms().length).toBe(2);
  await outboxSettled(t);
  const rows = await t.services.db.selectFrom('outbox').select(['purpose', 'urgent']).execute();
  expect(new Set(rows.map(({ purpose, urgent }) => `${purpose} ${urgent}`))).toEqual(new Set(['announcement 0']));
  await t.ask('login', { body: { phone: first?.phone ?? '' } });
  await outboxSettled(t);
  expect(twilio.taken.at(-1)?.Body).toContain('sign-in code');
  expect(toSms()).toHaveLength(2);
});

test('announcements: they are handed over at the rate of the provider, whoever sends them', async () => {
  await t.stop();
  await start({ SMS_PARTS_A_SECOND: '2' });
  await registerMany(9);
  t.clock.freeze(t.clock.now());
  await announce(t, { sms: true });
  const stored = async () =>
    (await t.services.db.selectFrom('announcement_messages').select('account_id').execute()).length;
  // A second, and the two that a worker may catch up with.
  await expect.poll(stored).toBe(6);
  expect(await queueMessages(t.services, 'sms')).toBe(false);
  t.clock.freeze(t.clock.now() + SECOND);
  await expect.poll(stored).toBe(8);
  expect(await queueMessages(t.services, 'sms')).toBe(false);
  expect(await stored()).toBe(8);
});

test('announcements: people and parts are counted first, and for more than 200 SMS the number is typed', async () => {
  const { browser } = await signedInMember(t, 'editor');
  const someone = await register({ phone: true, email: true }, { organizationType: 'MBE' });
  const reach = async (more: Record<string, string> = {}) =>
    (await browser.ask('getAnnouncementReach', { query: { audience: 'all', text: 'x'.repeat(200), ...more } })).results;
  expect(await reach()).toMatchObject({ people: 1, smsPeople: 1, mailPeople: 1, smsParts: 2, smsRate: 1000 });
  expect(await reach({ audience: 'organizationType', audienceValue: 'WOSB' })).toMatchObject({ people: 0 });
  expect(await reach({ audience: 'session', audienceValue: 'opening' })).toMatchObject({ people: 0 });
  await t.ask('createComment', {
    token: someone.token,
    body: { campaignId: 'agenda', contentId: 'opening', comment: 'x' },
  });
  expect(await reach({ audience: 'session', audienceValue: 'opening' })).toMatchObject({ people: 1, smsPeople: 1 });

  const { db } = t.services;
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', someone.id).executeTakeFirstOrThrow();
  const others = Array.from({ length: 200 }, (_, index) => ({
    ...row,
    ...{ id: `other-${index}`, email_key: null, phone_e164: `+1202556${1000 + index}` },
  }));
  for (let from = 0; from < others.length; from += 20) {
    await db
      .insertInto('accounts')
      .values(others.slice(from, from + 20))
      .execute();
  }
  const plan = async (smsPeople?: number) =>
    browser.send('planAnnouncement', { body: { ...(await announcementForm(t, { sms: true })), smsPeople } });
  for (const wrong of [undefined, 200]) {
    expect((await plan(wrong)).body).toMatchObject({ errors: { smsPeople: expect.stringContaining('201') } });
  }
  expect((await plan(201)).status).toBe(201);
});

test('announcements: what is mailed or texted needs the password again, and a test goes to the member or a typed number', async () => {
  const { browser, member } = await signedInMember(t, 'editor');
  const test = { text: TEXT, kind: 'sms', phone: '(202) 555-0143' };
  expect((await browser.send('testAnnouncement', { body: { ...test, phone: '12' } })).status).toBe(400);
  await browser.ask('testAnnouncement', { body: test });
  await browser.ask('testAnnouncement', { body: { ...test, kind: 'mail' } });
  await outboxSettled(t);
  expect(toSms()).toEqual(['+12025550143']);
  expect(toMail()).toEqual([member.email]);

  t.clock.advance(11 * 60 * SECOND);
  const body = await announcementForm(t);
  for (const kind of ['mail', 'sms']) {
    const refused = await browser.send('planAnnouncement', { body: { ...body, [kind]: true } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'confirm' } });
  }
  expect((await browser.send('testAnnouncement', { body: test })).status).toBe(403);
  expect((await browser.send('planAnnouncement', { body })).status).toBe(201);
});
