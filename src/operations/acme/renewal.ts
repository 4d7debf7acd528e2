import { startPeriodic } from '../../platform/batching/periodic.ts';
import { messageOf } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { createSteadyClock, DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import { createKey } from './certificate-request.ts';
import type { Challenges } from './challenge-server.ts';
import { AcmeClient, AcmeProblem, type AcmeServer } from './client.ts';
import { orderCertificate } from './order.ts';
import { isPlaceholder, isRenewalDue, retryDelayMs } from './renewal-rules.ts';
import type { AcmeStore } from './store.ts';

interface RenewalDeps {
  readonly server: AcmeServer;
  readonly hosts: readonly string[];
  readonly store: AcmeStore;
  readonly challenges: Challenges;
  /** The file has a new certificate. */
  readonly onRenewed: () => void;
  readonly now: () => number;
  readonly log: Log;
}

export interface Renewal {
  close(): Promise<void>;
}

const LOOK_EVERY_MS = MINUTE_MS;
/** A failure this close to the end needs a person. */
const URGENT_MS = 7 * DAY_MS;

/** Orders the first certificate and its successors; never ends the service, however the CA fails. */
export function startRenewal(deps: RenewalDeps): Renewal {
  const { server, hosts, store, challenges, onRenewed, now, log } = deps;
  const closing = new AbortController();
  let failures = 0;
  const steadyNow = createSteadyClock(now);
  let retryAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    if (steadyNow() < retryAt) return;
    const current = await store.certificate();
    if (current !== undefined && !isRenewalDue(current, hosts, now())) return;
    try {
      await renew();
      failures = 0;
    } catch (error) {
      if (closing.signal.aborted) return;
      failures += 1;
      const delayMs = retryDelayMs(failures, error instanceof AcmeProblem ? error.retryAfterMs : 0);
      retryAt = steadyNow() + delayMs;
      const validTo = current === undefined || isPlaceholder(current) ? undefined : current.validTo;
      const isUrgent = validTo === undefined || Date.parse(validTo) - now() < URGENT_MS;
      const fields = {
        hosts,
        reason: messageOf(error),
        failures,
        retryInS: Math.round(delayMs / 1000),
        validTo,
      };
      log[isUrgent ? 'error' : 'warn'](fields, 'certificates: order failed, retrying');
    }
  }

  async function renew(): Promise<void> {
    const client = await AcmeClient.open(server, await store.accountKey(), closing.signal);
    const key = createKey();
    const chain = await orderCertificate({ client, hosts, key, challenges, now });
    await store.save(chain, key);
    log.info({ hosts }, 'certificates: issued');
    onRenewed();
  }

  const periodic = startPeriodic({
    everyMs: LOOK_EVERY_MS,
    now,
    work: look,
    failed: (error) => log.error({ err: error }, 'certificates: renewal failed'),
    // An authority may take minutes for each step of an order.
    maxRunMs: HOUR_MS,
  });
  periodic.wake();

  return {
    async close() {
      closing.abort();
      await periodic.close();
    },
  };
}
