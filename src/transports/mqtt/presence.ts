import type { PresenceSet } from '../../coordination/coordination.ts';
import type { Log } from '../../log.ts';
import { startPeriodic } from '../../periodic.ts';
import { deviceTopic } from './topics.ts';

export type PresenceState = 'online' | 'offline';

/** Tells those who listen; `audience` is the person whose device it is about. */
export type PublishToOwner = (topic: string, payload: Buffer | string, audience: string) => void;

export interface Presence {
  /** `by` speaks for the device from now on. */
  connected(macAddress: string, ownerId: string, by: object): void;
  disconnected(macAddress: string, by: object): void;
  /** Whose device it is, as far as it has been of interest here. */
  ownerOf(macAddress: string): string | undefined;
  setOwner(macAddress: string, ownerId: string): void;
  forget(macAddress: string): void;
  /** Whether what another instance says of a device tells us something: of one that is online here it knows less. */
  isNewHere(macAddress: string, topic: string, payload: string): boolean;
  /** What a new listener is told first; undefined for a device that nobody has registered. */
  stateOf(macAddress: string): Promise<PresenceState | undefined>;
  /** At shutdown: nobody is online here any more. */
  disconnectAll(): Promise<void>;
}

export interface PresenceParts {
  /** To listeners here and at other instances. */
  readonly publish: PublishToOwner;
  /** To listeners here alone. */
  readonly publishLocally: PublishToOwner;
  readonly presenceSet: PresenceSet;
  /** Devices that somebody listens to here. */
  readonly listenedDevices: () => Iterable<string>;
  readonly now: () => number;
  readonly log: Log;
}

/** An instance that dies says nothing; its devices are noticed to be missing. */
const COMPARE_MS = 1_000;

/** Decisions, MQTT, `devices/<MAC>/presence`: said by the broker itself; a device is online while anybody speaks for it. */
export function createPresence({
  publish,
  publishLocally,
  presenceSet,
  listenedDevices,
  now,
  log,
}: PresenceParts): Presence {
  const connectionsOf = new Map<string, Set<object>>();
  const owners = new Map<string, string>();
  /** How things are as far as listeners here have been told. */
  let known = new Map<string, PresenceState>();

  function publishState(macAddress: string, state: PresenceState): void {
    const owner = owners.get(macAddress);
    if (owner === undefined) return;
    if (known.has(macAddress)) known.set(macAddress, state);
    publish(deviceTopic(macAddress, 'presence'), state, owner);
  }

  /** Unless somebody speaks for it at another instance, or does so again here. */
  async function publishOffline(macs: readonly string[]): Promise<void> {
    const elsewhere = await presenceSet.onOtherInstances(macs);
    for (const mac of macs) if (!elsewhere.has(mac) && !connectionsOf.has(mac)) publishState(mac, 'offline');
  }

  async function compare(): Promise<void> {
    const asked = [...listenedDevices()].filter((mac) => owners.has(mac));
    const elsewhere = await presenceSet.onOtherInstances(asked.filter((mac) => !connectionsOf.has(mac)));
    const found = new Map<string, PresenceState>();
    for (const mac of asked) {
      const state = connectionsOf.has(mac) || elsewhere.has(mac) ? 'online' : 'offline';
      found.set(mac, state);
      const before = known.get(mac);
      const owner = owners.get(mac);
      if (before !== undefined && before !== state && owner !== undefined) {
        publishLocally(deviceTopic(mac, 'presence'), state, owner);
      }
    }
    known = found;
  }
  const periodic = startPeriodic({
    everyMs: COMPARE_MS,
    now,
    work: compare,
    failed: (error) => log.warn({ err: error }, 'MQTT presence could not be compared'),
  });

  return {
    connected(macAddress, ownerId, by) {
      owners.set(macAddress, ownerId);
      const present = connectionsOf.get(macAddress);
      if (present !== undefined) return void present.add(by);
      connectionsOf.set(macAddress, new Set([by]));
      presenceSet.add(macAddress);
      publishState(macAddress, 'online');
    },
    disconnected(macAddress, by) {
      const present = connectionsOf.get(macAddress);
      if (present === undefined || !present.delete(by) || present.size > 0) return;
      connectionsOf.delete(macAddress);
      presenceSet.remove([macAddress]);
      void publishOffline([macAddress]);
    },
    ownerOf: (macAddress) => owners.get(macAddress),
    setOwner(macAddress, ownerId) {
      owners.set(macAddress, ownerId);
    },
    forget(macAddress) {
      if (connectionsOf.delete(macAddress)) {
        presenceSet.remove([macAddress]);
        publishState(macAddress, 'offline');
      }
      owners.delete(macAddress);
    },
    isNewHere(macAddress, topic, payload) {
      if (topic !== deviceTopic(macAddress, 'presence')) return true;
      if (connectionsOf.has(macAddress)) return false;
      known.set(macAddress, payload === 'online' ? 'online' : 'offline');
      return true;
    },
    async stateOf(macAddress) {
      if (connectionsOf.has(macAddress)) return 'online';
      if (!owners.has(macAddress)) return undefined;
      const state = (await presenceSet.onOtherInstances([macAddress])).has(macAddress) ? 'online' : 'offline';
      known.set(macAddress, state);
      return state;
    },
    async disconnectAll() {
      await periodic.close();
      const present = [...connectionsOf.keys()];
      connectionsOf.clear();
      presenceSet.remove(present);
      await publishOffline(present);
    },
  };
}
