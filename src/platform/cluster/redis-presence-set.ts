import { chunksOf } from '../batching/chunks.ts';
import type { PresenceSet } from './cluster.ts';
import { SHARED_TAG } from './redis-channels.ts';
import type { RedisConnection } from './redis-connection.ts';

const INSTANCES = `vigil:${SHARED_TAG}`;
const setOf = (instanceId: string): string => `vigil:${SHARED_TAG}:${instanceId}`;
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
  /** The set in Redis may differ: a command failed, or a failover lost one. */
  let isStale = false;
  const failed = (): void => {
    isStale = true;
  };

  function sendAdded(): void {
    const names = added;
    added = [];
    for (const some of chunksOf(names, BATCH_SIZE)) commands.sadd(ownKey, ...some).catch(failed);
    if (names.length > 0) commands.pexpire(ownKey, LEASE_MS).catch(failed);
  }

  /** In one step: the other instances never see a part of the set. */
  async function rewrite(): Promise<void> {
    isStale = false;
    const transaction = commands.multi().del(ownKey);
    for (const some of chunksOf([...local], BATCH_SIZE)) transaction.sadd(ownKey, ...some);
    await transaction
      .pexpire(ownKey, LEASE_MS)
      .exec()
      .catch((error: unknown) => {
        failed();
        throw error;
      });
  }

  const presence: PresenceSet = {
    add(name) {
      local.add(name);
      if (added.push(name) === 1) setImmediate(sendAdded);
    },
    remove(names) {
      sendAdded();
      for (const name of names) local.delete(name);
      for (const some of chunksOf(names, BATCH_SIZE)) commands.srem(ownKey, ...some).catch(failed);
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
    /** Writes the set again if Redis has lost it, or a part of it. */
    async renewLease(): Promise<void> {
      const isAlive = await commands.vigilRenewLease(INSTANCES, ownKey, instanceId, LEASE_MS);
      if (isStale || (isAlive === 0 && local.size > 0)) await rewrite();
    },
    /** After a reconnect: the server may be another, which has not received the last changes. */
    async resume(): Promise<void> {
      isStale = true;
      await this.renewLease();
    },
  };
}
