import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';

const derive = (input: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length));

/** A browser's side of Web Push: the private key and secret of its subscription, Base64url. */
export interface PushReceiver {
  privateKey: string;
  auth: string;
}

/** Decrypts what was pushed, as a browser does (RFC 8291). @throws Error if it was not encrypted for this receiver */
export function decryptPush({ privateKey, auth }: PushReceiver, body: Buffer): string {
  const own = createECDH('prime256v1');
  own.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  if (sealed.length + 1 > body.readUInt32BE(16)) throw new Error('The message has more than one record.');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const input = derive(own.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    key,
    derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const content = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = content.findLastIndex((byte) => byte !== 0);
  if (content[end] !== 2) throw new Error('The record is not marked as the last one.');
  return content.subarray(0, end).toString();
}

/** The claims of a `vapid` header. @throws Error if the key in it has not signed them (RFC 8292) */
export function verifyVapid(header: string): { key: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  const publicKey = createPublicKey({ format: 'jwk', key: jwk });
  const signed = Buffer.from(`${head}.${claims}`);
  const isValid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The token is not signed with the key in the header.');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
