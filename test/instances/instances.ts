import { callApi, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { startRedis, type TestRedis } from '../helpers/redis.ts';
import { startVigil, type Vigil } from '../process/child.ts';

/** One process of the service. */
export interface Instance {
  readonly vigil: Vigil;
  readonly url: string;
  readonly databaseUrl: string;
  readonly app: {
    readonly ports: { readonly http: number; readonly mqtt: number; readonly metrics: number };
  };
  readonly call: TestApp['call'];
  /** A value of its `/metrics`, 0 while it is absent. */
  figure(name: string): Promise<number>;
}

const SETTINGS = {
  NODE_ENV: 'test',
  JWT_SECRET: 'a secret for tests that is long enough',
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: 'Admin!2345',
  RATE_LIMIT_GLOBAL: '0',
  RATE_LIMIT_SIGNUP: '0',
  RATE_LIMIT_LOGIN: '0',
  STREAM_INTERVAL_MS: '0',
  SCORING_THREADS: '1',
  PATH_TEST_MINUTES: '0',
  METRICS_PORT: '0',
};

export async function startInstance(env: Readonly<Record<string, string>>): Promise<Instance> {
  const vigil = startVigil({ ...SETTINGS, ...env });
  const url = await vigil.started;
  const portOf = (name: string) => Number(new RegExp(`"${name}":(\\d+)`).exec(vigil.stdout())?.[1]);
  const ports = { http: portOf('http'), mqtt: portOf('mqtt'), metrics: portOf('metrics') };
  return {
    vigil,
    url,
    databaseUrl: env.DATABASE_URL ?? '',
    app: { ports },
    call: (method, path, options) => callApi(url, method, path, options),
    async figure(name) {
      const text = await (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text();
      const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
      return Number(line?.slice(name.length + 1) ?? 0);
    },
  };
}

/** Two instances with one database and one Redis. */
export interface Pair {
  readonly a: Instance;
  readonly b: Instance;
  readonly database: TestDatabase;
  readonly redis: TestRedis;
  /** Starts another instance beside them. */
  another(): Promise<Instance>;
  close(): Promise<void>;
}

export async function startPair(env: Readonly<Record<string, string>> = {}): Promise<Pair> {
  const [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
  const another = async (): Promise<Instance> => {
    const instance = await startInstance({ DATABASE_URL: database.url, REDIS_URL: redis.url, ...env });
    await instance.vigil.prints('Redis: connected');
    return instance;
  };
  // Both at the same moment, as an orchestrator starts them.
  const [a, b] = await Promise.all([another(), another()]);
  return {
    a,
    b,
    database,
    redis,
    another,
    async close() {
      await redis.stop();
      await database.drop();
    },
  };
}
