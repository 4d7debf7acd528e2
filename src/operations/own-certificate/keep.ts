import { hostname } from 'node:os';
import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import { messageOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { createKey, selfSignedCertificate } from '../acme/certificate-request.ts';
import { CertificateFile } from '../certificate-file.ts';
import { machineAddresses } from './addresses.ts';
import { BACKDATED_MS, isOwnDue, LIFE_MS, nextNames, ownNames } from './rules.ts';

interface OwnCertificateDeps {
  readonly file: string;
  readonly publicHost: string | undefined;
  readonly addresses?: () => Promise<readonly string[]>;
  readonly now: () => number;
  readonly log: Log;
}

const LOOK_EVERY_MS = MINUTE_MS;

/** Makes the certificate of TLS_OWN if there is none that can be used. */
export async function makeOwnCertificate(deps: OwnCertificateDeps): Promise<boolean> {
  const { publicHost, addresses = machineAddresses, now, log } = deps;
  const file = new CertificateFile(deps.file);
  const names = ownNames({ hostName: hostname(), addresses: await addresses(), publicHost });
  const before = await file.certificate();
  if (before !== undefined && !isOwnDue(before, names, now())) return false;
  const key = createKey();
  const from = now() - BACKDATED_MS;
  const hosts = nextNames(names, before);
  const certificate = selfSignedCertificate({
    key,
    commonName: 'Vigil',
    hosts,
    from: new Date(from),
    to: new Date(from + LIFE_MS),
  });
  await file.save(certificate, key);
  log.info({ hosts, isFirst: before === undefined }, 'certificates: own certificate created');
  return true;
}

/** Renews it before its end, and when the machine has another address. */
export function keepOwnCertificate(deps: OwnCertificateDeps & { readonly onRenewed: () => void }): Periodic {
  const { onRenewed, now, log } = deps;
  let reported: string | undefined;
  return startPeriodic({
    everyMs: LOOK_EVERY_MS,
    now,
    async work() {
      if (await makeOwnCertificate(deps)) onRenewed();
      reported = undefined;
    },
    failed(error) {
      // Once, not once a minute: the certificate in use stays.
      const reason = messageOf(error);
      if (reason !== reported) log.error({ reason }, 'certificates: own certificate could not be renewed');
      reported = reason;
    },
  });
}
