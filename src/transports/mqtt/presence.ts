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
  /** What a new listener is told first; undefined for a device that nobody has registered. */
  stateOf(macAddress: string): PresenceState | undefined;
  /** At shutdown: nobody is online any more. */
  leaveAll(): void;
}

/** Decisions, MQTT, `devices/<MAC>/presence`: said by the broker itself; a device is online while anybody speaks for it. */
export function createPresence(tell: Tell): Presence {
  const speakers = new Map<string, Set<object>>();
  const owners = new Map<string, string>();

  function say(macAddress: string, state: PresenceState): void {
    const owner = owners.get(macAddress);
    if (owner !== undefined) tell(deviceTopic(macAddress, 'presence'), state, owner);
  }

  return {
    arrive(macAddress, ownerId, by) {
      owners.set(macAddress, ownerId);
      const present = speakers.get(macAddress);
      if (present !== undefined) return void present.add(by);
      speakers.set(macAddress, new Set([by]));
      say(macAddress, 'online');
    },
    leave(macAddress, by) {
      const present = speakers.get(macAddress);
      if (present === undefined || !present.delete(by) || present.size > 0) return;
      speakers.delete(macAddress);
      say(macAddress, 'offline');
    },
    ownerOf: (macAddress) => owners.get(macAddress),
    learn(macAddress, ownerId) {
      owners.set(macAddress, ownerId);
    },
    forget(macAddress) {
      if (speakers.delete(macAddress)) say(macAddress, 'offline');
      owners.delete(macAddress);
    },
    stateOf(macAddress) {
      if (speakers.has(macAddress)) return 'online';
      return owners.has(macAddress) ? 'offline' : undefined;
    },
    leaveAll() {
      const present = [...speakers.keys()];
      speakers.clear();
      for (const macAddress of present) say(macAddress, 'offline');
    },
  };
}
