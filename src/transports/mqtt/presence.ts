import type { Roll } from '../../coordination/coordination.ts';
import { startRounds } from '../../periodic.ts';
import { deviceTopic } from './topics.ts';

export type PresenceState = 'online' | 'offline';

/** Tells those who listen; `audience` is the person whose device it is about. */
export type Tell = (topic: string, payload: Buffer | string, audience: string) => void;

export interface Presence {
  /** `by` speaks for the device from now on. */
  arrive(macAddress: string, ownerId: string, by: object): void;
  leave(macAddress: string, by: object): void;
  /** Whose device it is, as far as it has been of interest here. */
  ownerOf(macAddress: string): string | undefined;
  learn(macAddress: string, ownerId: string): void;
  forget(macAddress: string): void;
  /** Whether what another instance says of a device tells us something: of one that is online here it knows less. */
  isNews(macAddress: string, topic: string, payload: string): boolean;
  /** What a new listener is told first; undefined for a device that nobody has registered. */
  stateOf(macAddress: string): Promise<PresenceState | undefined>;
  /** At shutdown: nobody is online here any more. */
  leaveAll(): Promise<void>;
}

export interface PresenceParts {
  /** To listeners here and at other instances. */
  readonly tell: Tell;
  /** To listeners here alone. */
  readonly tellHere: Tell;
  readonly roll: Roll;
  /** Devices that somebody listens to here. */
  readonly heard: () => Iterable<string>;
  readonly now: () => number;
  readonly log: { warn(fields: object, message: string): void };
}

/** An instance that dies says nothing; its devices are noticed to be missing. */
const COMPARE_MS = 1_000;

/** Decisions, MQTT, `devices/<MAC>/presence`: said by the broker itself; a device is online while anybody speaks for it. */
export function createPresence({ tell, tellHere, roll, heard, now, log }: PresenceParts): Presence {
  const speakers = new Map<string, Set<object>>();
  const owners = new Map<string, string>();
  /** How things are as far as listeners here have been told. */
  let known = new Map<string, PresenceState>();

  function say(macAddress: string, state: PresenceState): void {
    const owner = owners.get(macAddress);
    if (owner === undefined) return;
    if (known.has(macAddress)) known.set(macAddress, state);
    tell(deviceTopic(macAddress, 'presence'), state, owner);
  }

  /** Unless somebody speaks for it at another instance, or does so again here. */
  async function sayOffline(macs: readonly string[]): Promise<void> {
    const elsewhere = await roll.elsewhere(macs);
    for (const mac of macs) if (!elsewhere.has(mac) && !speakers.has(mac)) say(mac, 'offline');
  }

  async function compare(): Promise<void> {
    const asked = [...heard()].filter((mac) => owners.has(mac));
    const elsewhere = await roll.elsewhere(asked.filter((mac) => !speakers.has(mac)));
    const found = new Map<string, PresenceState>();
    for (const mac of asked) {
      const state = speakers.has(mac) || elsewhere.has(mac) ? 'online' : 'offline';
      found.set(mac, state);
      const before = known.get(mac);
      const owner = owners.get(mac);
      if (before !== undefined && before !== state && owner !== undefined) {
        tellHere(deviceTopic(mac, 'presence'), state, owner);
      }
    }
    known = found;
  }
  const rounds = startRounds({
    everyMs: COMPARE_MS,
    now,
    work: compare,
    failed: (error) => log.warn({ err: error }, 'MQTT presence could not be compared'),
  });

  return {
    arrive(macAddress, ownerId, by) {
      owners.set(macAddress, ownerId);
      const present = speakers.get(macAddress);
      if (present !== undefined) return void present.add(by);
      speakers.set(macAddress, new Set([by]));
      roll.enter(macAddress);
      say(macAddress, 'online');
    },
    leave(macAddress, by) {
      const present = speakers.get(macAddress);
      if (present === undefined || !present.delete(by) || present.size > 0) return;
      speakers.delete(macAddress);
      roll.leave([macAddress]);
      void sayOffline([macAddress]);
    },
    ownerOf: (macAddress) => owners.get(macAddress),
    learn(macAddress, ownerId) {
      owners.set(macAddress, ownerId);
    },
    forget(macAddress) {
      if (speakers.delete(macAddress)) {
        roll.leave([macAddress]);
        say(macAddress, 'offline');
      }
      owners.delete(macAddress);
    },
    isNews(macAddress, topic, payload) {
      if (topic !== deviceTopic(macAddress, 'presence')) return true;
      if (speakers.has(macAddress)) return false;
      known.set(macAddress, payload === 'online' ? 'online' : 'offline');
      return true;
    },
    async stateOf(macAddress) {
      if (speakers.has(macAddress)) return 'online';
      if (!owners.has(macAddress)) return undefined;
      const state = (await roll.elsewhere([macAddress])).has(macAddress) ? 'online' : 'offline';
      known.set(macAddress, state);
      return state;
    },
    async leaveAll() {
      await rounds.close();
      const present = [...speakers.keys()];
      speakers.clear();
      roll.leave(present);
      await sayOffline(present);
    },
  };
}
