import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { callApi, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { PASSWORD, type Person } from '../helpers/people.ts';
import { COMPILED_MAIN } from '../helpers/project.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

interface Service {
  readonly child: ChildProcess;
  readonly call: TestApp['call'];
}

/** A real server process. */
async function startService(databaseUrl: string, dataDir: string): Promise<Service> {
  const child = spawn(process.execPath, [COMPILED_MAIN], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      JWT_SECRET: 'a secret for tests that is long enough',
      LOG_LEVEL: 'info',
      RATE_LIMIT_GLOBAL: '0',
      RATE_LIMIT_SIGNUP: '0',
      RATE_LIMIT_LOGIN: '0',
      STREAM_INTERVAL_MS: '0',
      // A wearable of a path test has no reading for a moment.
      PATH_TEST_MINUTES: '0',
    },
  });
  const lines = createInterface({ input: child.stdout ?? assert.fail('no stdout') });
  for await (const line of lines) {
    const port = line.startsWith('{') ? JSON.parse(line).ports?.http : undefined;
    if (port === undefined) continue;
    child.stdout?.resume();
    const url = `http://127.0.0.1:${port}/api`;
    return { child, call: (method, path, options) => callApi(url, method, path, options) };
  }
  return assert.fail('the service ended before it was ready');
}

async function kill({ child }: Service): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('a service that is killed under load', () => {
  let database: TestDatabase;
  let dataDir: string;
  let service: Service;
  before(async () => {
    database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'vigil-crash-'));
    service = await startService(database.url, dataDir);
  });
  after(async () => {
    await kill(service);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has stored every acknowledged reading exactly once', async () => {
    const people: Pick<Person, 'token'>[] = [];
    for (let i = 0; i < 2; i++) {
      const body = {
        email: `crash${i}@example.org`,
        password: PASSWORD,
        firstName: 'Pat',
        lastName: 'Crash',
      };
      people.push(await service.call('POST', '/auth/signup', { body }).then((answer) => answer.body));
    }
    const devices = people.flatMap((person) =>
      Array.from({ length: 10 }, () => ({ person, mac: randomMac() })),
    );
    const acknowledged = new Set<string>();
    const loops = devices.map(async ({ person, mac }) => {
      for (let uptime_ms = 0; ; uptime_ms++) {
        // Every other reading has an idempotency key, as a careful device sends it.
        const headers: Record<string, string> =
          uptime_ms % 2 === 0 ? {} : { 'Idempotency-Key': String(uptime_ms) };
        const answer = await send(service, person, resting(mac, { uptime_ms }), headers).catch(
          () => undefined,
        );
        if (answer === undefined) return;
        assert.equal(answer.status, 200);
        acknowledged.add(`${mac} ${uptime_ms}`);
      }
    });
    await eventually('many readings are acknowledged', () => acknowledged.size >= 1_000, 60_000);
    await kill(service);
    await Promise.all(loops);

    service = await startService(database.url, dataDir);
    // Each device sends its last, unanswered reading again; its key makes it one reading, whether it was
    // stored or not.
    await Promise.all(
      devices.map(async ({ person, mac }) => {
        let next = 0;
        while (acknowledged.has(`${mac} ${next}`)) next += 1;
        const headers: Record<string, string> = next % 2 === 0 ? {} : { 'Idempotency-Key': String(next) };
        const body = resting(mac, { uptime_ms: next });
        assert.equal((await send(service, person, body, headers)).status, 200);
        if (next % 2 === 1) acknowledged.add(`${mac} ${next}`);
      }),
    );
    const rows = await sql(
      database.url,
      `SELECT mac_address || ' ' || r.uptime_ms AS name, count(*)::int AS count
       FROM sensor_readings r JOIN devices d ON d.key = r.device_key GROUP BY 1`,
    );
    const stored = new Map<string, number>(rows.map(({ name, count }) => [name, count]));
    for (const name of acknowledged) assert.equal(stored.get(name), 1, name);
  });

  it('restores when its devices were last seen', async () => {
    const [{ behind }] = await sql(
      database.url,
      `SELECT count(*)::int AS behind FROM devices d WHERE last_seen IS NULL OR last_seen < (
         SELECT max(recorded_at) - interval '60 s' FROM sensor_readings WHERE device_key = d.key)`,
    );
    assert.equal(behind, 0);
  });

  it('shuts down cleanly on SIGTERM', async () => {
    const exited = once(service.child, 'exit');
    service.child.kill('SIGTERM');
    assert.deepEqual(await inTime('the service stops', exited), [0, null]);
  });
});
