import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { UNKNOWN_SENSORS } from '../../src/devices/sensor-health/sensors.ts';
import { saveReports } from '../../src/devices/store/reports.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { columnsOf, INSERT_READINGS } from '../../src/readings/store/encoding.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';

/** PostgreSQL refuses 1e-50 as a `real`; the jitter of a constant heart rate can be that small. */
describe('numbers that are too small for a column', () => {
  const TINY = 1e-50;
  let app: TestApp;
  let db: Database;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    db = openDatabase({ url: app.databaseUrl, log: silentLog() });
  });
  after(async () => {
    await db.close();
    await app.close();
  });

  it("are stored as 0 in a device's report", async () => {
    const mac = randomMac();
    await stream(app, await signUp(app), resting(mac));
    const [{ key }] = await sql(app.databaseUrl, 'SELECT key FROM devices WHERE mac_address = $1', [mac]);
    const nothing = { uptimeMs: 1, signalStrength: null, heartRate: 0, spo2: null, firmwareVersion: null };
    const flags = { sensorsInitialized: null, wifiConnected: null, bluetoothConnected: null };
    const units = {
      accelInG: false,
      gyroInRadians: false,
      movedAt: null,
      stillSince: null,
      charging: false,
      model: null,
      ...UNKNOWN_SENSORS,
    };
    const report = { ...nothing, ...flags, ...units, key, lastSeen: new Date(Date.now() + 1000) };
    await saveReports(db, [{ ...report, batteryLevel: TINY, heartRateJitter: TINY }], Date.now());
    const [row] = await sql(
      app.databaseUrl,
      'SELECT battery_level, heart_rate_jitter FROM devices WHERE key = $1',
      [key],
    );
    assert.deepEqual(row, { battery_level: 0, heart_rate_jitter: 0 });
  });

  it('are stored as 0 in a reading, by COPY and by INSERT', async () => {
    const mac = randomMac();
    const reading = { ...resting(mac), accel_x: TINY, fsr: TINY, battery_level: TINY };
    await stream(app, await signUp(app), reading);
    const [{ key }] = await sql(app.databaseUrl, 'SELECT key FROM devices WHERE mac_address = $1', [mac]);
    const storable = {
      deviceKey: key,
      recordedAtUs: Date.now() * 1000 + 1,
      fingerprint: undefined,
      confidence: TINY,
      healthScore: 100,
      samples: undefined,
      parts: undefined,
      body: reading,
    };
    await db.run(INSERT_READINGS, columnsOf([storable]));
    const rows = await sql(
      app.databaseUrl,
      'SELECT accel_x, fsr, battery_level FROM sensor_readings WHERE device_key = $1',
      [key],
    );
    assert.deepEqual(rows, Array(2).fill({ accel_x: 0, fsr: 0, battery_level: 0 }));
  });
});
