import type { Roll } from './coordination.ts';
import type { Connection } from './redis-connection.ts';

const INSTANCES = 'vigil:instances';
const PREFIX = 'vigil:roll:';
/** An instance that has not been heard of for so long is gone, and its roll with it. */
const LEASE_MS = 4_000;
const AT_ONCE = 500;

export interface RollParts {
  readonly me: string;
  readonly commands: Connection;
}

/** Each instance keeps a set of its own in Redis, which expires unless the instance goes on saying that it is there. */
export function createRedisRoll({ me, commands }: RollParts) {
  const here = new Set<string>();
  const own = PREFIX + me;

  async function fill(): Promise<void> {
    const names = [...here];
    for (let from = 0; from < names.length; from += AT_ONCE) {
      await commands.sadd(own, ...names.slice(from, from + AT_ONCE));
    }
    await commands.pexpire(own, LEASE_MS);
  }

  const roll: Roll = {
    enter(name) {
      here.add(name);
      commands.sadd(own, name).catch(() => {});
      commands.pexpire(own, LEASE_MS).catch(() => {});
    },
    leave(names) {
      for (const name of names) here.delete(name);
      for (let from = 0; from < names.length; from += AT_ONCE) {
        commands.srem(own, ...names.slice(from, from + AT_ONCE)).catch(() => {});
      }
    },
    async elsewhere(names) {
      const found = new Set<string>();
      try {
        for (let from = 0; from < names.length; from += AT_ONCE) {
          const some = names.slice(from, from + AT_ONCE);
          for (const name of await commands.vigilElsewhere(INSTANCES, me, PREFIX, ...some)) found.add(name);
        }
      } catch {
        // Each instance for itself while Redis is away.
      }
      return found;
    },
  };

  return {
    roll,
    /** Says that this instance is there; its roll is written anew where Redis has lost it. */
    async stay(): Promise<void> {
      const kept = await commands.vigilStay(INSTANCES, own, me, LEASE_MS);
      if (kept === 0 && here.size > 0) await fill();
    },
  };
}
