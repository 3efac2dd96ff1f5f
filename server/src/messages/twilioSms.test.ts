import { startTwilioPeer, type TwilioPeer } from '@companion/testkit/twilioPeer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import type { Message } from './outbox.ts';
import { twilioSms } from './twilioSms.ts';

let peer: TwilioPeer;
beforeAll(async () => {
  peer = await startTwilioPeer();
});
afterEach(() => {
  peer.answer('take');
  peer.taken.length = 0;
});
afterAll(() => peer.stop());

const NOW = Date.parse('2031-06-10T12:00Z');
const MESSAGE: Message = {
  id: '0e3c6c52-1111-4222-8333-444455556666',
  kind: 'sms',
  recipient: '+12025550143',
  subject: null,
  text: '012345 is your code: ü & 100%\n\n@host #012345',
  expires_at: NOW + 10 * MINUTE,
  account_id: null,
  purpose: null,
};

function provider(env: Record<string, string> = {}) {
  const config = readConfig({ ...peer.settings, APP_URL: 'https://summit.example.com', ...env });
  if (!config.twilio) throw new Error('Twilio is not set');
  // Of the services it reads only these two.
  return twilioSms(config.twilio, { config, now: () => NOW } as Services);
}
/** The error of a delivery that must fail. */
async function refusalOf(message = MESSAGE, env = {}) {
  const error: unknown = await provider(env)
    .deliver(message)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  if (!(error instanceof Error)) throw new Error('The SMS was accepted');
  return { ...error, message: error.message };
}

test('twilioSms: the request has the account, the form, the callback and the validity of the message', async () => {
  const sid = await provider().deliver(MESSAGE);

  expect(peer.taken).toEqual([
    {
      sid,
      To: '+12025550143',
      From: '+12025550100',
      Body: MESSAGE.text,
      ValidityPeriod: '600',
      StatusCallback: `https://summit.example.com/api/webhooks/twilio/status?message=${MESSAGE.id}`,
    },
  ]);
});

test('twilioSms: a messaging service may be the sender, and the validity is at most what Twilio allows', async () => {
  const service = `MG${'a'.repeat(32)}`;

  const sid = await provider({ TWILIO_FROM: service }).deliver({ ...MESSAGE, expires_at: NOW + 1e9 });

  const [{ MessagingServiceSid, From, ValidityPeriod } = {}] = peer.taken;
  expect({ MessagingServiceSid, From, ValidityPeriod }).toEqual({
    MessagingServiceSid: service,
    From: undefined,
    ValidityPeriod: '36000',
  });
  expect(sid).toMatch(/^SM[0-9a-f]{32}$/);
});

test('twilioSms: at localhost the request has no callback, which Twilio would reject', async () => {
  await provider({ APP_URL: '' }).deliver(MESSAGE);

  expect(peer.taken.map(({ StatusCallback }) => StatusCallback)).toEqual([undefined]);
});

test.each([
  [21211, 'recipient'],
  [21610, 'recipient'],
  [21614, 'recipient'],
  [30003, 'recipient'],
  [30006, 'recipient'],
  [21617, 'message'],
  [21612, 'message'],
  [99999, 'message'],
  [21606, 'settings'],
  [21659, 'settings'],
  [21705, 'settings'],
  [21609, 'settings'],
  [21408, 'settings'],
  [21611, 'temporary'],
  [20429, 'temporary'],
])('twilioSms: HTTP 400 with code %i is the fault of: %s', async (code, fault) => {
  peer.answer({ status: 400, code });

  const refusal = await refusalOf();

  expect(refusal).toMatchObject({ fault, code: String(code), retryAfter: 0 });
  // Twilio's text repeats what it was sent, so none of it may be passed on.
  expect(refusal.message).toMatch(/^Twilio answered \d+ \(HTTP 400\)/);
  expect(refusal.message).not.toContain('+1202');
});

test.each([
  [
    { status: 500, code: 20500 },
    { fault: 'temporary', code: '20500' },
  ],
  [
    { status: 503, code: 20503 },
    { fault: 'temporary', code: '20503' },
  ],
  [
    { status: 429, code: 20429, retryAfter: 7 },
    { fault: 'temporary', code: '20429', retryAfter: 7000 },
  ],
  [
    { status: 404, code: 20404 },
    { fault: 'settings', code: '20404' },
  ],
  [
    { status: 403, code: 12345 },
    { fault: 'settings', code: '12345' },
  ],
])('twilioSms: %j is %j', async (answer, expected) => {
  peer.answer(answer);

  expect(await refusalOf()).toMatchObject({ retryAfter: 0, ...expected });
});

test('twilioSms: wrong credentials are the fault of the settings, and the setting is named', async () => {
  const refusal = await refusalOf(MESSAGE, { TWILIO_AUTH_TOKEN: 'wrong' });

  expect(refusal).toMatchObject({
    fault: 'settings',
    code: '20003',
    message: 'Twilio answered 20003 (HTTP 401); see TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN',
  });
});

test('twilioSms: a page in place of the answer is temporary, and accepts nothing', async () => {
  peer.answer('portal');

  expect(await refusalOf()).toMatchObject({ fault: 'temporary', message: "the answer (HTTP 200) is not Twilio's" });
});

test('twilioSms: a broken connection and an unreachable server are temporary', async () => {
  peer.answer('cut');
  expect(await refusalOf()).toMatchObject({ fault: 'temporary', code: null });

  await peer.down();
  try {
    expect(await refusalOf()).toMatchObject({
      fault: 'temporary',
      message: 'Twilio could not be reached: ECONNREFUSED',
    });
  } finally {
    await peer.up();
  }
});

test('twilioSms: no answer within 10 s is a temporary failure', async () => {
  peer.answer('hang');

  expect(await refusalOf()).toMatchObject({ fault: 'temporary', message: 'Twilio could not be reached: TimeoutError' });
});
