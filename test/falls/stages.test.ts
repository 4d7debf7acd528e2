import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, violent } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { bySession, join as joinMqtt } from '../mqtt/clients.ts';
import { addChannel, setPolicy } from '../response/channels-of.ts';

const SECOND = 1_000;

describe('the stages of a fall', () => {
  let app: TestApp;
  let admin: Person;
  let patient: Person;
  let caregiver: Person;
  let ntfy: Receiver;
  before(async () => {
    ntfy = await startReceiver();
    const started = Date.parse('2026-11-18T12:00:00Z');
    app = await startTestApp(
      { ALLOW_PRIVATE_TARGETS: 'true', OK_WINDOW_SECONDS: '10', STREAM_INTERVAL_MS: '0' },
      { now: () => started },
    );
    admin = await logInAsAdmin(app);
    [patient, caregiver] = [await signUp(app), await signUp(app, 'CAREGIVER')];
    await assign(app, caregiver, patient);
    await addChannel(app, caregiver, 'ntfy', ntfy.url);
    await addChannel(app, caregiver, 'webhook', ntfy.url);
    await setPolicy(app, {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['ntfy', 'webhook'] }],
      repeats: { everySeconds: 180, times: null },
    });
  });
  after(async () => {
    await app.close();
    await ntfy.close();
  });

  const get = async (path: string): Promise<Json> => {
    const { status, body } = await app.call('GET', path, { token: caregiver.token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const stagesOf = async (id: string): Promise<Json> => (await get(`/falls/${id}`)).stages;
  const act = (id: string, verb: string, body?: object) =>
    app.call('POST', `/falls/${id}/${verb}`, { token: caregiver.token, body });
  const now = () => new Date(app.clock.now()).toISOString();
  const report = (query = '') =>
    app.call('GET', `/reports/response?from=2026-11-18&to=2026-11-18${query}`, { token: admin.token });

  it('are in the fall and its incident report, with the time of each', async () => {
    assert.deepEqual((await report()).body.data, {
      falls: 0,
      stages: { raised: null, notified: null, received: null, claimed: null, resolved: null },
    });
    const impactAt = now();
    const body = { confidence: 0.8 };
    const { id } = (await app.call('POST', '/falls', { token: patient.token, body })).body.data;
    const begun = {
      impactAt,
      receivedAt: impactAt,
      raisedAt: impactAt,
      firstNotifiedAt: null,
      firstReceivedAt: null,
      claimedAt: null,
      resolvedAt: null,
    };
    assert.deepEqual(await stagesOf(id), begun);
    await app.pass(12 * SECOND);
    await eventually('the message counts', async () => (await stagesOf(id)).firstNotifiedAt !== null);
    await eventually('the webhook has it', async () => (await stagesOf(id)).firstReceivedAt !== null);
    const { firstNotifiedAt, firstReceivedAt } = await stagesOf(id);
    for (const time of [firstNotifiedAt, firstReceivedAt])
      assert.ok(Math.abs(Date.parse(time) - app.clock.now()) < SECOND);
    await app.pass(30 * SECOND);
    await act(id, 'claim');
    const claimedAt = now();
    await app.pass(20 * SECOND);
    await act(id, 'release');
    await act(id, 'claim');
    await app.pass(60 * SECOND);
    await act(id, 'resolve', { outcome: 'HELPED' });
    const done = { ...begun, firstNotifiedAt, firstReceivedAt, claimedAt, resolvedAt: now() };
    assert.deepEqual(await stagesOf(id), done);
    assert.deepEqual((await get(`/falls/${id}/report`)).stages, done);
  });

  it('are in the report of a period, as JSON and CSV', async () => {
    const all = (seconds: number) => ({ p50: seconds, p90: seconds, max: seconds });
    const stages = {
      raised: all(0),
      notified: all(12),
      received: all(12),
      claimed: all(42),
      resolved: all(122),
    };
    assert.deepEqual((await report()).body.data, { falls: 1, stages });
    assert.deepEqual((await report(`&patientId=${patient.id}`)).body.data.falls, 1);
    const csv = await fetch(`${app.url}/reports/response?from=2026-11-18&to=2026-11-18&format=csv`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    assert.equal(
      csv.headers.get('content-disposition'),
      'attachment; filename="response-2026-11-18-to-2026-11-18.csv"',
    );
    assert.deepEqual((await csv.text()).replace('\ufeff', '').split('\r\n'), [
      '"stage","p50","p90","max"',
      '"raised",0,0,0',
      '"notified",12,12,12',
      '"received",12,12,12',
      '"claimed",42,42,42',
      '"resolved",122,122,122',
      '',
    ]);
  });

  it('begin when a backlog arrives, if the wearable was away', async () => {
    const wearer = await signUp(app);
    await assign(app, caregiver, wearer);
    const client = await joinMqtt(app, bySession(wearer));
    const impactAt = now();
    await app.pass(90 * SECOND);
    const { device_id: mac, ...reading } = violent(randomMac());
    const backlog = JSON.stringify([{ ...reading, recorded_at: impactAt }]);
    await client.publishAsync(`devices/${mac}/backlog`, backlog, { qos: 1 });
    client.end(true);
    const [{ id }] = await get(`/patients/${wearer.id}/falls`);
    const { impactAt: fellAt, receivedAt, raisedAt } = await stagesOf(id);
    assert.deepEqual([fellAt, receivedAt, raisedAt], [impactAt, now(), now()]);
    assert.equal((await report(`&patientId=${wearer.id}`)).body.data.stages.raised.max, 90);
  });

  it('are known of a test alert, too, which no report counts', async () => {
    const { body } = await app.call('POST', '/admin/test-alerts', { token: admin.token, body: {} });
    const { id } = body.data;
    await app.pass(15 * SECOND);
    const claimed = await app.call('POST', `/falls/${id}/claim`, { token: admin.token });
    assert.equal(claimed.status, 200, JSON.stringify(claimed.body));
    const { stages } = claimed.body.data;
    assert.equal(stages.claimedAt, now());
    assert.equal(Date.parse(stages.claimedAt) - Date.parse(stages.raisedAt), 15 * SECOND);
    assert.equal((await report()).body.data.falls, 2);
  });
});
