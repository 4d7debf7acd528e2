import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import * as der from './der.ts';

const ECDSA_WITH_SHA256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'));
const COMMON_NAME = der.objectId('2.5.4.3');
const SUBJECT_ALT_NAME = der.objectId('2.5.29.17');
/** Extensions (RFC 5280, 4.2.1). Apple's browsers refuse a server's certificate without the extended one. */
const DIGITAL_SIGNATURE = der.sequence(
  der.objectId('2.5.29.15'),
  der.TRUE,
  der.octetString(Buffer.from([0x03, 0x02, 0x07, 0x80])),
);
const SERVER_AUTHENTICATION = der.sequence(
  der.objectId('2.5.29.37'),
  der.octetString(der.sequence(der.objectId('1.3.6.1.5.5.7.3.1'))),
);
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

export interface SelfSigned {
  readonly key: KeyObject;
  readonly commonName: string;
  /** Host names and IPv4 addresses. */
  readonly hosts: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** A certificate of a server in PEM, signed by its own key: no client trusts it by itself. */
export function selfSignedCertificate({ key, commonName, hosts, from, to }: SelfSigned): string {
  const name = der.sequence(der.set(der.sequence(COMMON_NAME, der.utf8(commonName))));
  const serial = randomBytes(16);
  // A positive number without a leading zero.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const body = der.sequence(
    der.field(0, der.integer(2)),
    der.integer(serial),
    ECDSA_WITH_SHA256,
    name,
    der.sequence(der.utcTime(from), der.utcTime(to)),
    name,
    publicKeyOf(key),
    der.field(3, der.sequence(DIGITAL_SIGNATURE, SERVER_AUTHENTICATION, alternativeNames(hosts))),
  );
  const base64 = signed(body, key).toString('base64').replaceAll(/.{64}/g, '$&\n').trim();
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

/** The servers need a certificate before a CA has issued one. */
export const placeholderCertificate = (key: KeyObject, hosts: readonly string[], now: Date): string =>
  selfSignedCertificate({
    key,
    commonName: PLACEHOLDER_NAME,
    hosts,
    from: now,
    to: new Date(now.getTime() + PLACEHOLDER_DAYS * DAY_MS),
  });

const signed = (body: Buffer, key: KeyObject): Buffer =>
  der.sequence(body, ECDSA_WITH_SHA256, der.bitString(sign('sha256', body, key)));

const publicKeyOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' });

const alternativeNames = (hosts: readonly string[]): Buffer =>
  der.sequence(SUBJECT_ALT_NAME, der.octetString(der.sequence(...hosts.map(nameOf))));

const nameOf = (host: string): Buffer => (isIPv4(host) ? der.ipAddress(host) : der.dnsName(host));
