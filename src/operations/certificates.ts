import { startPeriodic } from '../platform/batching/periodic.ts';
import {
  type Certificate,
  type CertificateFiles,
  isSameCertificate,
  readCertificateFiles,
  requirePair,
} from '../platform/config/certificate.ts';
import { messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { CertificateExpiry } from './certificate-expiry.ts';

/** Watches the certificate files: new handshakes use the new certificate, open connections stay. */
interface CertificateWatch {
  /** Reads the files now and logs the result. */
  reload(): void;
  close(): Promise<void>;
}

interface CertificateWatchDeps {
  readonly files: CertificateFiles;
  /** The certificate that the servers were started with. */
  readonly current: Certificate;
  /** Gives the certificate to every server. Rejects if it is unusable; then no server must have taken it. */
  readonly use: (certificate: Certificate) => Promise<void>;
  readonly expiry: Pick<CertificateExpiry, 'use' | 'check'>;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * The files are polled: an ACME client swaps symbolic links, Kubernetes swaps a folder, others write into the file, and
 * network file systems report no changes. Reading two small files is cheaper than telling these cases apart.
 */
const LOOK_EVERY_MS = 5_000;

export function watchCertificate(deps: CertificateWatchDeps): CertificateWatch {
  const { files, use, expiry, now, log } = deps;
  let current = deps.current;
  expiry.use(current);
  let isAsked = false;
  /** The certificate or error that was unusable at the last check, and whether it has been logged. */
  let unusable: { readonly seen: Certificate | string; isReported: boolean } | undefined;

  function keepOld(seen: Certificate | string, reason: string, isOrdered: boolean): void {
    const isKnown = unusable !== undefined && isSame(unusable.seen, seen);
    if (!isKnown || unusable === undefined) unusable = { seen, isReported: false };
    // The certificate and its key are written one after the other, so a mismatch is an error only if it persists.
    if (unusable.isReported || !(isKnown || isOrdered)) return;
    unusable.isReported = true;
    log.error({ reason, ...files }, 'certificates: files are invalid, keeping the old certificate');
  }

  async function look(): Promise<void> {
    const isOrdered = isAsked;
    isAsked = false;
    let seen: Certificate | string = 'unreadable';
    try {
      seen = readCertificateFiles(files);
      if (isSameCertificate(seen, current)) {
        unusable = undefined;
        if (isOrdered) log.info({ ...files }, 'certificates: unchanged');
        return;
      }
      requirePair(seen);
      await use(seen);
      current = seen;
      unusable = undefined;
      log.info({ ...files, validTo: expiry.use(seen) }, 'certificates: reloaded');
    } catch (error) {
      keepOld(seen, messageOf(error), isOrdered);
    } finally {
      expiry.check();
    }
  }

  const periodic = startPeriodic({
    everyMs: LOOK_EVERY_MS,
    now,
    work: look,
    failed: (error) => log.error({ err: error }, 'certificates: reading the files failed'),
  });

  return {
    reload() {
      isAsked = true;
      periodic.wake();
    },
    close: () => periodic.close(),
  };
}

const isSame = (one: Certificate | string, other: Certificate | string): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : isSameCertificate(one, other);
