import type { PresenceSet } from './coordination.ts';
import type { Connection } from './redis-connection.ts';

const INSTANCES = 'vigil:instances';
const PREFIX = 'vigil:presence:';
/** An instance that does not renew its lease for so long is gone, and its set expires. */
const LEASE_MS = 4_000;
const BATCH_SIZE = 500;

export interface PresenceSetParts {
  readonly instanceId: string;
  readonly commands: Connection;
}

/** Each instance keeps a set of its own in Redis, which expires unless the instance renews its lease. */
export function createRedisPresenceSet({ instanceId, commands }: PresenceSetParts) {
  const local = new Set<string>();
  const ownKey = PREFIX + instanceId;

  async function rewrite(): Promise<void> {
    const names = [...local];
    for (let from = 0; from < names.length; from += BATCH_SIZE) {
      await commands.sadd(ownKey, ...names.slice(from, from + BATCH_SIZE));
    }
    await commands.pexpire(ownKey, LEASE_MS);
  }

  const presence: PresenceSet = {
    add(name) {
      local.add(name);
      commands.sadd(ownKey, name).catch(() => {});
      commands.pexpire(ownKey, LEASE_MS).catch(() => {});
    },
    remove(names) {
      for (const name of names) local.delete(name);
      for (let from = 0; from < names.length; from += BATCH_SIZE) {
        commands.srem(ownKey, ...names.slice(from, from + BATCH_SIZE)).catch(() => {});
      }
    },
    async onOtherInstances(names) {
      const found = new Set<string>();
      try {
        for (let from = 0; from < names.length; from += BATCH_SIZE) {
          const some = names.slice(from, from + BATCH_SIZE);
          for (const name of await commands.vigilOnOtherInstances(INSTANCES, instanceId, PREFIX, ...some))
            found.add(name);
        }
      } catch {
        // Each instance for itself while Redis is away.
      }
      return found;
    },
  };

  return {
    presence,
    /** Writes the set again where Redis has lost it. */
    async renewLease(): Promise<void> {
      const isAlive = await commands.vigilRenewLease(INSTANCES, ownKey, instanceId, LEASE_MS);
      if (isAlive === 0 && local.size > 0) await rewrite();
    },
  };
}
