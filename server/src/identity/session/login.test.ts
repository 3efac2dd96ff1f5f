import { CHECK, refusal, replyOf } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { readSignIn } from '@companion/testkit/readSignIn';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, SECOND } from '../../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const SENT = {
  status: 200,
  body: { message: 'A verification code has been sent to your phone number. Please check your messages.' },
};

test('login: sends one SMS with the code, the link and the origin-bound last line, and gives no credentials (decision 031)', async () => {
  const { profile } = await t.register();

  const reply = await t.send('login', { body: { phone: profile.phone, email: 'someone@example.com' } });

  expect(reply).toEqual(SENT);
  const [text = '', ...more] = await t.textsTo(profile.phone);
  expect(more).toEqual([]);
  const { code, linkToken } = readSignIn(text);
  expect(text).toBe(`${code} is your Test Summit sign-in code. Or tap ${t.url}/?t=${linkToken}\n\n@127.0.0.1 #${code}`);
});

test('login: changes only codes, links and the outbox (decision 031)', async () => {
  const { profile } = await t.register();

  const changes = await changesDuring(t, () => t.ask('login', { body: { phone: profile.phone } }));

  expect(countsOf(changes)).toEqual({ login_phones: '+1', login_codes: '+1', link_tokens: '+1', outbox: '+1' });
});

test('login: neither code nor link token is readable anywhere in the database (decision 031)', async () => {
  const { profile } = await t.register();
  let secret = { code: '', linkToken: '' };

  const changes = await changesDuring(t, async () => {
    secret = await t.requestSignIn(profile.phone);
  });

  const stored = JSON.stringify(changes);
  expect(stored).not.toContain(secret.linkToken);
  // An id or a time may contain the six digits by chance; a whole value or a text must not.
  const texts = Object.values(changes).flatMap(({ come }) => come.flatMap((row) => Object.values(row)));
  expect(texts.filter((value) => String(value).match(new RegExp(`(?<!\\w)${secret.code}(?!\\w)`)))).toEqual([]);
});

test('login: a phone is recognized in any spelling, with or without an extension (decision 032)', async () => {
  const phone = '(202) 555-0190';
  await t.register({ phone });

  for (const spelling of ['+1 202 555 0190', '2025550190', '1-202-555-0190', '202.555.0190 ext. 12']) {
    expect(await t.send('login', { body: { phone: spelling } })).toEqual(SENT);
  }
  expect(await t.textsTo(phone)).toHaveLength(1);
});

test('login: an unknown phone is 404 and changes nothing (decision 031)', async () => {
  const changes = await changesDuring(t, async () => {
    const reply = await t.send('login', { body: { phone: simulatedPhone(999) } });
    expect(reply).toEqual(refusal(404, 'This phone number is not registered yet.'));
  });

  expect(changes).toEqual({});
});

test.each(['12', '+44 20 7946 0958', '(999) 999-9999', 'call me'])(
  'login: %s is not a US number: 400 (decision 031)',
  async (phone) => {
    const reply = await t.send('login', { body: { phone } });

    expect(reply).toEqual(refusal(400, 'Invalid Phone Number', { phone: 'Invalid Phone Number' }));
  },
);

test.each([{}, { phone: '' }, { phone: '   ' }, { phone: 2025550143 }])(
  'login: %j lacks the phone: Required (§5)',
  async (body) => {
    expect(await t.send('login', { body })).toEqual(refusal(400, CHECK, { phone: 'Required' }));
  },
);

test('login: a repeat within 60 s gets the same answer without an SMS, after 60 s a new code is sent (decision 031)', async () => {
  const { profile } = await t.register();
  const body = { phone: profile.phone };
  await t.ask('login', { body });
  const sent = t.clock.now();

  t.clock.set(sent + 55 * SECOND);
  const changes = await changesDuring(t, async () => expect(await t.send('login', { body })).toEqual(SENT));
  expect(changes).toEqual({});

  t.clock.set(sent + 61 * SECOND);
  expect(await t.send('login', { body })).toEqual(SENT);
  const [second = '', first = ''] = await t.textsTo(profile.phone);
  expect(await t.textsTo(profile.phone)).toHaveLength(2);
  expect(readSignIn(second).linkToken).not.toBe(readSignIn(first).linkToken);
});

test('login: after the clock was set back, a text of the future stops none', async () => {
  const { profile } = await t.register();
  const body = { phone: profile.phone };
  await t.ask('login', { body });
  t.clock.advance(-10 * 60 * SECOND);
  expect(await t.send('login', { body })).toEqual(SENT);
  expect(await t.textsTo(profile.phone)).toHaveLength(2);
  t.clock.advance(10 * 60 * SECOND);
});

test('login: 20 at once for one phone send one SMS (decision 031)', async () => {
  const { profile } = await t.register();

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => t.send('login', { body: { phone: profile.phone } })),
  );

  expect(replies).toEqual(Array(20).fill(SENT));
  expect(await t.textsTo(profile.phone)).toHaveLength(1);
});

test('login: one phone gets at most 5 codes an hour and 10 a day, then one an hour, and the answer says when (decision 031)', async () => {
  const { profile } = await t.register();
  const ask = async () => {
    t.clock.advance(61 * SECOND);
    const response = await t.request('login', { body: { phone: profile.phone } });
    return {
      status: response.status,
      wait: Number(response.headers.get('retry-after')),
      reply: await replyOf(response),
    };
  };
  const textsAfter = async (requests: number) => {
    for (let i = 0; i < requests; i++) await ask();
    return (await t.textsTo(profile.phone)).length;
  };

  expect(await textsAfter(5)).toBe(5);
  const refused = await changesDuring(t, async () => {
    const { wait, reply } = await ask();
    expect(wait).toBeGreaterThan(54 * 60);
    expect(wait).toBeLessThan(HOUR / SECOND);
    expect(reply).toEqual(refusal(429, /^Too many codes were sent\. Please try again in 5\d minutes\.$/));
    t.clock.advance(wait * SECOND);
  });
  expect(refused).toEqual({});
  expect((await ask()).reply).toEqual(SENT);
  t.clock.advance(HOUR);
  expect(await textsAfter(7)).toBe(10);
  t.clock.advance(HOUR);
  expect(await textsAfter(1)).toBe(11);
  const { status, wait, reply } = await ask();
  expect([status, reply]).toEqual([429, refusal(429, /try again in 5\d minutes\.$/)]);
  t.clock.advance(wait * SECOND);
  expect(await textsAfter(2)).toBe(12);
});

test('login: after the last code was used or has no attempts left, a repeat within 60 s sends a new one (decision 031)', async () => {
  const { profile } = await t.register();
  const { phone } = profile;
  const { code } = await t.requestSignIn(phone);
  await t.ask('smsLogin', { body: { phone, code } });

  expect(await t.send('login', { body: { phone } })).toEqual(SENT);
  expect(await t.textsTo(phone)).toHaveLength(2);
  const wrong = readSignIn((await t.textsTo(phone))[0] ?? '').code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i++) await t.send('smsLogin', { body: { phone, code: wrong } });
  const next = await t.requestSignIn(phone);
  expect(await t.textsTo(phone)).toHaveLength(3);
  expect((await t.send('smsLogin', { body: { phone, code: next.code } })).status).toBe(200);
});
