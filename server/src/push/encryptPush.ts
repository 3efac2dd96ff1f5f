import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, Base64url. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** What a test fixes to compare the result with that of the standard. */
interface Fixed {
  sender?: ECDH;
  salt?: Uint8Array;
  /** The length of the message is hidden to this many bytes: a push service learns less of what is said. */
  padTo?: number;
}

export const CURVE = 'prime256v1';
const RECORD_SIZE = 4096;
const PAD_TO = 512;
/** Ends the content of the last record; zeros may follow (RFC 8188, section 2). */
const LAST_RECORD = 2;

/**
 * Encrypts a message for one browser (RFC 8291, with the coding `aes128gcm` of RFC 8188), in one record.
 * @throws Error for keys that are none
 */
export function encryptPush({ p256dh, auth }: PushKeys, message: string, fixed: Fixed = {}): Buffer {
  const { sender = newSender(), salt = randomBytes(16), padTo = PAD_TO } = fixed;
  const [receiver, secret] = [p256dh, auth].map((key) => Buffer.from(key, 'base64url')) as [Buffer, Buffer];
  const own = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, own]);
  const input = derive(sender.computeSecret(receiver), secret, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const content = Buffer.concat([Buffer.from(message), Buffer.of(LAST_RECORD)]);
  const padded = Buffer.concat([content], Math.ceil(content.length / padTo) * padTo);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  const header = Buffer.concat([salt, size, Buffer.of(own.length), own]);
  return Buffer.concat([header, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

/** Whether they are a point of the curve and a secret, so that something can be encrypted for them. */
export function arePushKeys(keys: PushKeys): boolean {
  try {
    encryptPush(keys, '');
    return Buffer.from(keys.auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

function newSender(): ECDH {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return sender;
}

const derive = (input: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length));
