import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunksOf } from '../batching/chunks.ts';
import { startPeriodic } from '../batching/periodic.ts';
import type { PresenceSet } from '../cluster/cluster.ts';
import type { Log } from '../log.ts';
import { SmallSet } from '../small-set.ts';
import { deviceTopic } from './topics.ts';

type PresenceState = 'online' | 'offline';

/**
 * Publishes to subscribers; `audience` is the owner of the device, `origin` a connection that does not want its own
 * messages.
 */
export type PublishToOwner = (
  topic: string,
  payload: Buffer | string,
  audience: string,
  origin?: string,
) => void;

export interface Presence {
  /** The device is online through this connection from now on. */
  connected(macAddress: string, ownerId: string, connection: object): void;
  disconnected(macAddress: string, connection: object): void;
  /** The owner of the device; known while the device is online here or has a local subscriber. */
  ownerOf(macAddress: string): string | undefined;
  /** Call it right before the subscription for which the owner was looked up. */
  setOwner(macAddress: string, ownerId: string): void;
  /** Devices whose owner is known here. */
  known(): Iterable<string>;
  forget(macAddress: string): void;
  /** Whether to accept a message of another instance: for a device that is online here, this instance knows better. */
  isNewHere(macAddress: string, topic: string, payload: string): boolean;
  /** The first message for a new subscriber; undefined for an unregistered device. */
  stateOf(macAddress: string): Promise<PresenceState | undefined>;
  /** At shutdown: marks all local devices offline. */
  disconnectAll(): Promise<void>;
}

interface PresenceDeps {
  /** To subscribers at all instances. */
  readonly publish: PublishToOwner;
  /** To local subscribers only. */
  readonly publishLocally: PublishToOwner;
  readonly presenceSet: PresenceSet;
  /** Devices with a local subscriber. */
  readonly listenedDevices: () => Iterable<string>;
  /** The device has no connection at this instance any more. */
  readonly onGone: (macAddress: string) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** An instance that dies cannot announce that its devices are offline, so the others compare. */
const COMPARE_MS = 1_000;
/** Devices compared at once; other work runs between two batches. */
const BATCH = 1_000;
const PUBLISHED_PER_TURN = 100;

/** docs/mqtt.md, "Topics", `presence`: a device is online while it has a connection at any instance. */
export function createPresence({
  publish,
  publishLocally,
  presenceSet,
  listenedDevices,
  onGone,
  now,
  log,
}: PresenceDeps): Presence {
  const connectionsOf = new Map<string, SmallSet<object>>();
  const owners = new Map<string, string>();
  /** The last state that was sent to local subscribers. */
  const published = new Map<string, PresenceState>();

  function publishState(macAddress: string, state: PresenceState, owner: string): void {
    if (published.has(macAddress)) published.set(macAddress, state);
    publish(deviceTopic(macAddress, 'presence'), state, owner);
  }

  /** Skips devices that are online at another instance, or here again. */
  async function publishOffline(macs: readonly string[]): Promise<void> {
    // Read before the wait, during which the owners may be removed.
    const ownerOf = new Map(macs.map((mac) => [mac, owners.get(mac)]));
    const elsewhere = await presenceSet.onOtherInstances(macs);
    for (const [mac, owner] of ownerOf) {
      if (owner !== undefined && !elsewhere.has(mac) && !connectionsOf.has(mac)) {
        publishState(mac, 'offline', owner);
      }
    }
  }

  function forgetUnused(listened: ReadonlySet<string>): void {
    for (const mac of owners.keys()) if (!connectionsOf.has(mac) && !listened.has(mac)) owners.delete(mac);
    for (const mac of published.keys()) if (!listened.has(mac)) published.delete(mac);
  }

  async function compareSome(macs: readonly string[]): Promise<void> {
    const elsewhere = await presenceSet.onOtherInstances(macs);
    for (const mac of macs) {
      const owner = owners.get(mac);
      if (owner === undefined) continue;
      const state = connectionsOf.has(mac) || elsewhere.has(mac) ? 'online' : 'offline';
      const before = published.get(mac);
      published.set(mac, state);
      if (before !== undefined && before !== state)
        publishLocally(deviceTopic(mac, 'presence'), state, owner);
    }
  }

  async function compare(): Promise<void> {
    const listened = new Set(listenedDevices());
    forgetUnused(listened);
    // Most devices listen to themselves, and are online here: of these this instance has published every change.
    const away = [...listened].filter((mac) => !connectionsOf.has(mac));
    for (const some of chunksOf(away, BATCH)) {
      await compareSome(some);
      await nextTurn();
    }
  }
  const periodic = startPeriodic({
    everyMs: COMPARE_MS,
    now,
    work: compare,
    failed: (error) => log.warn({ err: error }, 'MQTT: presence comparison failed'),
  });

  return {
    connected(macAddress, ownerId, connection) {
      owners.set(macAddress, ownerId);
      const present = connectionsOf.get(macAddress);
      if (present !== undefined) return void present.add(connection);
      connectionsOf.set(macAddress, new SmallSet<object>().add(connection));
      presenceSet.add(macAddress);
      publishState(macAddress, 'online', ownerId);
    },
    disconnected(macAddress, connection) {
      const present = connectionsOf.get(macAddress);
      if (present === undefined || !present.delete(connection) || present.size > 0) return;
      connectionsOf.delete(macAddress);
      // For the comparison, which has left it out until now.
      published.set(macAddress, 'online');
      presenceSet.remove([macAddress]);
      void publishOffline([macAddress]);
      onGone(macAddress);
    },
    ownerOf: (macAddress) => owners.get(macAddress),
    setOwner(macAddress, ownerId) {
      owners.set(macAddress, ownerId);
    },
    known: () => owners.keys(),
    forget(macAddress) {
      const owner = owners.get(macAddress);
      if (connectionsOf.delete(macAddress)) {
        presenceSet.remove([macAddress]);
        if (owner !== undefined) publishState(macAddress, 'offline', owner);
      }
      owners.delete(macAddress);
    },
    isNewHere(macAddress, topic, payload) {
      if (topic !== deviceTopic(macAddress, 'presence')) return true;
      if (connectionsOf.has(macAddress)) return false;
      published.set(macAddress, payload === 'online' ? 'online' : 'offline');
      return true;
    },
    async stateOf(macAddress) {
      if (connectionsOf.has(macAddress)) return 'online';
      if (!owners.has(macAddress)) return undefined;
      const state = (await presenceSet.onOtherInstances([macAddress])).has(macAddress) ? 'online' : 'offline';
      published.set(macAddress, state);
      return state;
    },
    async disconnectAll() {
      await periodic.close();
      const present = [...connectionsOf.keys()];
      connectionsOf.clear();
      presenceSet.remove(present);
      for (const some of chunksOf(present, PUBLISHED_PER_TURN)) {
        await publishOffline(some);
        await nextTurn();
      }
    },
  };
}
