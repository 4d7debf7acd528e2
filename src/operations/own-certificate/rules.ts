import type { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../platform/time.ts';

/** Browsers take at most 398 days, Apple's at most 825 (support.apple.com/103769, 103214). */
export const LIFE_MS = 397 * DAY_MS;
/** The clock of a phone, or of this machine before it asks a time server, may be behind. */
export const BACKDATED_MS = DAY_MS;
const RENEWED_MS = 30 * DAY_MS;
/** Names of former networks are kept: whoever returns to one need not accept another certificate. */
const MOST_NAMES = 50;

type Seen = Pick<X509Certificate, 'validFrom' | 'validTo' | 'subjectAltName'>;

/** True when it ends soon or has ended, is not yet valid because the clock was ahead, or lacks a name. */
export function isOwnDue(certificate: Seen, names: readonly string[], now: number): boolean {
  const named = new Set(namesIn(certificate));
  return (
    Date.parse(certificate.validTo) - now < RENEWED_MS ||
    Date.parse(certificate.validFrom) > now ||
    names.some((name) => !named.has(name))
  );
}

/** The names of the next certificate: those of today, then those of the one before. */
export const nextNames = (names: readonly string[], before: Seen | undefined): readonly string[] =>
  [...new Set([...names, ...(before === undefined ? [] : namesIn(before))])].slice(
    0,
    Math.max(MOST_NAMES, names.length),
  );

/** `DNS:localhost, IP Address:127.0.0.1` */
const namesIn = ({ subjectAltName = '' }: Seen): readonly string[] =>
  subjectAltName.split(', ').flatMap((entry) => /^(?:DNS|IP Address):([\w.-]+)$/.exec(entry)?.[1] ?? []);

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const HOST_NAME = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
const LONGEST_NAME = 253;

export interface OwnNames {
  readonly hostName: string;
  readonly addresses: readonly string[];
  /** Of PUBLIC_URL. */
  readonly publicHost: string | undefined;
}

/** What the certificate must name. */
export const ownNames = ({ hostName, addresses, publicHost = '' }: OwnNames): readonly string[] => [
  ...new Set([
    'localhost',
    '127.0.0.1',
    ...[hostName, publicHost]
      .map((name) => name.toLowerCase())
      .filter((name) => name.length <= LONGEST_NAME && HOST_NAME.test(name)),
    ...addresses,
  ]),
];
