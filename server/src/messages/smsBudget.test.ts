import { profileFields } from '@companion/contract/account';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { changesDuring, outboxSettled } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee } from '@companion/testkit/testServer';
import { startTwilioPeer, type TwilioPeer } from '@companion/testkit/twilioPeer';
import { startTwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '../platform/time.ts';

let twilio: TwilioPeer;
beforeAll(async () => {
  twilio = await startTwilioPeer();
});
afterAll(() => twilio.stop());

const NO_SMS = refusal(503, 'We cannot send text messages at the moment.');
const SHARED = { campaignId: 'agenda', contentId: 'opening' };

/** A server that sends SMS, but no mail. */
const startSmsServer = (env: Record<string, string>) =>
  startServerTest({ ...twilio.settings, LOG_LEVEL: 'silent', ...env });

/** As a code does, which no test reads that has a provider. */
const prove = ({ services }: ServerTest, id: string) =>
  services.db.updateTable('accounts').set({ phone_proved_at: 1, confirmed_at: 1 }).where('id', '=', id).execute();

test('shareSms: has a budget of its own: once it is spent, shares get 503 and sign-ins are still sent (decision 023)', async () => {
  const t = await startSmsServer({ SMS_A_DAY: '1', SMS_SHARES_A_DAY: '4' });
  try {
    const { access_token: token, profile } = await t.register();
    await prove(t, profile.id);
    const share = (i: number) => t.request('shareSms', { token, body: { ...SHARED, to: `202-555-01${10 + i}` } });
    for (let i = 0; i < 4; i++) expect((await share(i)).status).toBe(200);

    const changes = await changesDuring(t, async () => {
      const refused = await share(4);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
      expect(await replyOf(refused)).toEqual(NO_SMS);
    });
    expect(changes).toEqual({});
    await t.ask('login', { body: { phone: profile.phone } });
    await outboxSettled(t);
    expect(twilio.taken.at(-1)?.Body).toContain('sign-in code');
  } finally {
    await t.stop();
  }
});

test('login: with the budget spent and no mail provider it answers 503 and changes nothing, until the next day (decision 023)', async () => {
  const t = await startSmsServer({ SMS_A_DAY: '1' });
  try {
    const [first, second] = [await t.register(), await t.register()];
    await t.ask('login', { body: { phone: first.profile.phone } });
    const again = () => t.request('login', { body: { phone: second.profile.phone } });

    const changes = await changesDuring(t, async () => {
      const refused = await again();
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
      expect(await replyOf(refused)).toEqual(NO_SMS);
    });
    expect(changes).toEqual({});
    t.clock.advance(DAY + 1000);
    expect((await again()).status).toBe(200);
  } finally {
    await t.stop();
  }
});

test('login: all nodes share one budget: of 40 sign-ins at once 7 are sent, the others get 503 (decision 023)', async () => {
  // New phones may use three quarters of 9, rounded up: 7.
  const t = await startTwoNodes({ ...twilio.settings, SMS_A_DAY: '9', LOG_LEVEL: 'silent' });
  try {
    const people = await Promise.all(Array.from({ length: 40 }, () => t.first.register()));
    const replies = await t.onBoth(40, (node, i) => node.send('login', { body: { phone: people[i]?.profile.phone } }));

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
    expect(replies.filter(({ status }) => status !== 200)).toEqual(Array(33).fill(NO_SMS));
    expect(await t.first.services.db.selectFrom('outbox').selectAll().execute()).toHaveLength(7);
  } finally {
    await t.stop();
  }
});

test('login: new phones use up three quarters of the budget at most; a known phone still gets its code (decision 023)', async () => {
  const t = await startSmsServer({ SMS_A_DAY: '8' });
  try {
    const { profile: known } = await t.register();
    await prove(t, known.id);
    const login = async (phone: string) => (await t.send('login', { body: { phone } })).status;
    for (let i = 0; i < 6; i++) expect(await login((await t.register()).profile.phone)).toBe(200);

    const refused = await t.request('login', { body: { phone: (await t.register()).profile.phone } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await replyOf(refused)).toEqual(NO_SMS);
    expect(await login(known.phone)).toBe(200);
    t.clock.advance(61_000);
    expect(await login(known.phone)).toBe(200);
    t.clock.advance(61_000);
    expect(await login(known.phone)).toBe(503);
  } finally {
    await t.stop();
  }
});

test('login: a ticket holder who never signed in gets a code when invented numbers have used up their share of the budget (decision 023)', async () => {
  const t = await startSmsServer({ SMS_A_DAY: '8' });
  try {
    const { profile: holder } = await t.register();
    const { db } = t.services;
    await db.updateTable('accounts').set({ source: 'eventbrite' }).where('id', '=', holder.id).execute();
    const login = async (phone: string) => (await t.send('login', { body: { phone } })).status;
    const invented: number[] = [];
    for (let i = 0; i < 8; i++) invented.push(await login((await t.register()).profile.phone));
    expect(invented).toEqual([...Array(6).fill(200), 503, 503]);

    expect(await login(holder.phone)).toBe(200);
  } finally {
    await t.stop();
  }
});

test('login: changing an unproved number does not get an account more SMS (decision 023)', async () => {
  const t = await startSmsServer({});
  try {
    const { profile, access_token: token } = await t.register();
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const { phone } = attendee();
      const body = { ...profileFields.parse(profile), phone };
      await t.ask('updateAccount', { token, params: { id: profile.id }, body });
      for (let j = 0; j < 2; j++) {
        statuses.push((await t.send('login', { body: { phone } })).status);
        t.clock.advance(61_000);
      }
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  } finally {
    await t.stop();
  }
});

test('shareSms, shareMail: three a day to one recipient from all accounts, in any spelling; other recipients are not affected (decision 023)', async () => {
  const t = await startServerTest();
  try {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => t.registerProved()));
    const share = (name: 'shareSms' | 'shareMail', to: string[]) =>
      Promise.all(
        accounts.map(({ access_token: token }, i) =>
          t.request(name, { token, body: { ...SHARED, to: to[i % to.length] } }),
        ),
      );
    for (const [name, to] of [
      ['shareSms', ['202-555-0188', '+1 (202) 555-0188']],
      ['shareMail', ['friend@example.com', 'Friend@Example.com']],
    ] as const) {
      const responses = await share(name, [...to]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429]);
      const refused = responses.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(80_000);
    }
    const [one] = accounts;
    const other = { token: one?.access_token ?? '', body: { ...SHARED, to: 'other@example.com' } };
    expect((await t.send('shareMail', other)).status).toBe(200);
  } finally {
    await t.stop();
  }
});
