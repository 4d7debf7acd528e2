import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

describe('GET /device/:id/readings', () => {
  let app: TestApp;
  let ada: Person;
  const mac = randomMac();
  /** Ten thousand readings, one per second, the last at this time. */
  let end: number;
  const COUNT = 10_000;
  before(async () => {
    app = await startTestApp();
    ada = await signUp(app);
    const { timestamp } = await stream(app, ada, resting(mac));
    end = Math.floor(Date.parse(timestamp) / 60_000) * 60_000;
    await sql(
      app.databaseUrl,
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                  confidence, health_score, heart_rate, spo2, pressure, battery_level)
     SELECT $1::timestamptz - i * interval '1 s', i, key, 3, 4, CASE WHEN i % 60 = 7 THEN 12 ELSE 0 END, 0, 6, 8,
            CASE WHEN i % 60 = 9 THEN 0.5 ELSE 0 END, 100 - i % 60, 60 + i % 3, NULL, 1000 + i % 2, 50
     FROM devices, generate_series(1, $2::int) i WHERE mac_address = $3`,
      [new Date(end), COUNT, mac],
    );
  });
  after(() => app.close());

  const read = (query: Record<string, string> = {}, { token } = ada) =>
    app.call('GET', `/device/${mac}/readings?${new URLSearchParams(query)}`, { token });
  const points = async (query: Record<string, string>): Promise<Json[]> => {
    const { status, body } = await read(query);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const at = (msBefore: number): string => new Date(end - msBefore).toISOString();

  describe('the history of a device', () => {
    it('lists raw readings, oldest first', async () => {
      const found = await points({ from: at(10_000), to: at(0) });
      assert.equal(found.length, 10);
      assert.deepEqual(found[0], {
        timestamp: at(10_000),
        readings: 1,
        accelMagnitude: 5,
        accelMagnitudeMax: 5,
        gyroMagnitude: 10,
        fallConfidence: 0,
        healthScore: 90,
        heartRate: 61,
        spo2: null,
        pressure: 1000,
        batteryLevel: 50,
      });
      assert.deepEqual(
        found.map(({ timestamp }) => timestamp),
        found.map(({ timestamp }) => timestamp).sort(),
      );
    });

    it('includes `from` and excludes `to`, so that adjacent ranges do not overlap', async () => {
      const whole = await points({ from: at(100_000), to: at(0) });
      const pieces = [
        ...(await points({ from: at(100_000), to: at(40_000) })),
        ...(await points({ from: at(40_000), to: at(0) })),
      ];
      assert.equal(whole.length, 100);
      assert.deepEqual(pieces, whole);
    });

    it('aggregates minutes and hours', async () => {
      const [minute, ...others] = await points({ from: at(60_000), to: at(0), resolution: 'minute' });
      assert.deepEqual(others, []);
      assert.equal(minute.timestamp, at(60_000));
      assert.equal(minute.readings, 60);
      assert.equal(minute.accelMagnitudeMax, 13);
      assert.ok(Math.abs(minute.accelMagnitude - (59 * 5 + 13) / 60) < 1e-6);
      assert.equal(minute.fallConfidence, 0.5);
      assert.equal(minute.healthScore, 41);
      assert.equal(minute.heartRate, 61);
      assert.equal(minute.spo2, null);
      assert.ok(Math.abs(minute.pressure - 1000.5) < 1e-6);

      const hours = await points({ from: at(4 * 3_600_000), to: at(0), resolution: 'hour' });
      assert.equal(
        hours.reduce((sum, hour) => sum + hour.readings, 0),
        COUNT,
      );
      for (const { timestamp } of hours) assert.equal(Date.parse(timestamp) % 3_600_000, 0);
    });

    it('has at most 2000 points, and continues from the last one', async () => {
      let from = at(COUNT * 1000);
      const seen = new Set<string>();
      for (let page = 0; page < 8 && seen.size < COUNT; page++) {
        const found = await points({ from, to: at(0) });
        assert.ok(found.length > 0 && found.length <= 2000);
        for (const { timestamp } of found) seen.add(timestamp);
        from = found.at(-1)?.timestamp ?? from;
      }
      assert.equal(seen.size, COUNT);
      const years = await points({ from: '2020-01-01T00:00:00Z', to: at(0), resolution: 'minute' });
      assert.ok(years.length <= 2000);
    });

    it('shows the last hour, day or month when no range is given', async () => {
      assert.ok((await points({})).length > 1000);
      assert.ok((await points({ resolution: 'minute' })).length >= 166);
      assert.ok((await points({ resolution: 'hour' })).length >= 3);
    });

    it('is empty when there are no readings', async () => {
      assert.deepEqual(await points({ from: '2001-01-01T00:00:00Z', to: '2001-01-02T00:00:00Z' }), []);
      assert.deepEqual(await points({ from: at(-86_400_000 * 20), to: at(-86_400_000 * 21) }), []);
    });

    it('refuses invalid ranges with 400 and names the field', async () => {
      const bad: readonly (readonly [Record<string, string>, string])[] = [
        [{ from: at(0), to: at(1000) }, 'from'],
        [{ from: at(0), to: at(0) }, 'from'],
        [{ from: 'yesterday' }, 'from'],
        [{ to: '2026-02-30T00:00:00Z' }, 'to'],
        [{ from: '2026-13-01T00:00:00Z' }, 'from'],
        [{ from: '1700000000' }, 'from'],
        [{ from: '2026-01-31T08:00:00Z[Europe/Paris]' }, 'from'],
        [{ to: '2026-01-31T08:00:00+01:00[u-ca=hebrew]' }, 'to'],
        [{ resolution: 'second' }, 'resolution'],
        [{ resolution: '' }, 'resolution'],
      ];
      for (const [query, field] of bad) {
        const { status, body } = await read(query);
        assert.equal(status, 400, JSON.stringify(query));
        assert.ok(field in body.details, JSON.stringify(body));
      }
    });

    it('never fails on times at the limits of the calendar', async () => {
      for (const time of [
        '0000-01-01T00:00:00Z',
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59Z',
        '2016-12-31T23:59:60Z',
        '2026-01-01T00:00:00+14:00',
      ]) {
        for (const query of [{ from: time }, { to: time }, { from: time, resolution: 'hour' }] as Record<
          string,
          string
        >[]) {
          const { status } = await read(query);
          assert.ok(status === 200 || status === 400, `${status} for ${JSON.stringify(query)}`);
        }
      }
    });

    it('is audited when another person reads it', async () => {
      const admin = await logInAsAdmin(app);
      assert.equal((await read({}, admin)).status, 200);
      const trail = () =>
        sql(
          app.databaseUrl,
          `SELECT FROM audit_log WHERE actor_id = $1 AND subject_id = $2 AND action LIKE 'health.%'`,
          [admin.id, ada.id],
        );
      await eventually('the audit entry', async () => (await trail()).length > 0);
      assert.equal((await trail()).length, 1);
    });
  });
});
