import { verifyVapid } from '@companion/testkit/decryptPush';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '../platform/time.ts';
import { VapidSigner, vapidKey, vapidSubject } from './vapid.ts';

/** RFC 8292, section 2.4. */
const RFC =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1Yi' +
  'I6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD' +
  '1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
const NOW = Date.parse('2031-06-10T12:00:00Z');
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/secret';
const SUBJECT = 'https://summit.example.com';

test('vapid: the check of these tests takes the example of RFC 8292, and nothing that was changed in it', () => {
  expect(verifyVapid(RFC).claims).toEqual({
    ...{ aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' },
  });
  expect(() => verifyVapid(RFC.replace('i3CYb7t4', 'i3CYb7t5'))).toThrow();
});

test('vapid: a request is signed for one push service and half a day, with the key of the secret', () => {
  const key = vapidKey(Buffer.from('a secret'));
  const signer = new VapidSigner(key);
  const header = signer.header(ENDPOINT, SUBJECT, NOW);

  expect(verifyVapid(header)).toEqual({
    key: key.publicKey,
    claims: { aud: 'https://fcm.googleapis.com', exp: (NOW + 12 * HOUR) / 1000, sub: SUBJECT },
  });
  expect(header).not.toContain('secret');
  expect(signer.header(`${ENDPOINT}/other`, SUBJECT, NOW + 10 * HOUR)).toBe(header);
  // Renewed before it ends, and after the clock was set back.
  for (const at of [NOW + 11 * HOUR, NOW - DAY]) {
    const { exp } = verifyVapid(signer.header(ENDPOINT, SUBJECT, at)).claims;
    expect(exp * 1000 - at).toBe(12 * HOUR);
  }
  expect(verifyVapid(signer.header('https://web.push.apple.com/x', SUBJECT, NOW)).claims.aud).toBe(
    'https://web.push.apple.com',
  );
  expect(vapidKey(Buffer.from('a secret')).publicKey).toBe(key.publicKey);
  expect(vapidKey(Buffer.from('another')).publicKey).not.toBe(key.publicKey);
});

test('vapid: the subject is the address of the app, or the help desk where that is of this machine', () => {
  expect(vapidSubject({ appUrl: SUBJECT }, 'help@example.com')).toBe(SUBJECT);
  expect(vapidSubject({ appUrl: 'http://localhost:3000' }, 'help@example.com')).toBe('mailto:help@example.com');
});
