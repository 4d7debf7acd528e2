import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { sql } from '../helpers/sql.ts';
import { killAll } from '../process/child.ts';
import { type Instance, type Pair, startPair } from './instances.ts';

const NOTICED_MS = 10_000;

describe('the status view of a wearable', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    pair = await startPair();
    patient = await signUp(pair.a);
    caregiver = await signUp(pair.a, 'CAREGIVER');
    await assign(pair.a, caregiver, patient);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  let uptime = 0;
  /** Sends a reading in which every device field differs from all earlier readings. */
  async function report(instance: Instance, mac: string, more: object = {}) {
    uptime += 1_000;
    const said = {
      uptime_ms: uptime,
      battery_level: 30 + ((uptime / 1000) % 60),
      signal_strength: -30 - ((uptime / 1000) % 60),
      heart_rate: 60 + ((uptime / 1000) % 30),
      spo2: 95 + ((uptime / 1000) % 5),
      sensors_initialized: true,
      wifi_connected: (uptime / 1000) % 2 === 0,
      bluetooth_connected: (uptime / 1000) % 2 === 1,
      ...more,
    };
    const { deviceId, timestamp } = await stream(instance, patient, resting(mac, said));
    return { deviceId, timestamp, ...said };
  }

  async function assertShows(instance: Instance, said: Awaited<ReturnType<typeof report>>): Promise<void> {
    const { body } = await instance.call('GET', `/device/${said.deviceId}/status`, {
      token: caregiver.token,
    });
    const { batteryLevel, signalStrength, uptime: up, wifiConnected, bluetoothConnected } = body.data;
    assert.deepEqual(
      { batteryLevel, signalStrength, up, wifiConnected, bluetoothConnected },
      {
        batteryLevel: said.battery_level,
        signalStrength: said.signal_strength,
        up: said.uptime_ms,
        wifiConnected: said.wifi_connected,
        bluetoothConnected: said.bluetooth_connected,
      },
    );
    assert.ok(Date.parse(body.data.lastDataPoint) >= Date.parse(said.timestamp), body.data.lastDataPoint);
  }

  it('shows each reading at the instance that did not receive it, also in lists', async () => {
    const { a, b } = pair;
    const mac = randomMac();
    await assertShows(b, await report(a, mac));
    await assertShows(a, await report(b, mac));
    const said = await report(a, mac);
    await assertShows(b, said);
    for (const instance of [a, b]) {
      const devices = await instance.call('GET', `/patients/${patient.id}/devices`, {
        token: caregiver.token,
      });
      const shown = devices.body.data.find((device: { id: string }) => device.id === said.deviceId);
      assert.equal(shown.batteryLevel, said.battery_level);
      const board = await instance.call('GET', '/board', { token: caregiver.token });
      const [person] = board.body.data.people;
      assert.equal(person.heartRate, said.heart_rate);
      assert.ok(Date.parse(person.lastSeen) >= Date.parse(said.timestamp));
    }
  });

  it('keeps values of an earlier reading that a later one omits', async () => {
    const { a, b } = pair;
    const mac = randomMac();
    const first = await report(a, mac);
    const { deviceId, timestamp, uptime_ms } = await report(b, mac, { battery_level: undefined });
    const said = { ...first, deviceId, timestamp, uptime_ms };
    const { body } = await a.call('GET', `/device/${deviceId}/status`, { token: caregiver.token });
    assert.equal(body.data.batteryLevel, said.battery_level);
    assert.equal(body.data.uptime, said.uptime_ms);
  });

  it('shows the last acknowledged reading after kill -9, at the other instance at once and in the table soon', async () => {
    const { a, b, database } = pair;
    const mac = randomMac();
    const said = await report(a, mac);
    a.vigil.signal('SIGKILL');
    await a.vigil.exited;
    await assertShows(b, said);
    const isStored = async () => {
      const [row] = await sql(database.url, 'SELECT * FROM devices WHERE id = $1', [said.deviceId]);
      return row?.uptime_ms === String(said.uptime_ms) && row.battery_level === said.battery_level;
    };
    await eventually('the table has it too', isStored, NOTICED_MS);
  });

  it('shows the last acknowledged reading after kill -9 of all instances and a restart, however late', async () => {
    const { b, database } = pair;
    const mac = randomMac();
    const said = await report(b, mac);
    b.vigil.signal('SIGKILL');
    await b.vigil.exited;
    // As if the service had been down for an hour, with a device that had been silent for two hours before
    // that.
    await sql(database.url, `UPDATE sensor_readings SET recorded_at = recorded_at - interval '1 hour'`);
    await sql(
      database.url,
      `UPDATE devices SET last_seen = last_seen - CASE WHEN id = $1 THEN interval '3 hours' ELSE interval '1 hour' END`,
      [said.deviceId],
    );
    const next = await pair.another();
    const timestamp = new Date(Date.parse(said.timestamp) - 3_600_000).toISOString();
    await assertShows(next, { ...said, timestamp });
    const [row] = await sql(database.url, 'SELECT * FROM devices WHERE id = $1', [said.deviceId]);
    assert.equal(row?.last_seen.toISOString(), timestamp);
  });
});
