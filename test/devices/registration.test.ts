import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assertFields } from '../helpers/fields.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, send, stream } from '../helpers/readings.ts';
import { restart } from '../helpers/restart.ts';
import { sql } from '../helpers/sql.ts';

describe('device registration', () => {
  let app: TestApp;
  let ada: Person;
  let bob: Person;
  before(async () => {
    app = await startTestApp();
    [ada, bob] = await Promise.all([signUp(app), signUp(app)]);
  });
  after(() => app.close());

  const device = async (id: string, { token } = ada) => app.call('GET', `/device/${id}`, { token });
  const rowsOf = async (mac: string): Promise<number> => {
    const [row] = await sql(
      app.databaseUrl,
      `SELECT count(*)::int AS count FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE mac_address = $1`,
      [mac],
    );
    return row.count;
  };
  const devicesOf = async ({ id }: Person): Promise<string[]> =>
    (await sql(app.databaseUrl, 'SELECT mac_address FROM devices WHERE user_id = $1', [id])).map(
      (row) => row.mac_address,
    );

  describe('the first reading of an unknown MAC address', () => {
    it("logs a warning when the account is not a patient's, because its falls alert no caregiver", async () => {
      const logOf = async (owner: Person): Promise<string[]> => {
        const { deviceId } = await stream(app, owner, resting(randomMac()));
        const { body } = await app.call('GET', `/device/${deviceId}/logs?order=asc`, { token: owner.token });
        return body.data.map((entry: Json) => `${entry.type} ${entry.message}`);
      };
      assert.deepEqual(await logOf(ada), ['INFO Registered']);
      const [cara, admin] = [await signUp(app, 'CAREGIVER'), await logInAsAdmin(app)];
      for (const [owner, whose] of [
        [cara, "a caregiver's"],
        [admin, "an admin's"],
      ] as const) {
        const entries = await logOf(owner);
        assert.ok(entries.includes('INFO Registered'));
        assert.ok(
          entries.some((entry) => entry.startsWith(`WARNING Registered by ${whose} account:`)),
          entries.join(),
        );
      }
    });

    it('registers the device for the caller as ACTIVE and returns its id', async () => {
      const mac = randomMac();
      const from = app.clock.now();
      const { deviceId, timestamp } = await stream(app, ada, resting(mac, { battery_level: 87.5 }));
      const { status, body } = await device(deviceId);
      assert.equal(status, 200);
      assertFields(
        body.data,
        'id',
        'userId',
        'macAddress',
        'name',
        'status',
        'lastSeen',
        'batteryLevel',
        'firmwareVersion',
        'createdAt',
        'updatedAt',
      );
      assert.equal(body.data.id, deviceId);
      assert.equal(body.data.userId, ada.id);
      assert.equal(body.data.macAddress, mac);
      assert.equal(body.data.status, 'ACTIVE');
      assert.equal(body.data.lastSeen, timestamp);
      assert.equal(body.data.batteryLevel, 87.5);
      assert.equal(body.data.firmwareVersion, null);
      assert.equal(typeof body.data.name, 'string');
      assert.ok(Date.parse(body.data.createdAt) >= from);
      assert.equal(await rowsOf(mac), 1);
    });

    it('registers one device for all spellings of the MAC address', async () => {
      const mac = randomMac();
      const plain = mac.replaceAll(':', '');
      const spellings = [plain.toLowerCase(), mac, mac.toLowerCase(), mac.replaceAll(':', '-'), plain];
      const ids = new Set<string>();
      for (const spelling of spellings) {
        ids.add((await stream(app, ada, resting(spelling))).deviceId);
        app.clock.advance(1000);
      }
      assert.equal(ids.size, 1);
      assert.equal((await device([...ids][0] ?? '')).body.data.macAddress, mac);
      assert.equal(await rowsOf(mac), spellings.length);
    });

    it('is open to every role', async () => {
      const [caregiver, admin] = await Promise.all([signUp(app, 'CAREGIVER'), logInAsAdmin(app)]);
      for (const person of [caregiver, admin]) await stream(app, person, resting(randomMac()));
    });

    it('needs a token', async () => {
      const mac = randomMac();
      const answer = await app.call('POST', '/device/sensor-stream', { body: resting(mac) });
      assert.equal(answer.status, 401);
      assert.equal(answer.body.success, false);
      assert.equal(
        (await sql(app.databaseUrl, 'SELECT FROM devices WHERE mac_address = $1', [mac])).length,
        0,
      );
    });

    it('registers one device when many first readings race', async () => {
      const mac = randomMac();
      const answers = await Promise.all(Array.from({ length: 12 }, () => send(app, ada, resting(mac))));
      const accepted = answers.filter(({ status }) => status === 200);
      assert.equal(accepted.length, 1);
      for (const { status } of answers) assert.ok(status === 200 || status === 429, String(status));
      assert.equal(await rowsOf(mac), 1);
      const logs = await app.call('GET', `/device/${mac}/logs`, ada);
      assert.equal(
        logs.body.data.filter((entry: { message: string }) => /registered/i.test(entry.message)).length,
        1,
      );
    });

    it('registers the device for one of two racing people and refuses the other', async () => {
      for (let round = 0; round < 5; round++) {
        const mac = randomMac();
        const answers = await Promise.all([send(app, ada, resting(mac)), send(app, bob, resting(mac))]);
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
        assert.equal(await rowsOf(mac), 1);
        const owner = answers[0].status === 200 ? ada : bob;
        assert.equal((await app.call('DELETE', `/device/${mac}`, owner)).status, 204);
      }
    });
  });

  describe("a reading of another user's device", () => {
    it("gets 403, is not stored and leaves the owner's state unchanged", async () => {
      const mac = randomMac();
      await stream(app, ada, resting(mac));
      app.clock.advance(1000);
      const refused = await send(app, bob, blowOf.HIGH(mac, { battery_level: 3 }));
      assert.equal(refused.status, 403);
      assert.equal(refused.body.success, false);
      assert.equal(refused.body.data, undefined);
      const accepted = await stream(app, ada, resting(mac, { battery_level: 90 }));
      assert.ok(accepted.fallConfidence <= 0.3, "the refused reading entered the detector's window");
      assert.equal(await rowsOf(mac), 2);
      assert.equal((await app.call('GET', '/falls', bob)).body.pagination.total, 0);
      assert.equal((await app.call('GET', '/falls', ada)).body.pagination.total, 0);
      assert.equal((await device(mac)).body.data.batteryLevel, 90);
    });

    it('gets 403 after a restart too', async () => {
      const mac = randomMac();
      await stream(app, ada, resting(mac));
      app = await restart(app);
      assert.equal((await send(app, bob, resting(mac))).status, 403);
      await stream(app, ada, resting(mac));
    });
  });

  describe('the limit of ten devices', () => {
    it('refuses the eleventh with 403 and names the limit; the ten keep working', async () => {
      const carl = await signUp(app);
      const macs = Array.from({ length: 10 }, randomMac);
      for (const mac of macs) await stream(app, carl, resting(mac));
      const eleventh = randomMac();
      const refused = await send(app, carl, resting(eleventh));
      assert.equal(refused.status, 403);
      assert.match(refused.body.error, /\b10\b/);
      assert.deepEqual((await devicesOf(carl)).sort(), [...macs].sort());
      app.clock.advance(1000);
      await stream(app, carl, resting(macs[9] ?? ''));

      assert.equal((await app.call('DELETE', `/device/${macs[0]}`, carl)).status, 204);
      await stream(app, carl, resting(eleventh));
      assert.equal((await devicesOf(carl)).length, 10);
    });

    it('holds when twenty first readings race', async () => {
      const dora = await signUp(app);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => send(app, dora, resting(randomMac()))),
      );
      assert.deepEqual(
        [200, 403].map((wanted) => answers.filter(({ status }) => status === wanted).length),
        [10, 10],
      );
      assert.equal((await devicesOf(dora)).length, 10);
    });
  });

  describe('a disabled device', () => {
    const disable = (mac: string, disabled: boolean) =>
      sql(app.databaseUrl, 'UPDATE devices SET disabled = $2 WHERE mac_address = $1', [mac, disabled]);

    it('gets 403, stores nothing and shows DISABLED', async () => {
      const mac = randomMac();
      const eve = await signUp(app);
      await stream(app, eve, resting(mac));
      await disable(mac, true);
      app = await restart(app);
      app.clock.advance(1000);
      const refused = await send(app, eve, resting(mac));
      assert.equal(refused.status, 403);
      assert.match(refused.body.error, /disabled/i);
      assert.equal(await rowsOf(mac), 1);
      assert.equal((await device(mac, eve)).body.data.status, 'DISABLED');
      assert.equal((await app.call('GET', `/device/${mac}/status`, eve)).body.data.status, 'DISABLED');

      await disable(mac, false);
      app = await restart(app);
      assert.equal((await device(mac, eve)).body.data.status, 'ACTIVE');
      await stream(app, eve, resting(mac));
    });
  });

  describe('a device whose owner deleted their account', () => {
    it('is registered for the next person who sends a reading', async () => {
      const mac = randomMac();
      const former = await signUp(app);
      const first = await stream(app, former, resting(mac));
      const gone = await app.call('DELETE', '/profile/me', {
        token: former.token,
        body: { confirmation: true },
      });
      assert.equal(gone.status, 200);
      const { deviceId } = await stream(app, bob, resting(mac));
      assert.notEqual(deviceId, first.deviceId);
      assert.equal((await device(mac, bob)).body.data.userId, bob.id);
    });
  });
});
