import { X509Certificate } from 'node:crypto';
import type { Certificate } from '../platform/config/certificate.ts';
import type { Log } from '../platform/log.ts';
import { DAY_MS } from '../platform/time.ts';
import type { OperationMetrics } from './metrics.ts';

const WARNED_MS = 14 * DAY_MS;
const WARN_EVERY_MS = DAY_MS;

interface ExpiryDeps {
  readonly metrics: Pick<OperationMetrics, 'certificateExpires'>;
  readonly now: () => number;
  readonly log: Log;
}

/** How long before its end a certificate is warned of: one that lives for weeks is renewed later than one that lives for a year. */
export const warnedFrom = (validFrom: number, validTo: number): number =>
  Math.min(WARNED_MS, (validTo - validFrom) / 6);

/** Warns once a day when the certificate in use expires soon, and shows its end in the metrics. */
export class CertificateExpiry {
  readonly #deps: ExpiryDeps;
  #validTo = Number.POSITIVE_INFINITY;
  #warnedFromMs = WARNED_MS;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: ExpiryDeps) {
    this.#deps = deps;
  }

  /** Returns the end of its life. */
  use({ cert }: Certificate): string {
    const { validFrom, validTo } = new X509Certificate(cert);
    this.#validTo = Date.parse(validTo);
    this.#warnedFromMs = warnedFrom(Date.parse(validFrom), this.#validTo);
    this.#warnedAt = Number.NEGATIVE_INFINITY;
    this.#deps.metrics.certificateExpires(this.#validTo);
    return validTo;
  }

  check(): void {
    const { now, log } = this.#deps;
    const leftMs = this.#validTo - now();
    if (leftMs >= this.#warnedFromMs || Math.abs(now() - this.#warnedAt) < WARN_EVERY_MS) return;
    this.#warnedAt = now();
    const validTo = new Date(this.#validTo).toISOString();
    log.warn({ validTo }, leftMs > 0 ? 'certificates: expires soon' : 'certificates: expired');
  }
}
