import { setTimeout as delay } from 'node:timers/promises';
import { withDatabase } from '../seed.ts';
import type { Home } from './home.ts';

export interface Fault {
  readonly name: string;
  /** Resolves after the fault is repaired, with further observations. */
  play(home: Home): Promise<readonly Noticed[]>;
  readonly needsRedis?: boolean;
}

export interface Noticed {
  readonly name: string;
  readonly found: string;
  readonly holds: boolean;
}

const NETWORK_DROP_MS = 12_000;
const SILENCE_MS = 20_000;
const RESTART_MS = 5_000;
const READ_ONLY_MS = 14_000;
const REDIS_PAUSE_MS = 8_000;
const SETTLE_MS = 3_000;
const NOTHING: readonly Noticed[] = [];

export const FAULTS: readonly Fault[] = [
  {
    name: "wearables' network drops for 12 s",
    async play({ mqttWire }) {
      await mqttWire.cut();
      await delay(NETWORK_DROP_MS);
      await mqttWire.mend();
      return NOTHING;
    },
  },
  {
    name: 'the database is silent for 20 s',
    async play({ databaseWire }) {
      databaseWire.silence();
      await delay(SILENCE_MS);
      await databaseWire.mend();
      return NOTHING;
    },
  },
  {
    name: 'the database restarts',
    async play({ databaseWire }) {
      await databaseWire.cut();
      await delay(RESTART_MS);
      await databaseWire.mend();
      return NOTHING;
    },
  },
  {
    name: 'the database is read-only for 14 s',
    async play({ databaseUrl, instance }) {
      await setReadOnly(databaseUrl, true);
      await delay(READ_ONLY_MS);
      const { status } = await fetch(`${instance().url}/health`);
      await setReadOnly(databaseUrl, false);
      return [
        { name: 'health says that nothing can be stored', found: `status ${status}`, holds: status === 503 },
      ];
    },
  },
  {
    name: 'the instance is killed',
    async play({ killAndRestart }) {
      await killAndRestart();
      return NOTHING;
    },
  },
  {
    name: 'the clock goes back an hour',
    async play({ instance }) {
      process.kill(instance().pid, 'SIGUSR2');
      await delay(SETTLE_MS);
      return NOTHING;
    },
  },
  {
    name: 'Redis pauses for 8 s',
    needsRedis: true,
    async play({ redis }) {
      if (redis === undefined) return NOTHING;
      process.kill(redis.pid, 'SIGSTOP');
      await delay(REDIS_PAUSE_MS);
      process.kill(redis.pid, 'SIGCONT');
      return NOTHING;
    },
  },
];

/** Like a wrongly promoted replica or a full disk: the server responds, but stores nothing. */
const setReadOnly = (databaseUrl: string, on: boolean): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER DATABASE postgres SET default_transaction_read_only = ${on ? 'on' : 'off'}`);
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'vigil%' AND pid <> pg_backend_pid()
         AND application_name <> 'vigil folder lock'`,
    );
  });
