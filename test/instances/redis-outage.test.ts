import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, severe, stream } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { bySession, granted, join, listenTo } from '../mqtt/clients.ts';
import { rowsOf } from '../mqtt/stored.ts';
import { killAll } from '../process/child.ts';
import { type Pair, startPair } from './instances.ts';
import { keepSending, outlast, RECOVERY_MS, statusOf } from './outages.ts';

const LOGINS = 3;

describe('two instances while Redis is down', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    pair = await startPair({
      RATE_LIMIT_LOGIN: String(LOGINS),
      TRUST_PROXY: '127.0.0.1',
      // Not 0: the shared schedule is checked for every reading.
      STREAM_INTERVAL_MS: '20',
    });
    patient = await signUp(pair.a);
    caregiver = await signUp(pair.a, 'CAREGIVER');
    await assign(pair.a, caregiver, patient);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  const outages = [
    ['killed and restarted empty', () => pair.redis.stop(), () => pair.redis.start()],
    [
      'hanging with open connections',
      async () => pair.redis.signal('SIGSTOP'),
      async () => pair.redis.signal('SIGCONT'),
    ],
  ] as const;

  for (const [number, [how, begin, end]] of outages.entries()) {
    it(`(${how}) accept readings, raise alerts, apply limits separately, and synchronize afterwards`, async (t) => {
      const { a, b, database } = pair;
      const mac = randomMac();
      const near = await live(a, caregiver);
      const far = await live(b, caregiver);
      const farClient = await join(b, bySession(caregiver));
      const farSubscriber = listenTo(farClient);
      assert.equal(await granted(farClient, `caregivers/${caregiver.id}/alerts`, 1), 1);
      const sender = keepSending(a, patient, mac);
      await begin();
      const began = Date.now();
      for (const instance of [a, b]) {
        await eventually('the instance reports it', async () => (await statusOf(instance)) === 'DEGRADED');
      }

      const fall = await stream(a, patient, severe(randomMac()));
      const { data, id } = await near.next('alert');
      assert.equal(data.deviceId, fall.deviceId, 'sockets at the same instance receive the alert at once');
      const headers = { 'X-Forwarded-For': `203.0.113.${number}` };
      const body = { email: patient.email, password: 'Wrong!1234' };
      for (const instance of [a, b]) {
        const statuses = [];
        for (let i = 0; i <= LOGINS; i++) {
          statuses.push((await instance.call('POST', '/auth/login', { body, headers })).status);
        }
        assert.deepEqual(statuses, [...Array(LOGINS).fill(401), 429], 'each instance counts separately');
      }
      const there = await join(a, bySession(patient), { clientId: 'moving' });
      const moved = await join(b, bySession(patient), { clientId: 'moving' });

      await outlast(began);
      await end();
      for (const instance of [a, b]) {
        await eventually(
          'the instance is healthy',
          async () => (await statusOf(instance)) === 'HEALTHY',
          RECOVERY_MS,
        );
      }
      const late = await far.find((frame) => frame.id === id, 'the alert that was missed');
      assert.equal(late.data.deviceId, fall.deviceId);
      const overMqtt = () => farSubscriber.received.filter(({ json }) => json.id === id).length;
      await eventually('the missed alert arrives over MQTT', () => overMqtt() > 0);
      await eventually(
        'one of two connections with one client id stays',
        () => there.connected !== moved.connected,
      );
      await far.ask({ type: 'subscribe', data: { patientId: patient.id } });
      await far.next('reading');

      const { acknowledged, slowestMs } = await sender.end();
      t.diagnostic(`${acknowledged} readings, the slowest took ${Math.round(slowestMs)} ms`);
      assert.deepEqual([...new Set(sender.statuses)], [200]);
      assert.equal(await rowsOf({ databaseUrl: database.url }, mac), acknowledged);
      assert.equal(overMqtt(), 1, 'the alert arrives once');
      for (const client of [there, moved, farClient]) client.end(true);
      await Promise.all([near.close(), far.close()]);
    });
  }
});
