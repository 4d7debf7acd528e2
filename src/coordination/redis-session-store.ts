import type { Keep } from './coordination.ts';
import type { Connection } from './redis-connection.ts';

export const createRedisKeep = (commands: Connection): Keep => ({
  async read(account, name) {
    try {
      return (await commands.hget(textsOf(account), name)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(account, name, text, { most, keptMs }) {
    commands.vigilKeep(textsOf(account), agesOf(account), name, text, most, keptMs).catch(() => {});
  },
  drop(account, name) {
    commands.hdel(textsOf(account), name).catch(() => {});
    commands.zrem(agesOf(account), name).catch(() => {});
  },
});

const textsOf = (account: string): string => `vigil:keep:${account}`;
const agesOf = (account: string): string => `vigil:keep:${account}:ages`;
