import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { lockWaits, sql } from '../helpers/sql.ts';

describe('the queues in the health report', () => {
  let app: TestApp;
  let patient: Person;
  let blocker: Client;
  before(async () => {
    // It stands still unless moved.
    const startedAt = Date.now();
    app = await startTestApp(
      { METRICS_PORT: '0', LOG_LEVEL: 'silent', OK_WINDOW_SECONDS: '5' },
      { now: () => startedAt },
    );
    patient = await signUp(app);
    await assign(app, await signUp(app, 'CAREGIVER'), patient);
    blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
  });
  after(async () => {
    await blocker.end();
    await app.close();
  });

  const health = async (): Promise<Json> => (await app.call('GET', '/health')).body.data;
  async function passSeconds(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 5) await app.pass(5_000);
  }
  const page = async (path: string) =>
    (await fetch(`http://127.0.0.1:${app.app.ports.metrics}${path}`)).text();
  const metric = async (queue: string) =>
    Number(new RegExp(`queue_age_seconds\\{queue="${queue}"\\} (\\d+)`).exec(await page('/metrics'))?.[1]);

  async function assertStuck(queue: string, limit: number): Promise<void> {
    const { status, queues } = await health();
    assert.equal(status, 'DEGRADED');
    assert.ok(queues[queue] >= limit, `${queue}: ${queues[queue]} s`);
    assert.ok((await metric(queue)) >= limit);
    assert.match(await page('/readyz'), new RegExp(`^degraded: .*${queue}`));
  }
  const IDLE = { readings: 0, outbox: 0, responses: 0, events: 0 };

  it('are 0 while nothing waits', async () => {
    await passSeconds(10);
    const { status, queues } = await health();
    assert.deepEqual([status, queues], ['HEALTHY', IDLE]);
  });

  it('tell of a response that is due and not advanced', async () => {
    const { body } = await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } });
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM fall_events WHERE id = $1 FOR UPDATE', [body.data.id]);
    await passSeconds(20);
    assert.equal((await health()).status, 'HEALTHY');
    await passSeconds(25);
    await assertStuck('responses', 30);
    await blocker.query('COMMIT');
    await passSeconds(10);
    assert.deepEqual((await health()).queues, IDLE);
  });

  it('tell of a message that is due and not sent', async () => {
    const [{ id: hook }] = await sql(
      app.databaseUrl,
      `INSERT INTO webhooks (url, secret, events, created_at)
       VALUES ('https://192.0.2.1/', '{}', '{}', now()) RETURNING id`,
    );
    const id = randomUUID();
    await sql(
      app.databaseUrl,
      `INSERT INTO outbox (id, webhook_id, lane, message, due_at, created_at) VALUES ($1, $2, 'webhook 192.0.2.1', '{}', $3, $4)`,
      [id, hook, new Date(app.clock.now() + 4_000), new Date(app.clock.now())],
    );
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM outbox WHERE id = $1 FOR UPDATE', [id]);
    await passSeconds(75);
    await assertStuck('outbox', 60);
    await blocker.query('DELETE FROM outbox WHERE id = $1', [id]);
    await blocker.query('COMMIT');
    await passSeconds(10);
    assert.deepEqual((await health()).queues, IDLE);
  });

  it('tell of a reading that is not stored', async () => {
    const mac = randomMac();
    await send(app, patient, resting(mac));
    app.clock.advance(1_000);
    await blocker.query('BEGIN; LOCK TABLE sensor_readings');
    const answer = send(app, patient, resting(mac));
    await eventually('the reading waits', async () => (await lockWaits(app.databaseUrl)) > 0);
    app.clock.advance(31_000);
    await assertStuck('readings', 30);
    await blocker.query('COMMIT');
    assert.equal((await answer).status, 200);
    assert.equal((await health()).queues.readings, 0);
  });
});
