import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { assertFields } from '../helpers/fields.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, send, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { lockWaits, sql } from '../helpers/sql.ts';

describe('devices', () => {
  let app: TestApp;
  let ada: Person;
  let stranger: Person;
  let carer: Person;
  let otherCarer: Person;
  let admin: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '365d', LATEST_FIRMWARE: '1.10.0' });
    [ada, stranger, carer, otherCarer, admin] = await Promise.all([
      signUp(app),
      signUp(app),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      logInAsAdmin(app),
    ]);
    await assign(app, carer, ada);
  });
  after(() => app.close());

  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  const get = (path: string, { token }: Pick<Person, 'token'> = ada) => app.call('GET', path, { token });
  const view = async (mac: string, person = ada): Promise<Json> =>
    (await get(`/device/${mac}/status`, person)).body.data;
  const logs = async (mac: string, query = '', person = ada): Promise<Json> =>
    (await get(`/device/${mac}/logs${query}`, person)).body;
  const messages = async (mac: string, person = ada): Promise<string[]> =>
    (await logs(mac, '?limit=100&order=asc', person)).data.map(
      (entry: Json) => `${entry.type} ${entry.message}`,
    );
  /** The matching log entries, oldest first. */
  const matching = async (mac: string, pattern: RegExp, person = ada): Promise<string[]> =>
    (await messages(mac, person)).filter((message) => pattern.test(message));
  /** Deletes the device, because a person has ten at most. */
  const forget = (mac: string, { token } = ada) => app.call('DELETE', `/device/${mac}`, { token });

  describe('GET /device/:id/status', () => {
    it('shows the latest report right after the reading is answered', async () => {
      const mac = randomMac();
      const { deviceId, timestamp } = await stream(
        app,
        ada,
        resting(mac, {
          uptime_ms: 123_456_789_012,
          battery_level: 55.5,
          signal_strength: -67,
          firmware_version: '1.9.3',
          sensors_initialized: true,
          wifi_connected: true,
          bluetooth_connected: false,
        }),
      );
      const shown = await view(mac);
      const expected = {
        deviceId,
        status: 'ACTIVE',
        batteryLevel: 55.5,
        signalStrength: -67,
        lastDataPoint: timestamp,
        sensorsInitialized: true,
        wifiConnected: true,
        bluetoothConnected: false,
        uptime: 123_456_789_012,
        firmwareVersion: '1.9.3',
        updateAvailable: true,
        warnings: [],
      };
      assert.deepEqual({ ...shown, ...expected }, shown);
      app.clock.advance(1000);
      const next = await stream(
        app,
        ada,
        resting(mac, { uptime_ms: 7, battery_level: 54, firmware_version: '1.10.0' }),
      );
      const after = await view(mac);
      assert.equal(after.lastDataPoint, next.timestamp);
      assert.equal(after.uptime, 7);
      assert.equal(after.batteryLevel, 54);
      assert.equal(after.signalStrength, -67, 'fields missing from a reading keep their value');
      assert.equal(after.updateAvailable, false);
      const { data } = (await get(`/device/${mac}`)).body;
      assert.deepEqual(
        [data.lastSeen, data.batteryLevel, data.firmwareVersion],
        [next.timestamp, 54, '1.10.0'],
      );

      app = await restart(app, { SESSION_DURATION: '365d', LATEST_FIRMWARE: '1.10.0' });
      assert.deepEqual(await view(mac), after);
      await forget(mac);
    });

    it('shows null or false for values never reported', async () => {
      const mac = randomMac();
      await stream(app, ada, resting(mac));
      const { batteryLevel, signalStrength, firmwareVersion, ...rest } = await view(mac);
      assert.deepEqual([batteryLevel, signalStrength, firmwareVersion], [null, null, null]);
      assert.deepEqual(
        [rest.sensorsInitialized, rest.wifiConnected, rest.bluetoothConnected, rest.updateAvailable],
        [false, false, false, false],
      );
      await forget(mac);
    });

    it('goes from ACTIVE to INACTIVE to OFFLINE without data, and back with data', async () => {
      const mac = randomMac();
      const { timestamp } = await stream(app, ada, resting(mac));
      const statusAfter = async (ms: number) => {
        app.clock.advance(Date.parse(timestamp) + ms - app.clock.now());
        const { status } = (await get(`/device/${mac}`)).body.data;
        assert.equal((await view(mac)).status, status);
        return status;
      };
      assert.equal(await statusAfter(30 * MINUTE - 5_000), 'ACTIVE');
      assert.equal(await statusAfter(30 * MINUTE), 'INACTIVE');
      assert.equal(await statusAfter(24 * HOUR - 5_000), 'INACTIVE');
      assert.equal(await statusAfter(24 * HOUR), 'OFFLINE');
      await stream(app, ada, resting(mac));
      assert.equal((await view(mac)).status, 'ACTIVE');
      await forget(mac);
    });
  });

  describe('GET /device/:id/logs', () => {
    it('starts with the registration', async () => {
      const mac = randomMac();
      const { deviceId } = await stream(app, ada, resting(mac));
      const { data, pagination } = await logs(mac);
      assert.deepEqual(pagination, { page: 1, limit: 20, total: 1, totalPages: 1 });
      assertFields(data[0], 'id', 'deviceId', 'type', 'message', 'timestamp');
      assert.equal(typeof data[0].id, 'string');
      assert.equal(data[0].deviceId, deviceId);
      assert.equal(data[0].type, 'INFO');
      assert.match(data[0].message, /registered/i);
      await forget(mac);
    });

    it('has one warning each time the battery drops below the limit', async () => {
      const mac = randomMac();
      for (const battery_level of [50, 20, 19.9, 15, 19, 21, 18, 3]) {
        await stream(app, ada, resting(mac, { battery_level }));
        app.clock.advance(1000);
      }
      await stream(app, ada, resting(mac));
      assert.equal((await matching(mac, /^WARNING .*battery/i)).length, 2);
      await forget(mac);
    });

    it('has a warning when the first reading has a low battery', async () => {
      const mac = randomMac();
      await stream(app, ada, resting(mac, { battery_level: 5 }));
      assert.equal((await matching(mac, /^WARNING .*battery/i)).length, 1);
      await forget(mac);
    });

    it('has one warning when vitals leave their range, not one per reading', async () => {
      const mac = randomMac();
      for (const vitals of [
        { heart_rate: 70, spo2: 97 },
        { heart_rate: 190 },
        { heart_rate: 195 },
        {},
        { heart_rate: 72 },
        { spo2: 80 },
      ]) {
        await stream(app, ada, resting(mac, vitals));
        app.clock.advance(1000);
      }
      assert.equal((await matching(mac, /^WARNING .*vitals/i)).length, 2);
      await forget(mac);
    });

    it('has an error when the sensors are not initialised', async () => {
      const mac = randomMac();
      for (const sensors_initialized of [true, false, false, null, true, false]) {
        await stream(app, ada, resting(mac, { sensors_initialized }));
        app.clock.advance(1000);
      }
      assert.equal((await matching(mac, /^ERROR .*sensors/i)).length, 2);
      await forget(mac);
    });

    it('has an entry when the device returns after 30 minutes without data or more', async () => {
      const mac = randomMac();
      for (const pause of [10_000, 29 * MINUTE, 31 * MINUTE, 25 * HOUR, 1000]) {
        await stream(app, ada, resting(mac));
        app.clock.advance(pause);
      }
      await stream(app, ada, resting(mac));
      assert.equal((await matching(mac, /^INFO .*back online/i)).length, 2);
      await forget(mac);
    });

    it('has one warning per suspected fall, not per reading', async () => {
      const mac = randomMac();
      for (const pause of [1000, 1000, 61_000, 1000]) {
        await stream(app, ada, blowOf.HIGH(mac));
        app.clock.advance(pause);
      }
      assert.equal((await matching(mac, /^WARNING .*fall/i)).length, 2);
      await forget(mac);
    });

    it('filters by type and is paginated, newest first', async () => {
      const mac = randomMac();
      for (let i = 0; i < 12; i++) {
        await stream(
          app,
          ada,
          resting(mac, { sensors_initialized: i % 2 === 0, battery_level: i % 2 === 0 ? 50 : 10 }),
        );
        app.clock.advance(1000);
      }
      const all = await logs(mac, '?limit=100');
      assert.equal(all.pagination.total, 13);
      const stamps = all.data.map((entry: Json) => entry.timestamp);
      assert.deepEqual(stamps, [...stamps].sort().reverse());
      for (const [logType, count] of [
        ['error', 6],
        ['warning', 6],
        ['info', 1],
      ] as const) {
        const { data, pagination } = await logs(mac, `?logType=${logType}`);
        assert.equal(pagination.total, count);
        for (const entry of data) assert.equal(entry.type, logType.toUpperCase());
      }
      const pages = await Promise.all([1, 2, 3, 4].map((page) => logs(mac, `?limit=5&page=${page}`)));
      assert.deepEqual(
        pages.flatMap((page) => page.data.map((entry: Json) => entry.id)),
        all.data.map((entry: Json) => entry.id),
      );
      assert.deepEqual(pages[3].data, []);
      assert.equal((await logs(mac, '?limit=1000')).pagination.limit, 100);
      for (const query of ['?logType=INFOS', '?limit=0', '?page=x', '?order=up', '?sort=colour']) {
        assert.equal((await get(`/device/${mac}/logs${query}`)).status, 400, query);
      }
      await forget(mac);
    });

    it('keeps the newest 1000 entries', async () => {
      const mac = randomMac();
      const { deviceId } = await stream(app, ada, resting(mac));
      await logs(mac);
      await sql(
        app.databaseUrl,
        `INSERT INTO device_logs (device_id, at, type, message)
       SELECT $1, $2::timestamptz + i * interval '1 ms', 'INFO', 'entry ' || i FROM generate_series(1, 1000) i`,
        [deviceId, new Date(app.clock.now())],
      );
      app.clock.advance(5_000);
      await stream(app, ada, resting(mac, { sensors_initialized: false }));
      const newest = await logs(mac, '?limit=1');
      assert.equal(newest.pagination.total, 1000);
      assert.equal(newest.data[0].type, 'ERROR');
      assert.equal((await logs(mac, '?limit=1&page=1000')).data[0].message, 'entry 2');
      await forget(mac);
    });
  });

  describe('access to a device', () => {
    const mac = randomMac();
    let id: string;
    before(async () => {
      id = (await stream(app, ada, resting(mac))).deviceId;
    });
    const PATHS = ['', '/status', '/logs', '/readings'];

    it('is granted to the owner, assigned caregivers and admins', async () => {
      for (const path of PATHS) {
        for (const person of [ada, carer, admin])
          assert.equal((await get(`/device/${id}${path}`, person)).status, 200);
      }
    });

    it('is refused to strangers and to caregivers of other patients', async () => {
      for (const path of PATHS) {
        for (const person of [stranger, otherCarer]) {
          const answer = await get(`/device/${id}${path}`, person);
          assert.equal(answer.status, 403);
          assert.equal(answer.body.success, false);
          assert.equal(answer.body.data, undefined);
        }
        assert.equal((await app.call('GET', `/device/${id}${path}`)).status, 401);
      }
    });

    it('works by MAC address in every spelling', async () => {
      const plain = mac.replaceAll(':', '');
      for (const spelling of [
        mac,
        mac.toLowerCase(),
        plain,
        plain.toLowerCase(),
        mac.replaceAll(':', '-'),
        encodeURIComponent(mac),
      ]) {
        const answer = await get(`/device/${spelling}`);
        assert.equal(answer.status, 200, spelling);
        assert.equal(answer.body.data.id, id);
      }
      assert.equal((await get(`/device/${mac}`, stranger)).status, 403);
    });

    it('answers 404 for an unknown or malformed id', async () => {
      for (const wrong of [randomUUID(), randomMac(), 'nonsense', '1', `${id}0`, '%00', "'"]) {
        for (const path of PATHS) {
          for (const person of [ada, admin])
            assert.equal((await get(`/device/${wrong}${path}`, person)).status, 404, wrong);
        }
        assert.equal((await app.call('DELETE', `/device/${wrong}`, ada)).status, 404);
      }
    });
  });

  describe('DELETE /device/:id', () => {
    it('is for the owner only', async () => {
      const mac = randomMac();
      await stream(app, ada, resting(mac));
      for (const person of [stranger, carer, otherCarer, admin]) {
        const answer = await app.call('DELETE', `/device/${mac}`, { token: person.token });
        assert.equal(answer.status, 403);
        assert.equal(typeof answer.body.error, 'string');
      }
      assert.equal((await get(`/device/${mac}`)).status, 200);
      await forget(mac);
    });

    it('waits for the watch that alerts to a condition of the device, and does not deadlock with it', async () => {
      const mac = randomMac();
      const owner = await signUp(app);
      const { deviceId } = await stream(app, owner, resting(mac));
      await sql(
        app.databaseUrl,
        `INSERT INTO device_conditions (device_id, type, since, alerted_at) VALUES ($1, 'DEVICE_BATTERY_LOW', now(), now())`,
        [deviceId],
      );
      const watch = new Client({ connectionString: app.databaseUrl });
      await watch.connect();
      await watch.query('BEGIN');
      await watch.query('SELECT FROM device_conditions WHERE device_id = $1 FOR UPDATE', [deviceId]);
      const deleted = app.call('DELETE', `/device/${deviceId}`, { token: owner.token });
      await eventually('the deletion waits', async () => (await lockWaits(app.databaseUrl)) === 1);
      // As the reference of an alert does.
      await watch.query('SELECT FROM devices WHERE id = $1 FOR KEY SHARE', [deviceId]);
      await watch.query('COMMIT');
      await watch.end();
      assert.equal((await deleted).status, 204);
    });

    it('removes readings and logs, and keeps falls without a device', async () => {
      const mac = randomMac();
      const owner = await signUp(app);
      const { deviceId } = await stream(app, owner, blowOf.HIGH(mac));
      const [device] = await sql(app.databaseUrl, 'SELECT key FROM devices WHERE id = $1', [deviceId]);
      const answer = await app.call('DELETE', `/device/${deviceId}`, { token: owner.token });
      assert.equal(answer.status, 204);
      assert.equal(answer.body, undefined);
      for (const path of ['', '/status', '/logs', '/readings']) {
        assert.equal((await get(`/device/${deviceId}${path}`, owner)).status, 404);
      }
      assert.equal((await app.call('DELETE', `/device/${deviceId}`, { token: owner.token })).status, 404);
      const left = `SELECT (SELECT count(*)::int FROM sensor_readings WHERE device_key = $1) AS readings,
                         (SELECT count(*)::int FROM device_logs WHERE device_id = $2) AS logs`;
      await eventually('readings and logs are erased', async () => {
        const [{ readings, logs }] = await sql(app.databaseUrl, left, [device.key, deviceId]);
        return readings === 0 && logs === 0;
      });
      const { data } = (await get('/falls', owner)).body;
      assert.equal(data.length, 1);
      assert.equal((await get(`/falls/${data[0].id}`, owner)).body.data.deviceId, null);
    });

    it('frees the MAC address for a new device without the old state', async () => {
      const mac = randomMac();
      const first = await stream(app, ada, resting(mac, { battery_level: 12, firmware_version: '0.1' }));
      assert.equal((await forget(mac)).status, 204);
      const second = await stream(app, stranger, blowOf.HIGH(mac));
      assert.notEqual(second.deviceId, first.deviceId);
      assert.ok(second.fallConfidence > 0.7);
      assert.equal((await view(mac, stranger)).batteryLevel, null);
      assert.equal((await matching(mac, /battery/i, stranger)).length, 0);
      assert.equal((await send(app, ada, resting(mac))).status, 403);
      await forget(mac, stranger);
    });

    it('lets the owner register the device again at once, repeatedly', async () => {
      const mac = randomMac();
      const ids = new Set<string>();
      for (let i = 0; i < 5; i++) {
        ids.add((await stream(app, ada, resting(mac))).deviceId);
        assert.equal((await forget(mac)).status, 204);
      }
      assert.equal(ids.size, 5);
    });

    it('never breaks a concurrent reading nor leaves one behind', async () => {
      const mac = randomMac();
      for (let i = 0; i < 5; i++) {
        await stream(app, ada, resting(mac));
        app.clock.advance(1000);
        const [reading, deletion] = await Promise.all([send(app, ada, resting(mac)), forget(mac)]);
        assert.equal(deletion.status, 204);
        assert.ok([200, 503].includes(reading.status), String(reading.status));
        await forget(mac);
        app.clock.advance(1000);
      }
    });
  });
});
