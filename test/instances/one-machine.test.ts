import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { MqttClient } from 'mqtt';
import { closeIdleConnections } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, severe, stream } from '../helpers/readings.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';
import { bySession, join } from '../mqtt/clients.ts';
import { killAll, stop } from '../process/child.ts';
import { type Instance, startInstance } from './instances.ts';

/** The kernel distributes connections: with this many, each instance gets some. */
const CONNECTIONS = 8;

describe('INSTANCES=2 on one machine', { skip: WITHOUT_REDIS }, () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let service: Instance;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startRedis()]);
    service = await startInstance({ DATABASE_URL: database.url, REDIS_URL: redis.url, INSTANCES: '2' });
    await service.vigil.prints('instances: all started');
    patient = await signUp(service);
    caregiver = await signUp(service, 'CAREGIVER');
    await assign(service, caregiver, patient);
  });
  after(async () => {
    await killAll();
    await redis?.stop();
    await database?.drop();
  });

  async function children(): Promise<number[]> {
    const { pid } = service.vigil.process;
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.trim().split(/\s+/).filter(Boolean).map(Number);
  }

  it('acts as one service for live sockets and MQTT clients', async () => {
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => live(service, caregiver)));
    const { deviceId } = await stream(service, patient, severe(randomMac()));
    for (const socket of sockets) assert.equal((await socket.next('alert')).data.deviceId, deviceId);
    await Promise.all(sockets.map((socket) => socket.close()));

    const clients: MqttClient[] = [];
    for (let i = 0; i < CONNECTIONS; i++) {
      clients.push(await join(service, bySession(patient), { clientId: 'the-same' }));
    }
    await eventually(
      'one connection is left',
      () => clients.filter(({ connected }) => connected).length === 1,
    );
    assert.ok(clients.at(-1)?.connected, 'the newest connection stays');
    clients.at(-1)?.end(true);
  });

  it('restarts an instance that was killed, and stops all of them cleanly', {
    skip: process.platform !== 'linux' && 'looks for processes in /proc',
  }, async () => {
    const [victim = 0, other] = await children();
    process.kill(victim, 'SIGKILL');
    await service.vigil.prints('instances: an instance ended, restarting it');
    closeIdleConnections();
    await stream(service, patient, severe(randomMac()));
    await eventually(
      'two instances run again',
      async () => {
        const now = await children();
        return now.length === 2 && now.includes(other ?? 0) && !now.includes(victim);
      },
      10_000,
    );
    await stop(service.vigil);
  });
});
