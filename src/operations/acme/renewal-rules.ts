import type { X509Certificate } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';

const FIRST_RETRY_MS = MINUTE_MS;
/** Let's Encrypt allows five failed validations an hour. */
const RETRY_FACTOR = 3;
const LONGEST_RETRY_MS = 6 * HOUR_MS;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

type Seen = Pick<X509Certificate, 'validFrom' | 'validTo' | 'issuer' | 'subject' | 'checkHost'>;

/** True when less than a third of its life is left, or it is for other hosts, or only a placeholder. */
export function isRenewalDue(certificate: Seen, hosts: readonly string[], now: number): boolean {
  if (isPlaceholder(certificate)) return true;
  if (hosts.some((host) => certificate.checkHost(host) === undefined)) return true;
  const from = Date.parse(certificate.validFrom);
  const to = Date.parse(certificate.validTo);
  return to - now < (to - from) / 3;
}

/** Self-signed. */
export const isPlaceholder = ({ issuer, subject }: Pick<Seen, 'issuer' | 'subject'>): boolean =>
  issuer === subject;

/** How long to wait after this many failures in a row; longer if the CA asks for it. */
export function retryDelayMs(failures: number, askedMs: number): number {
  const own = Math.min(FIRST_RETRY_MS * RETRY_FACTOR ** (failures - 1), LONGEST_RETRY_MS);
  return Math.max(own, Math.min(askedMs, LONGEST_RETRY_AFTER_MS));
}
