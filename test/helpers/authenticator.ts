import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Json } from './app.ts';

/** A software authenticator with one passkey: ES256, attestation `none`. */
export interface Authenticator {
  readonly id: string;
  /** The number that the next signature carries; 0 for an authenticator that does not count. */
  counter: number;
  create(options: Json, changes?: Changes): Json;
  get(options: Json, changes?: Changes): Json;
}

/** What a test gets wrong on purpose. */
interface Changes {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly challenge?: string;
  readonly userHandle?: string | null;
  readonly attestation?: Buffer;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** RFC 8949, as much as an attestation needs. */
function cbor(value: Json): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)]);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([k, v]) => [cbor(k), cbor(v)])]);
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

/** The attestation object of any format, for tests of refusals. */
export const attestationOf = (fmt: string, attStmt: Json, authData: Buffer): Buffer =>
  cbor({ fmt, attStmt, authData });

const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = (part: string): Buffer => Buffer.from(part, 'base64url');
  return cbor(
    new Map<number, Json>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  );
};

export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let user: string | undefined;

  const clientData = (type: string, options: Json, changes: Changes): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  function authData(rpId: string, { isVerified = true }: Changes, key?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(self.counter);
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (key === undefined ? 0 : HAS_KEY);
    const length = Buffer.from([0, credentialId.length]);
    const attested = key === undefined ? [] : [Buffer.alloc(16), length, credentialId, key];
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, ...attested]);
  }
  const answer = (response: object): Json => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
    response,
  });

  const self: Authenticator = {
    id,
    counter: 0,
    create(options, changes = {}) {
      user = options.user.id;
      const data = authData(changes.rpId ?? options.rp.id, changes, coseKey(publicKey));
      return answer({
        clientDataJSON: clientData('webauthn.create', options, changes).toString('base64url'),
        attestationObject: (changes.attestation ?? attestationOf('none', {}, data)).toString('base64url'),
        transports: ['internal'],
      });
    },
    get(options, changes = {}) {
      const client = clientData('webauthn.get', options, changes);
      const data = authData(changes.rpId ?? options.rpId, changes);
      const signature = createSign('SHA256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      const userHandle = changes.userHandle === undefined ? user : changes.userHandle;
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      });
    },
  };
  return self;
}
