import type { SessionStore } from './cluster.ts';
import type { RedisConnection } from './redis-connection.ts';

export const createRedisSessionStore = (commands: RedisConnection): SessionStore => ({
  async read(owner, name) {
    try {
      return (await commands.hget(textsOf(owner), name)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(owner, name, text, { maxPerOwner, ttlMs }) {
    commands.vigilSaveSession(textsOf(owner), agesOf(owner), name, text, maxPerOwner, ttlMs).catch(() => {});
  },
  delete(owner, name) {
    commands.hdel(textsOf(owner), name).catch(() => {});
    commands.zrem(agesOf(owner), name).catch(() => {});
  },
});

const textsOf = (owner: string): string => `vigil:sessions:{${owner}}`;
const agesOf = (owner: string): string => `vigil:sessions:{${owner}}:ages`;
