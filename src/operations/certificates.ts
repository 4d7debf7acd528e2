import { X509Certificate } from 'node:crypto';
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

/** Follows the files of a certificate: new handshakes get the new one, open connections stay. */
export interface CertificateWatch {
  /** Reads the files now; the log says what came of it. */
  reload(): void;
  close(): Promise<void>;
}

export interface CertificateWatchDeps {
  readonly files: CertificateFiles;
  /** What the servers were started with. */
  readonly current: Certificate;
  /** Gives it to every server; rejects when it cannot be used, and then none may have taken it. */
  readonly use: (certificate: Certificate) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Polled: an ACME client swaps symbolic links, Kubernetes a folder, others write into the file, and on network file systems
 * nothing is reported at all. Reading two small files costs less than to tell these apart.
 */
const LOOK_EVERY_MS = 5_000;

export function watchCertificate(deps: CertificateWatchDeps): CertificateWatch {
  const { files, use, now, log } = deps;
  let current = deps.current;
  let isAsked = false;
  /** What could not be used at the last look, and whether the log has said so. */
  let unusable: { readonly seen: Certificate | string; isReported: boolean } | undefined;

  function keepOld(seen: Certificate | string, reason: string, isOrdered: boolean): void {
    const isKnown = unusable !== undefined && isSame(unusable.seen, seen);
    if (!isKnown || unusable === undefined) unusable = { seen, isReported: false };
    // The certificate and its key are written one after the other: only what stays so is a mistake.
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
      const { validTo } = new X509Certificate(seen.cert);
      log.info({ ...files, validTo }, 'certificates: reloaded');
    } catch (error) {
      keepOld(seen, messageOf(error), isOrdered);
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
