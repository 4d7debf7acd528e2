import { chunksOf } from '../batching/chunks.ts';
import type { PresenceSet } from './cluster.ts';
import type { RedisConnection } from './redis-connection.ts';

const INSTANCES = 'vigil:{presence}';
const setOf = (instanceId: string): string => `vigil:{presence}:${instanceId}`;
/** An instance that does not renew its lease for this long is dead, and its set expires. */
const LEASE_MS = 4_000;
const BATCH_SIZE = 500;

interface PresenceSetDeps {
  readonly instanceId: string;
  readonly commands: RedisConnection;
}

/** Each instance keeps its own set in Redis, which expires unless the instance renews its lease. */
export function createRedisPresenceSet({ instanceId, commands }: PresenceSetDeps) {
  const local = new Set<string>();
  const ownKey = setOf(instanceId);
  /** Added in this tick and not sent yet: thousands of reconnecting clients cost a few commands. */
  let added: string[] = [];

  function sendAdded(): void {
    const names = added;
    added = [];
    for (const some of chunksOf(names, BATCH_SIZE)) commands.sadd(ownKey, ...some).catch(() => {});
    if (names.length > 0) commands.pexpire(ownKey, LEASE_MS).catch(() => {});
  }

  async function rewrite(): Promise<void> {
    for (const some of chunksOf([...local], BATCH_SIZE)) await commands.sadd(ownKey, ...some);
    await commands.pexpire(ownKey, LEASE_MS);
  }

  const presence: PresenceSet = {
    add(name) {
      local.add(name);
      if (added.push(name) === 1) setImmediate(sendAdded);
    },
    remove(names) {
      sendAdded();
      for (const name of names) local.delete(name);
      for (const some of chunksOf(names, BATCH_SIZE)) commands.srem(ownKey, ...some).catch(() => {});
    },
    async onOtherInstances(names) {
      const found = new Set<string>();
      if (names.length === 0) return found;
      sendAdded();
      try {
        const instances = await commands.zrange(INSTANCES, 0, '-1');
        const others = instances.filter((one) => one !== instanceId).map(setOf);
        for (const some of chunksOf(names, BATCH_SIZE)) {
          const replies = await Promise.all(others.map((set) => commands.smismember(set, ...some)));
          for (const isThere of replies) {
            for (const [i, name] of some.entries()) if (isThere[i] === 1) found.add(name);
          }
        }
      } catch {
        // While Redis is unavailable, an instance does not see the clients of the others.
      }
      return found;
    },
  };

  return {
    presence,
    /** Writes the set again if Redis has lost it. */
    async renewLease(): Promise<void> {
      const isAlive = await commands.vigilRenewLease(INSTANCES, ownKey, instanceId, LEASE_MS);
      if (isAlive === 0 && local.size > 0) await rewrite();
    },
  };
}
