import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send, severe, stream } from '../helpers/readings.ts';
import { bySession, join, readingsTopic } from '../mqtt/clients.ts';
import { joinRaw } from '../mqtt/raw.ts';

const DROPS = [
  'live_socket',
  'live_reading',
  'mqtt_client',
  'mqtt_message',
  'reading',
  'audit_entry',
  'device_log_entry',
  'delivery_entry',
];

describe('the metrics at /metrics', () => {
  let app: TestApp;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    app = await startTestApp({ METRICS_PORT: '0', STREAM_INTERVAL_MS: '0', LOG_LEVEL: 'silent' });
    patient = await signUp(app);
    caregiver = await signUp(app, 'CAREGIVER');
    await assign(app, caregiver, patient);
  });
  after(() => app.close());

  async function figures(): Promise<ReadonlyMap<string, number>> {
    const text = await (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    );
  }
  const figure = async (name: string): Promise<number | undefined> => (await figures()).get(name);

  it('have no default metric that lists every connection, but the number of open files', async () => {
    const names = [...(await figures()).keys()];
    assert.deepEqual(
      names.filter((name) => /active_(handles|resources|requests)/.test(name)),
      [],
    );
    assert.ok(((await figure('process_open_fds')) ?? 0) > 0);
  });

  it('report readings by transport and result, groups, scores, connections and alerts', async () => {
    const before = await figures();
    const socket = await live(app, caregiver);
    const wearable = await join(app, bySession(patient));
    const mac = randomMac();
    await stream(app, patient, severe(mac));
    await wearable.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac)), { qos: 1 });
    await socket.ask({ type: 'reading', data: resting(mac) });
    assert.equal((await send(app, patient, { device_id: mac })).status, 400);
    await socket.next('alert');

    const now = await figures();
    const moved = (name: string) => (now.get(name) ?? Number.NaN) - (before.get(name) ?? 0);
    for (const [name, by] of [
      ['vigil_readings_received_total{transport="http"}', 2],
      ['vigil_readings_acknowledged_total{transport="http"}', 1],
      ['vigil_readings_refused_total{transport="http",status="400"}', 1],
      ['vigil_readings_acknowledged_total{transport="mqtt"}', 1],
      ['vigil_readings_refused_total{transport="websocket",status="403"}', 1],
      ['vigil_commit_rows_sum', 2],
      ['vigil_scoring_batch_readings_sum', 2],
      ['vigil_live_sockets', 1],
      ['vigil_mqtt_connections', 1],
      ['vigil_alerts_total{level="HIGH"}', 1],
    ] as const) {
      assert.equal(moved(name), by, name);
    }
    for (const name of ['vigil_commit_seconds_sum', 'vigil_scoring_seconds_sum']) {
      assert.ok(moved(name) > 0, name);
    }
    assert.equal(now.get('vigil_writer_queue_readings'), 0);
    assert.ok(now.has('nodejs_eventloop_lag_seconds'));
    wearable.end(true);
    await socket.close();
  });

  it('count unreadable requests and every entry of a backlog', async () => {
    const before = await figures();
    const wearable = await join(app, bySession(patient));
    const mac = randomMac();
    await send(app, patient, resting(mac));
    assert.equal(
      (await app.call('POST', '/device/sensor-stream', { token: patient.token, body: '{' })).status,
      400,
    );
    await wearable.publishAsync(readingsTopic(mac), '{', { qos: 1 });
    const entry = (secondsAgo: number) => ({
      ...resting(mac),
      recorded_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    });
    const entries = [entry(30), entry(20), entry(20), { ...entry(10), accel_x: 'far' }];
    await wearable.publishAsync(`devices/${mac}/backlog`, JSON.stringify(entries), { qos: 1 });
    await wearable.publishAsync(`devices/${mac}/backlog`, '[', { qos: 1 });

    const now = await figures();
    const moved = (name: string) => (now.get(name) ?? Number.NaN) - (before.get(name) ?? 0);
    assert.equal(moved('vigil_readings_refused_total{transport="http",status="400"}'), 1);
    assert.equal(moved('vigil_readings_received_total{transport="mqtt"}'), 6);
    assert.equal(moved('vigil_readings_acknowledged_total{transport="mqtt"}'), 3);
    assert.equal(moved('vigil_readings_refused_total{transport="mqtt",status="400"}'), 3);
    await wearable.endAsync();
  });

  it('report the time until the first acknowledgement once for each fall', async () => {
    const other = await signUp(app, 'CAREGIVER');
    await assign(app, other, patient);
    const sockets = await Promise.all([live(app, caregiver), live(app, other)]);
    const { id } = (await app.call('POST', '/falls', { ...patient, body: { confidence: 0.8 } })).body.data;
    const ofFall = sockets.map((socket) =>
      socket.find(({ type, data }) => type === 'alert' && data.fallId === id),
    );
    const [first, second] = (await Promise.all(ofFall)).map(({ data }) => data.id);
    const before = await figures();
    app.clock.advance(42_000);
    await sockets[0].ask({ type: 'acknowledge', data: { alertId: first } });
    app.clock.advance(42_000);
    const again = await app.call('POST', `/caregivers/alerts/${second}/acknowledge`, { ...other, body: {} });
    assert.equal(again.status, 200);
    const now = await figures();
    const moved = (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0);
    assert.equal(moved('vigil_acknowledgement_seconds_count'), 1);
    // It includes the machine's own time; a second acknowledgement would add twice as much.
    const waited = moved('vigil_acknowledgement_seconds_sum');
    assert.ok(waited >= 42 && waited < 84, `${waited} s`);
    await Promise.all(sockets.map((socket) => socket.close()));
  });

  it('include every reason for a drop before anything is dropped', async () => {
    for (const what of DROPS) assert.equal(await figure(`vigil_dropped_total{what="${what}"}`), 0, what);
  });

  it('count an MQTT client that was disconnected because it reads too slowly', async () => {
    const mac = randomMac();
    await stream(app, patient, resting(mac));
    const slow = await joinRaw(app, bySession(patient));
    slow.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: readingsTopic(mac), qos: 0 }] });
    await slow.next();
    slow.socket.pause();
    const wearable = await join(app, bySession(patient));
    const large = JSON.stringify(resting(mac, { padding: 'x'.repeat(200_000) }));
    await eventually(
      'the client is disconnected',
      async () => {
        await wearable.publishAsync(readingsTopic(mac), large, { qos: 1 });
        return (await figure('vigil_dropped_total{what="mqtt_client"}')) === 1;
      },
      20_000,
    );
    slow.socket.destroy();
    wearable.end(true);
  });
});
