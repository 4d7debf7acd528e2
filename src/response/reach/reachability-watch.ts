import { CHANNEL_KINDS, type Channels } from '../../notify/index.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { ResponseMetrics } from '../metrics.ts';
import type { ReachabilityWarning } from './reachability.ts';
import { type Reachability, reachabilityWarningOf, unreachedBecause } from './reachability.ts';
import { countReachable } from './store.ts';

export interface ReachabilityWatch {
  /** The last result, without a query; undefined before the first check. */
  last(): Reachability | undefined;
  /** The warning of the last result; undefined when there is none. */
  warning(): ReachabilityWarning | undefined;
  /** As `warning`, but current: a person who has just added a notification method wants to see that it helps. */
  currentWarning(): Promise<ReachabilityWarning | undefined>;
  /** The same for a home that is being set up, also without patients. */
  forSetup(): Promise<{
    readonly caregivers: number;
    readonly unreachable: ReachabilityWarning | undefined;
  }>;
  /** Checks now. Runs by itself every ten seconds. */
  check(): void;
  close(): Promise<void>;
}

interface ReachabilityDeps {
  readonly db: Queryable;
  /** A channel whose kind is not configured does not work. */
  readonly channels: Pick<Channels, 'isConfigured'>;
  readonly metrics?: Pick<ResponseMetrics, 'readReachable'>;
  readonly now: () => number;
  readonly log: Log;
}

const ASK_MS = 10 * SECOND_MS;
/** Boards that are opened together share one query. */
const FRESH_MS = SECOND_MS;

/** Watches whether any caregiver could be notified of a fall now, and logs when that changes. */
export function watchReachability({ db, channels, metrics, now, log }: ReachabilityDeps): ReachabilityWatch {
  let seen: Reachability | undefined;
  let logged: ReachabilityWarning | undefined;
  let asked: { readonly at: number; readonly result: Promise<Reachability> } | undefined;

  async function look(): Promise<Reachability> {
    const kinds = CHANNEL_KINDS.filter(channels.isConfigured);
    const found = await countReachable(db, kinds, new Date(now()));
    seen = found;
    const warning = reachabilityWarningOf(found);
    if (warning === logged) return found;
    const { onDuty, caregivers } = found;
    if (warning !== undefined)
      log.warn(
        { warning, onDuty, caregivers },
        'escalation: no caregiver can be notified outside the console',
      );
    else log.info({ onDuty, caregivers }, 'escalation: caregivers can be notified again');
    logged = warning;
    return found;
  }

  function current(): Promise<Reachability> {
    if (asked === undefined || Math.abs(now() - asked.at) >= FRESH_MS) asked = { at: now(), result: look() };
    return asked.result;
  }

  const periodic = startPeriodic({
    everyMs: ASK_MS,
    now,
    work: async () => void (await look()),
    failed: (error) => log.error({ err: error }, 'escalation: cannot count reachable caregivers'),
  });
  metrics?.readReachable(() => {
    const { onDuty = 0, onDutyReachable = 0, caregiversReachable = 0 } = seen ?? {};
    return onDuty > 0 ? onDutyReachable : caregiversReachable;
  });

  return {
    last: () => seen,
    warning: () => seen && reachabilityWarningOf(seen),
    currentWarning: async () => reachabilityWarningOf(await current()),
    async forSetup() {
      const found = await current();
      return { caregivers: found.caregivers, unreachable: unreachedBecause(found) };
    },
    check: () => periodic.wake(),
    close: () => periodic.close(),
  };
}
