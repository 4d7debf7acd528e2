import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { connectLive } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, stream } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { granted, join, listenTo } from '../mqtt/clients.ts';
import { killAll } from '../process/child.ts';
import { type Instance, type Pair, startPair } from './instances.ts';

describe('events of sensors at two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  let gateway: { readonly id: string; readonly token: string };
  before(async () => {
    pair = await startPair();
    admin = await logInAsAdmin(pair.a);
    gateway = await done(admin, '/admin/service-accounts', { name: 'Gateway', scopes: ['ingest'] });
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  async function done(who: Pick<Person, 'token'>, path: string, body: object): Promise<Json> {
    const answer = await pair.a.call('POST', path, { token: who.token, body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  }
  async function residentWithSensor(): Promise<{ patient: Person; nurse: Person; sensorId: string }> {
    const [patient, nurse] = await Promise.all([signUp(pair.a), signUp(pair.a, 'CAREGIVER')]);
    await assign(pair.a, nurse, patient);
    const { id } = await done(admin, '/sensors', { name: 'Bed mat', patientId: patient.id });
    return { patient, nurse, sensorId: id };
  }
  const send = (instance: Instance, body: object, headers = {}) =>
    instance.call('POST', '/sensors/events', { token: gateway.token, body, headers });
  const countOf = async (sensorId: string): Promise<number> => {
    const [row] = await sql(
      pair.database.url,
      'SELECT count(*)::int AS n FROM sensor_events WHERE sensor_id = $1',
      [sensorId],
    );
    return row?.n;
  };
  const atBoth = (count: number): Instance[] =>
    Array.from({ length: count }, (_, i) => (i % 2 === 0 ? pair.a : pair.b));

  it('with the same key or time are recorded once over HTTP, however many arrive at once', async () => {
    const { sensorId } = await residentWithSensor();
    const at = new Date(Date.now() - 1_000).toISOString();
    for (const [event, headers] of [
      [{ sensorId, type: 'FALL' }, { 'Idempotency-Key': randomUUID() }],
      [{ sensorId, type: 'CALL', at }, {}],
    ] as const) {
      const before = await countOf(sensorId);
      const answers = await Promise.all(atBoth(10).map((instance) => send(instance, event, headers)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(9).fill(200), 201]);
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size, 1);
      assert.equal(await countOf(sensorId), before + 1);
    }
  });

  it('with the same time are recorded once over MQTT, and every connection of the sender hears each answer', async () => {
    const { sensorId } = await residentWithSensor();
    const credentials = { username: gateway.id, password: gateway.token };
    const clients = await Promise.all([pair.a, pair.b].map((instance) => join(instance, credentials)));
    const subscribers = clients.map(listenTo);
    for (const client of clients) await granted(client, `sensors/${sensorId}/results`);
    const payload = JSON.stringify({ type: 'FALL', at: new Date(Date.now() - 1_000).toISOString() });
    await Promise.all(
      clients.map((client) => client.publishAsync(`sensors/${sensorId}/events`, payload, { qos: 1 })),
    );
    for (const subscriber of subscribers) {
      const answers = [(await subscriber.next('results')).json, (await subscriber.next('results')).json];
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 201]);
      assert.deepEqual(answers[0].data, answers[1].data);
    }
    assert.equal(await countOf(sensorId), 1);
    for (const client of clients) client.end(true);
  });

  it('reach the live socket at the other instance, whichever transport they came by', async () => {
    const { nurse, sensorId, patient } = await residentWithSensor();
    const socket = await connectLive(pair.b, { token: nurse.token });
    const received = (type: string) =>
      socket.find(
        ({ type: frame, data }) => frame === 'alert' && data.type === type && data.patientId === patient.id,
        type,
      );
    const fell = await send(pair.a, { sensorId, type: 'FALL' });
    assert.equal((await received('FALL_DETECTED')).data.fallId, fell.body.data.fallId);
    const left = await send(pair.a, { sensorId, type: 'BED_EXIT' });
    assert.equal((await received('SENSOR_BED_EXIT')).data.id, left.body.data.alertId);
    const client = await join(pair.a, { username: gateway.id, password: gateway.token });
    await client.publishAsync(`sensors/${sensorId}/events`, JSON.stringify({ type: 'DOOR' }), { qos: 1 });
    await received('SENSOR_DOOR');
    client.end(true);
    await socket.close();
  });

  it('are one fall with what a wearable detects at the same moment at the other instance', async () => {
    for (let round = 0; round < 5; round++) {
      const { patient, nurse, sensorId } = await residentWithSensor();
      const mac = randomMac();
      await stream(pair.b, patient, resting(mac));
      const [noticed] = await Promise.all([
        send(pair.a, { sensorId, type: 'FALL' }),
        stream(pair.b, patient, blowOf.HIGH(mac)),
      ]);
      const { fallId } = noticed.body.data;
      const falls = await pair.a.call('GET', `/patients/${patient.id}/falls`, { token: nurse.token });
      assert.deepEqual(
        falls.body.data.map(({ id }: Json) => id),
        [fallId],
      );
      const { data } = (await pair.a.call('GET', `/falls/${fallId}`, { token: nurse.token })).body;
      assert.ok(data.deviceId && data.sensor);
    }
  });

  it('raise 30 alerts a minute, however they are spread over the instances', async () => {
    const { sensorId } = await residentWithSensor();
    const answers = await Promise.all(
      atBoth(36).map((instance) => send(instance, { sensorId, type: 'DOOR' })),
    );
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal(answers.filter(({ body }) => body.data.alertId !== null).length, 30);
    assert.equal(await countOf(sensorId), 36);
    const [flood] = await sql(
      pair.database.url,
      `SELECT count(*)::int AS n FROM alerts WHERE type = 'REPORT_FLOOD' AND message LIKE '%Bed mat%'`,
    );
    // One for the nurse, one for the admin.
    assert.equal(flood?.n, 2);
  });
});
