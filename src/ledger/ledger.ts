import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GAP_MS } from '../falls/raise/episode.ts';
import { groupedBy } from '../platform/batching/group-by.ts';
import { type Periodic, startPeriodic } from '../platform/batching/periodic.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/time.ts';
import type { ShadowSuspicion, Taken, Worn } from '../readings/vocabulary.ts';
import { limitsFor } from '../response/index.ts';
import type { FallVerifier, VerificationVerdict } from '../response/vocabulary.ts';
import { type ShadowAlert, type ShadowReading, shadowAlerts } from './shadow-alerts.ts';
import {
  addHours,
  addShadowReadings,
  copyAlerts,
  type Detectors,
  insertShadowAlerts,
  takeShadowReadings,
} from './store.ts';

export interface LedgerDeps {
  readonly db: Database;
  readonly wornTime: Taken<Worn>;
  readonly shadowSuspicions: Taken<ShadowSuspicion>;
  readonly detector: Detectors;
  /** With the networks of the shadow detector. */
  readonly shadowVerifier: FallVerifier;
  readonly now: () => number;
  readonly log: Log;
}

export interface Ledger {
  /** Writes what is known now, up to a minute ago. */
  write(): Promise<void>;
  close(): Promise<void>;
}

const WRITE_MS = MINUTE_MS;
const COPIED_WITHIN_MS = HOUR_MS;
/** A fall may still change for so long: its outcome, most of all. */
const CHANGES_WITHIN_DAYS = 40;
/** Readings of a shadow that no instance has any more. */
const LEFT_BEHIND_MS = DAY_MS;
/** An alert is complete when no suspicious reading can join it, and the readings after its last impact are stored. */
const COMPLETE_MS = GAP_MS + 10 * SECOND_MS;

/** docs/home.md, "The ledger": every instance writes what it has counted, and one of them what is in the database. */
export function createLedger(deps: LedgerDeps): Ledger {
  const { db, now, log } = deps;
  let copiedAt = 0;

  async function write(copiedWithinMs: number): Promise<void> {
    await addCounted(deps);
    while (await judgeShadow(deps)) await nextTurn();
    const at = now();
    if (Math.abs(at - copiedAt) < copiedWithinMs) return;
    for (let day = CHANGES_WITHIN_DAYS; day >= 0; day--)
      await copyAlerts(db, new Date(at - day * DAY_MS), new Date(at - (day - 1) * DAY_MS));
    copiedAt = at;
  }

  const periodic: Periodic = startPeriodic({
    everyMs: WRITE_MS,
    now,
    work: () => write(COPIED_WITHIN_MS),
    failed: (error) => log.error({ err: error }, 'ledger: writing failed, retrying'),
  });

  return {
    write: () => write(WRITE_MS),
    async close() {
      await periodic.close();
      await addCounted(deps).catch((error: unknown) => log.warn({ err: error }, 'ledger: writing failed'));
    },
  };
}

async function addCounted({ db, wornTime, shadowSuspicions, detector, now }: LedgerDeps): Promise<void> {
  const [worn, suspicions] = [wornTime.take(), shadowSuspicions.take()];
  if (worn.length === 0 && suspicions.length === 0) return;
  try {
    await db.transaction(async (q) => {
      await addHours(q, worn, detector);
      if (detector.shadow !== null) await addShadowReadings(q, suspicions, detector.shadow, new Date(now()));
    });
  } catch (error) {
    wornTime.add(worn);
    shadowSuspicions.add(suspicions);
    throw error;
  }
}

/** Returns whether there may be more. */
async function judgeShadow({ db, shadowVerifier, detector, now }: LedgerDeps): Promise<boolean> {
  return db.transaction(async (q) => {
    const readings = await takeShadowReadings(q, {
      before: new Date(now() - COMPLETE_MS),
      ofOthersBefore: new Date(now() - LEFT_BEHIND_MS),
      detector: detector.shadow,
    });
    if (readings.length === 0) return false;
    const limitsOf = await limitsFor(q, [...new Set(readings.map(({ patientId }) => patientId))]);
    const wearableOf = (one: ShadowReading): string => `${one.deviceId} ${one.detector}`;
    const readingsOf = groupedBy(
      readings.filter(({ isKnown }) => !isKnown),
      wearableOf,
    );
    const alerts = [...new Set(readings.map(wearableOf))].flatMap((wearable) => {
      const own = readingsOf(wearable);
      return shadowAlerts(own, limitsOf(own[0]?.patientId ?? '').sensitivity);
    });
    const isVerified = ({ level, patientId }: ShadowAlert): boolean =>
      level !== 'CONFIRMED' && limitsOf(patientId).verify;
    const verdictOf = await verdicts(q, shadowVerifier, alerts.filter(isVerified));
    await insertShadowAlerts(
      q,
      alerts.map((alert) => ({ ...alert, id: randomUUID(), verification: verdictOf(alert) })),
      GAP_MS,
    );
    return true;
  });
}

/** An alert stands if one of its impacts does; null for an alert that is not verified. */
async function verdicts(
  q: Queryable,
  verifier: FallVerifier,
  alerts: readonly ShadowAlert[],
): Promise<(alert: ShadowAlert) => VerificationVerdict | null> {
  const impacts = alerts.flatMap((alert) =>
    alert.impacts.map((impactAt) => ({ alert, deviceId: alert.deviceId, impactAt })),
  );
  const movedOn = impacts.length === 0 ? new Set() : await verifier.movedOn(q, impacts);
  const verified = new Set(alerts);
  const standing = new Set(impacts.filter((impact) => !movedOn.has(impact)).map(({ alert }) => alert));
  return (alert) => (!verified.has(alert) ? null : standing.has(alert) ? 'stands' : 'moved_on');
}
