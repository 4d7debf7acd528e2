import type { ConnectedCaregivers } from '../../live/index.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { isRecent } from '../../platform/time.ts';
import { type Emergencies, emergenciesOf, type LiveAlert } from './delivery-store.ts';

interface EmergencyRepeatDeps {
  readonly db: Queryable;
  readonly caregivers: ConnectedCaregivers;
  readonly now: () => number;
  readonly log: Log;
}

const POLL_MS = 1_000;

const QUERY_MS = 5_000;

/** A younger emergency is not repeated: its own event may still be on its way to the socket. */
const EVENT_LAG_MS = 2_000;

const NONE = { alerts: [], count: 0 };

/** Reads open emergencies from the database, so that neither a restart nor a new connection loses one. */
export function createEmergencyRepeats({ db, caregivers, now, log }: EmergencyRepeatDeps) {
  let queriedAt = now();
  let nextDue = Number.POSITIVE_INFINITY;

  async function check(): Promise<void> {
    const isDue = now() >= nextDue || !isRecent(queriedAt, now(), QUERY_MS);
    const people = isDue ? caregivers.connected() : caregivers.newlyConnected();
    if (isDue) {
      queriedAt = now();
      nextDue = Number.POSITIVE_INFINITY;
    }
    if (people.length === 0) return;
    const open = new Map((await emergenciesOf(db, people)).map((one) => [one.caregiverId, one]));
    for (const caregiverId of people) remind(caregiverId, open.get(caregiverId));
  }

  function remind(caregiverId: string, open: Emergencies | undefined): void {
    const settled: LiveAlert[] = [];
    for (const { raisedAt, alert } of open?.newest ?? []) {
      const raised = raisedAt.getTime();
      if (isRecent(raised, now(), EVENT_LAG_MS)) nextDue = Math.min(nextDue, raised + EVENT_LAG_MS);
      else settled.push(alert);
    }
    const reminder = open === undefined ? NONE : { alerts: settled, count: open.count };
    nextDue = Math.min(nextDue, caregivers.remind(caregiverId, reminder));
  }

  return startPeriodic({
    everyMs: POLL_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'escalation: repeating emergencies failed, retrying'),
  });
}
