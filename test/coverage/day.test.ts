import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bandOf, mostMovement } from '../../src/coverage/day.ts';
import type { Spans } from '../../src/coverage/spans.ts';
import { MINUTE_MS } from '../../src/platform/time.ts';
import { movementOf } from '../../src/readings/scoring/movement.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('the movement of a minute', () => {
  const of = (strength: number, direction: number, readings = 60) =>
    movementOf({ strength, direction, readings });
  it('is active by steps, light by a turning arm, still without either, unknown with few readings', () => {
    assert.deepEqual(
      [of(0.8, 3), of(0.79, 0.6), of(0.1, 0.59), of(3, 3, 5)],
      ['ACTIVE', 'LIGHT', 'STILL', null],
    );
  });

  it('is that of the wearable that moved most', () => {
    const movement = mostMovement([
      { minute: 1, movement: 'STILL' },
      { minute: 1, movement: 'LIGHT' },
      { minute: 2, movement: null },
      { minute: 2, movement: 'STILL' },
      { minute: 3, movement: null },
    ]);
    assert.deepEqual([1, 2, 3, 4].map(movement), ['LIGHT', 'STILL', undefined, undefined]);
  });
});

describe('the band of a day', () => {
  const band = (
    minutes: { connected?: Spans; late?: Spans; notWorn?: Spans; absent?: Spans },
    { until = 100, now = 200 } = {},
  ) => {
    const { connected = [], late = [], notWorn = [], absent = [] } = minutes;
    return bandOf(
      [0, until],
      { wearables: [{ connected, late, notWorn }], absent },
      (minute) => (minute < 20 ? 'STILL' : minute < 30 ? 'ACTIVE' : undefined),
      now * MINUTE_MS,
    ).map(({ kind, from, until: end }) => `${kind} ${from}–${end}`);
  };

  it('has each minute once: movement, not worn, no signal, away', () => {
    assert.deepEqual(
      band({ connected: [[0, 60]], late: [[60, 65]], notWorn: [[40, 70]], absent: [[90, 95]] }),
      [
        'STILL 0–20',
        'ACTIVE 20–30',
        'WORN 30–40',
        'NOT_WORN 40–60',
        'WORN 60–65',
        'NO_SIGNAL 65–90',
        'AWAY 90–95',
        'NO_SIGNAL 95–100',
      ],
    );
  });

  it('says nothing of the running minute before its first reading', () => {
    assert.deepEqual(band({ connected: [[0, 20]] }, { until: 21, now: 20.5 }), ['STILL 0–20']);
    assert.deepEqual(band({ connected: [[0, 21]] }, { until: 21, now: 20.5 }), [
      'STILL 0–20',
      'ACTIVE 20–21',
    ]);
  });
});

describe('the day of a resident', () => {
  let app: TestApp;
  let [edith, nurse, stranger] = [] as unknown as [Person, Person, Person];
  before(async () => {
    app = await startTestApp();
    [edith, nurse, stranger] = await Promise.all([
      signUp(app),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
    ]);
    await assign(app, nurse, edith);
  });
  after(() => app.close());
  const overview = (person: Person) =>
    app.call('GET', `/patients/${edith.id}/overview`, { token: person.token });

  it('is of the last 24 hours, from the stored readings, and begins where Vigil begins to know', async () => {
    const begun = (await overview(nurse)).body.data.day;
    assert.ok(Date.parse(begun.until) - Date.parse(begun.from) < 3 * MINUTE_MS);
    const run = (statement: string, ...values: unknown[]) => sql(app.databaseUrl, statement, values);
    await run(`UPDATE users SET created_at = now() - interval '9 days' WHERE id = $1`, edith.id);
    const [device] = await run(
      `INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
       VALUES ($1, '02:00:00:00:00:07', 'Watch', now(), now()) RETURNING key`,
      edith.id,
    );
    const minute = Math.floor(app.clock.now() / MINUTE_MS);
    // Ten minutes of rest, ten of walking, then nothing for ten.
    const first = new Date((minute - 30) * MINUTE_MS);
    await run(
      `INSERT INTO sensor_readings (device_key, uptime_ms, recorded_at, accel_x, accel_y, accel_z, confidence, health_score)
       SELECT $1, n * 1000, $2::timestamptz + n * interval '1 s', 0, 0, 9.8 + CASE WHEN n < 600 THEN 0 ELSE 4 * sin(n) END, 0, 100
       FROM generate_series(0, 1199) AS n`,
      device?.key,
      first,
    );
    const utcMinute = (minute - 30) % 1440;
    for (const [dayBack, range] of [
      [0, `{[${utcMinute},${Math.min(1440, utcMinute + 20)})}`],
      [-1, utcMinute + 20 > 1440 ? `{[0,${utcMinute + 20 - 1440})}` : '{}'],
    ] as const)
      await run(
        `INSERT INTO coverage_days (patient_id, day, device_key, connected, late, not_worn)
         VALUES ($1, '1970-01-01'::date + $2::int, $3, $4::int4multirange, '{}', '{}')`,
        edith.id,
        Math.floor((minute - 30) / 1440) - dayBack,
        device?.key,
        range,
      );
    const { status, body } = await overview(nurse);
    assert.equal(status, 200, JSON.stringify(body));
    const spans = body.data.day.spans.map(({ kind, from, until }: Record<string, string>) => [
      kind,
      Math.round((Date.parse(until ?? '') - Date.parse(from ?? '')) / MINUTE_MS),
    ]);
    assert.deepEqual(spans.slice(0, 3), [
      ['NO_SIGNAL', 1410],
      ['STILL', 10],
      ['ACTIVE', 10],
    ]);
    assert.equal(spans[3]?.[0], 'NO_SIGNAL');
  });

  it('is closed to caregivers of others', async () => {
    assert.equal((await overview(stranger)).status, 403);
  });
});
