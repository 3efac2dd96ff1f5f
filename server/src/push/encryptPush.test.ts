import { createECDH, randomBytes } from 'node:crypto';
import { decryptPush } from '@companion/testkit/decryptPush';
import { expect, test } from 'vitest';
import { arePushKeys, CURVE, encryptPush } from './encryptPush.ts';

/** RFC 8291, appendix A. */
const RFC = {
  message: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('push: a message is encrypted as in the example of RFC 8291', () => {
  const sender = createECDH(CURVE);
  sender.setPrivateKey(Buffer.from(RFC.sender, 'base64url'));
  const salt = Buffer.from(RFC.salt, 'base64url');

  const body = encryptPush(RFC, RFC.message, { sender, salt, padTo: 1 });

  expect(body.toString('base64url')).toBe(RFC.body);
  expect(decryptPush({ privateKey: RFC.receiver, auth: RFC.auth }, body)).toBe(RFC.message);
});

test('push: only its receiver reads a message, its length is hidden, and no two are alike', () => {
  const receiver = { privateKey: RFC.receiver, auth: RFC.auth };
  const messages = ['', 'Größe 👩🏽‍🚀', 'x'.repeat(3000)];
  const bodies = messages.map((message) => encryptPush(RFC, message));
  expect(bodies.map((body) => decryptPush(receiver, body))).toEqual(messages);
  expect(bodies[0]?.length).toBe(bodies[1]?.length);
  // What push services take (RFC 8030, section 7.2).
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThanOrEqual(4096);
  expect(encryptPush(RFC, 'same')).not.toEqual(encryptPush(RFC, 'same'));
  const other = { ...receiver, auth: randomBytes(16).toString('base64url') };
  expect(() => decryptPush(other, bodies[1] ?? Buffer.alloc(0))).toThrow();
});

test('push: keys that are no point of the curve, or no secret of 16 bytes, are none', () => {
  expect(arePushKeys(RFC)).toBe(true);
  const offCurve = Buffer.from(RFC.p256dh, 'base64url').fill(1, 40).toString('base64url');
  for (const p256dh of ['', 'AAAA', offCurve]) expect(arePushKeys({ p256dh, auth: RFC.auth })).toBe(false);
  for (const auth of ['', 'AAAA', `${RFC.auth}AAAA`]) expect(arePushKeys({ p256dh: RFC.p256dh, auth })).toBe(false);
});
