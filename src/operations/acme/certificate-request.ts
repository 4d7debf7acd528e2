import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  dnsName,
  field,
  integer,
  objectId,
  octetString,
  sequence,
  set,
  utcTime,
  utf8,
} from './der.ts';

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));
const COMMON_NAME = objectId('2.5.4.3');
const SUBJECT_ALT_NAME = objectId('2.5.29.17');
const EXTENSION_REQUEST = objectId('1.2.840.113549.1.9.14');
const PLACEHOLDER_NAME = 'Vigil waits for its certificate';
const PLACEHOLDER_DAYS = 3650;
const DAY_MS = 86_400_000;

/** Every ACME server accepts P-256. */
export const createKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** PKCS #10 (RFC 2986) for the hosts, in DER. */
export function certificateRequest(key: KeyObject, hosts: readonly string[]): Buffer {
  const attributes = field(0, sequence(EXTENSION_REQUEST, set(sequence(alternativeNames(hosts)))));
  const info = sequence(integer(0), sequence(), publicKeyOf(key), attributes);
  return signed(info, key);
}

/** A self-signed certificate in PEM, which no client trusts: the servers need one before a CA has issued one. */
export function placeholderCertificate(key: KeyObject, hosts: readonly string[], now: Date): string {
  const name = sequence(set(sequence(COMMON_NAME, utf8(PLACEHOLDER_NAME))));
  const end = new Date(now.getTime() + PLACEHOLDER_DAYS * DAY_MS);
  const serial = randomBytes(16);
  // A positive number without a leading zero.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const body = sequence(
    field(0, integer(2)),
    integer(serial),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(now), utcTime(end)),
    name,
    publicKeyOf(key),
    field(3, sequence(alternativeNames(hosts))),
  );
  const base64 = signed(body, key).toString('base64').replaceAll(/.{64}/g, '$&\n').trim();
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

const signed = (body: Buffer, key: KeyObject): Buffer =>
  sequence(body, ECDSA_WITH_SHA256, bitString(sign('sha256', body, key)));

const publicKeyOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });

const alternativeNames = (hosts: readonly string[]): Buffer =>
  sequence(SUBJECT_ALT_NAME, octetString(sequence(...hosts.map(dnsName))));
