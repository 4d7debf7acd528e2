import type { SessionStore } from './cluster.ts';
import type { RedisConnection } from './redis-connection.ts';

export const createRedisSessionStore = (commands: RedisConnection): SessionStore => ({
  async read(account, name) {
    try {
      return (await commands.hget(textsOf(account), name)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(account, name, text, { maxPerAccount, ttlMs }) {
    commands
      .vigilSaveSession(textsOf(account), agesOf(account), name, text, maxPerAccount, ttlMs)
      .catch(() => {});
  },
  delete(account, name) {
    commands.hdel(textsOf(account), name).catch(() => {});
    commands.zrem(agesOf(account), name).catch(() => {});
  },
});

const textsOf = (account: string): string => `vigil:sessions:{${account}}`;
const agesOf = (account: string): string => `vigil:sessions:{${account}}:ages`;
