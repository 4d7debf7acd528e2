import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import * as der from './der.ts';

const ECDSA_WITH_SHA256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'));
const COMMON_NAME = der.objectId('2.5.4.3');
const SUBJECT_ALT_NAME = der.objectId('2.5.29.17');
const EXTENSION_REQUEST = der.objectId('1.2.840.113549.1.9.14');
const PLACEHOLDER_NAME = 'Vigil waits for its certificate';
const PLACEHOLDER_DAYS = 3650;
const DAY_MS = 86_400_000;

/** Every ACME server accepts P-256. */
export const createKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** PKCS #10 (RFC 2986) for the hosts, in DER. */
export function certificateRequest(key: KeyObject, hosts: readonly string[]): Buffer {
  const attributes = der.field(
    0,
    der.sequence(EXTENSION_REQUEST, der.set(der.sequence(alternativeNames(hosts)))),
  );
  const info = der.sequence(der.integer(0), der.sequence(), publicKeyOf(key), attributes);
  return signed(info, key);
}

/** A self-signed certificate in PEM, which no client trusts: the servers need one before a CA has issued one. */
export function placeholderCertificate(key: KeyObject, hosts: readonly string[], now: Date): string {
  const name = der.sequence(der.set(der.sequence(COMMON_NAME, der.utf8(PLACEHOLDER_NAME))));
  const end = new Date(now.getTime() + PLACEHOLDER_DAYS * DAY_MS);
  const serial = randomBytes(16);
  // A positive number without a leading zero.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const body = der.sequence(
    der.field(0, der.integer(2)),
    der.integer(serial),
    ECDSA_WITH_SHA256,
    name,
    der.sequence(der.utcTime(now), der.utcTime(end)),
    name,
    publicKeyOf(key),
    der.field(3, der.sequence(alternativeNames(hosts))),
  );
  const base64 = signed(body, key).toString('base64').replaceAll(/.{64}/g, '$&\n').trim();
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

const signed = (body: Buffer, key: KeyObject): Buffer =>
  der.sequence(body, ECDSA_WITH_SHA256, der.bitString(sign('sha256', body, key)));

const publicKeyOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });

const alternativeNames = (hosts: readonly string[]): Buffer =>
  der.sequence(SUBJECT_ALT_NAME, der.octetString(der.sequence(...hosts.map(der.dnsName))));
