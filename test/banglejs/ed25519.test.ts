import assert from 'node:assert/strict';
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inApp } from './watch.ts';

interface Signatures {
  verify(key: string, signature: string, message: string, done: (isValid: boolean) => void): void;
  sha256(length: number, read: (from: number, length: number) => string, done: (hex: string) => void): void;
}

/** The watch's own file, with timers that do not wait; `slices` counts them. */
let slices = 0;
function load(): Signatures & { settle(): void } {
  const due: (() => void)[] = [];
  const exports = {} as Signatures;
  const setTimeout = (run: () => void): void => {
    due.push(run);
  };
  new Function('exports', 'setTimeout', readFileSync(inApp('ed25519.js'), 'latin1'))(exports, setTimeout);
  const settle = (): void => {
    for (let run = due.shift(); run !== undefined; run = due.shift()) {
      slices++;
      run();
    }
  };
  return { ...exports, settle };
}

function isValid(key: Buffer, signature: Buffer, message: Buffer): boolean {
  const { verify, settle } = load();
  let result: boolean | undefined;
  verify(key.toString('latin1'), signature.toString('latin1'), message.toString('latin1'), (value) => {
    result = value;
  });
  settle();
  assert.ok(result !== undefined, 'an answer');
  return result;
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const toBytes = (value: bigint): Buffer => hex(value.toString(16).padStart(64, '0')).reverse();
const fromBytes = (bytes: Buffer): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

function someSignature(length = 120) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const message = randomBytes(length);
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  return { key, message, signature: sign(null, message, privateKey), publicKey };
}

/** RFC 8032, section 7.1: secret key, public key, message. */
const VECTORS = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;
const PKCS8 = '302e020100300506032b657004220420';

describe('the signatures of the watch', () => {
  it('accepts the vectors of RFC 8032', () => {
    for (const [secret, key, message, signature] of VECTORS) {
      // The vector itself is right.
      const privateKey = createPrivateKey({ key: hex(PKCS8 + secret), format: 'der', type: 'pkcs8' });
      assert.equal(sign(null, hex(message), privateKey).toString('hex'), signature);
      assert.equal(isValid(hex(key), hex(signature), hex(message)), true);
    }
  });

  it('accepts what Node.js signs, for messages of every length of padding, in slices', () => {
    slices = 0;
    for (const length of [0, 47, 48, 63, 64, 100, 111, 112, 175, 176, 190]) {
      const { key, message, signature } = someSignature(length);
      assert.equal(isValid(key, signature, message), true, `${length} ${key.toString('hex')}`);
    }
    // At most four rows of a multiplication each: docs/banglejs.md counts them.
    assert.ok(slices / 11 > 14_000 && slices / 11 < 19_000, String(slices / 11));
  });

  it('agrees with Node.js about flipped bits in key, signature and message', () => {
    for (let i = 0; i < 40; i++) {
      const { key, message, signature, publicKey } = someSignature();
      const parts = [key, signature, message];
      const [part = message] = [parts[i % 3]];
      const bit = Math.floor(Math.random() * part.length * 8);
      part[bit >> 3] = (part[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.equal(isValid(key, signature, message), false, `${i} ${bit}`);
      if (i % 3 > 0) assert.equal(verify(null, message, publicKey, signature), false);
    }
  });

  it('refuses an S beyond the order of the group, and lengths that are wrong', () => {
    const { key, message, signature } = someSignature();
    for (const times of [1n, 2n, 15n]) {
      const s = fromBytes(signature.subarray(32)) + times * ORDER;
      if (s >= 2n ** 256n) continue;
      const other = Buffer.concat([signature.subarray(0, 32), toBytes(s)]);
      assert.equal(isValid(key, other, message), false, String(times));
    }
    assert.equal(isValid(key, signature.subarray(1), message), false);
    assert.equal(isValid(key.subarray(1), signature, message), false);
    assert.equal(isValid(Buffer.alloc(0), Buffer.alloc(0), message), false);
    assert.equal(isValid(key, signature, message), true);
  });

  it('refuses keys of small order, with which anybody could sign, and keys that are none', () => {
    // S = 0 and R = the identity: valid for each message with a key of order 1.
    const identity = toBytes(1n);
    const prime = 2n ** 255n - 19n;
    for (const key of [
      identity,
      toBytes(0n),
      toBytes(prime - 1n),
      toBytes(prime),
      toBytes(prime + 1n),
      hex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'),
      hex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'),
      // No point has this y.
      toBytes(2n),
    ])
      for (const r of [identity, key])
        assert.equal(
          isValid(key, Buffer.concat([r, Buffer.alloc(32)]), Buffer.from('x')),
          false,
          key.toString('hex'),
        );
  });

  it('hashes like Node.js, whatever the length', () => {
    for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 5000]) {
      const bytes = randomBytes(length);
      const { sha256, settle } = load();
      let result = '';
      sha256(
        length,
        (from, count) => bytes.subarray(from, from + count).toString('latin1'),
        (value) => {
          result = value;
        },
      );
      settle();
      assert.equal(result, createHash('sha256').update(bytes).digest('hex'), String(length));
    }
  });
});
