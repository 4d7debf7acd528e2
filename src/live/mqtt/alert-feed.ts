import { mayReceiveAlertsOf } from '../../accounts/permissions.ts';
import { chunksOf } from '../../platform/batching/chunks.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { RESYNC } from '../../platform/cluster/events.ts';
import type { Log } from '../../platform/log.ts';
import type { Identity } from '../../platform/mqtt/connections/credentials.ts';
import type { ModuleTopic } from '../../platform/mqtt/module-topics.ts';
import { EventCursor } from '../event-cursor.ts';
import { eventJson } from '../event-json.ts';
import type { EventLog, LiveEvent } from '../events.ts';
import { ALERT_EVENTS } from './alert-messages.ts';
import { alertsTopic, caregiverOf } from './alerts-topic.ts';

interface AlertFeed {
  /** The topic of alerts: a caregiver subscribes to their own. */
  readonly topic: ModuleTopic;
  /** A client subscribes to the caregiver's alerts on this instance: from now on none is missed. */
  follow(caregiverId: string): Promise<void>;
  /** All of the caregiver's events up to this number have arrived; 0 while no client follows the caregiver. */
  receivedUpTo(caregiverId: string): number;
  /** Where events wait to be published. */
  waiting(): readonly string[];
  /** Resolves when the current comparison, if any, has ended. */
  close(): Promise<void>;
}

interface AlertFeedDeps {
  readonly events: Pick<EventLog, 'subscribe' | 'onCommitted' | 'after' | 'lastId' | 'lastIds'>;
  readonly cluster: Pick<Cluster, 'subscribe'>;
  readonly isHere: (caregiverId: string) => boolean;
  readonly publish: (topic: string, payload: string) => void;
  readonly now: () => number;
  readonly log: Log;
}

interface Followed {
  readonly cursor: EventCursor;
  /** Resolves when the log has returned the start position. */
  readonly started: Promise<void>;
}

/** A gap that lasts for this many events is not a matter of order: an announcement was lost. */
const MAX_BEYOND_GAP = 100;

const COMPARE_MS = 30_000;

const COMPARE_BATCH = 500;

/** Publishes alerts as they are announced, and alerts whose announcement was lost. */
export function createAlertFeed(deps: AlertFeedDeps): AlertFeed {
  const { events, cluster, isHere, publish, now, log } = deps;
  const followed = new Map<string, Followed>();
  const lookUpFailed = (error: unknown): void =>
    log.warn({ err: error }, 'MQTT: lookup of missed alerts failed');

  function deliver(event: LiveEvent): boolean {
    if (ALERT_EVENTS.has(event.type)) publish(alertsTopic(event.recipientId), eventJson(event));
    return true;
  }

  events.subscribe((event) => {
    const caregiver = followed.get(event.recipientId);
    if (caregiver === undefined) return void deliver(event);
    caregiver.cursor.receive(event);
    if (caregiver.cursor.beyondGap > MAX_BEYOND_GAP) catchUp(caregiver, event.id).catch(lookUpFailed);
  });

  async function catchUp({ cursor, started }: Followed, newest: number): Promise<void> {
    await started;
    await cursor.catchUp(newest);
  }

  events.onCommitted((newest) => {
    if (newest === undefined) compare().catch(lookUpFailed);
    for (const [caregiverId, lastId] of newest ?? []) {
      const caregiver = followed.get(caregiverId);
      if (caregiver !== undefined && lastId > caregiver.cursor.position)
        catchUp(caregiver, lastId).catch(lookUpFailed);
    }
  });

  /**
   * Finds events that were never announced, as on live sockets. Stops following caregivers who have disconnected;
   * they are followed again when they reconnect.
   */
  async function compare(): Promise<void> {
    for (const caregiverId of followed.keys()) if (!isHere(caregiverId)) followed.delete(caregiverId);
    if (followed.size === 0) return;
    for (const some of chunksOf([...followed.keys()], COMPARE_BATCH)) {
      for (const [caregiverId, newest] of await events.lastIds(some)) {
        const caregiver = followed.get(caregiverId);
        if (caregiver !== undefined && newest > caregiver.cursor.position) await catchUp(caregiver, newest);
      }
    }
  }

  cluster.subscribe(RESYNC, () => void compare().catch(lookUpFailed));
  const periodic = startPeriodic({ everyMs: COMPARE_MS, now, work: compare, failed: lookUpFailed });

  function begin(caregiverId: string): Followed {
    const cursor = new EventCursor({
      events,
      recipientId: caregiverId,
      reader: { deliver },
      order: 'as announced',
    });
    const started = events.lastId(caregiverId).then(
      (newest) => cursor.start(newest),
      (error: unknown) => {
        if (followed.get(caregiverId)?.cursor === cursor) followed.delete(caregiverId);
        throw error;
      },
    );
    const caregiver = { cursor, started };
    followed.set(caregiverId, caregiver);
    return caregiver;
  }

  const follow = (caregiverId: string): Promise<void> =>
    (followed.get(caregiverId) ?? begin(caregiverId)).started;

  return {
    topic: {
      subjectOf: caregiverOf,
      async admit({ identity }, caregiverId) {
        if (!mayFollow(identity, caregiverId)) return false;
        await follow(caregiverId);
        return true;
      },
      mayReceive: ({ identity }, caregiverId) => mayFollow(identity, caregiverId),
    },
    follow,
    receivedUpTo: (caregiverId) => followed.get(caregiverId)?.cursor.position ?? 0,
    waiting: () => [...followed.values()].flatMap(({ cursor }) => cursor.waitsAt ?? []),
    close: periodic.close,
  };
}

/** docs/tokens.md, "Scopes". A wearable receives no alerts. */
const mayFollow = (identity: Identity, caregiverId: string): boolean =>
  identity.device === undefined &&
  identity.scopes?.has('read') !== false &&
  mayReceiveAlertsOf(identity, caregiverId);
