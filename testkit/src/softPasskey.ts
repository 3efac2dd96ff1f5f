import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** What a browser signs for; tests change parts of it. */
interface Page {
  origin: string;
  rpId: string;
  /** Whether the person was recognized, by a finger or a PIN. */
  isVerified?: boolean;
}

/** An authenticator in memory that makes and uses one passkey, as a browser would answer `navigator.credentials`. */
export function softPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const authenticatorData = ({ rpId, isVerified = true }: Page, attested: Buffer[] = []) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count, ...attested]);
  };
  const clientData = (type: string, challenge: unknown, { origin }: Page) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
    clientExtensionResults: {},
  });

  return {
    create(options: Record<string, unknown>, page: Page) {
      const cose = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)];
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(page, attested)],
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', options.challenge, page),
        attestationObject: cbor(attestation),
      });
    },
    get(options: Record<string, unknown>, page: Page) {
      const authData = authenticatorData(page);
      const clientDataJSON = clientData('webauthn.get', options.challenge, page);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      return credential({ clientDataJSON, authenticatorData: authData, signature });
    },
  };
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(type: number, number: number): Buffer {
  if (number < 24) return Buffer.from([(type << 5) | number]);
  return number < 256
    ? Buffer.from([(type << 5) | 24, number])
    : Buffer.from([(type << 5) | 25, number >> 8, number & 255]);
}
