import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, send, severe, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { closed, codeOf, join, listenTo } from '../mqtt/clients.ts';
import { connackCode } from '../mqtt/version.ts';
import { admin, app, as } from '../people/started.ts';

describe('provisioned wearables', () => {
  let nurse: Person;
  let ann: Person;
  let ben: Person;
  before(async () => {
    nurse = await signUp(app, 'CAREGIVER');
    ann = await signUp(app);
    ben = await signUp(app);
    await assign(app, nurse, ann);
    await assign(app, nurse, ben);
  });

  const register = (by: Person, patient: Person, macAddress: string, more: object = {}) =>
    as(by, 'POST', `/patients/${patient.id}/devices`, { macAddress, ...more });
  const move = (by: Person, device: string, patientId: string) =>
    as(by, 'POST', `/device/${device}/move`, { patientId });
  const readingsOf = async (device: string): Promise<number> =>
    (await as(admin, 'GET', `/device/${device}/readings`)).body.data.length;

  describe('a wearable registered for a patient', () => {
    it('belongs to the patient before its first reading and connects with the returned token', async () => {
      const mac = randomMac();
      const spelled = mac.replaceAll(':', '').toLowerCase();
      const { status, body } = await register(nurse, ann, spelled, { name: ' Wristband 7 ' });
      assert.equal(status, 201);
      const { id, token, broker, phoneUrls, updateKey, createdAt: _, updatedAt: __, ...rest } = body.data;
      assert.deepEqual([phoneUrls, updateKey], [[], null]);
      assert.equal(broker, `mqtt://localhost:${app.app.ports.mqtt}`);
      assert.deepEqual(rest, {
        userId: ann.id,
        macAddress: mac,
        name: 'Wristband 7',
        status: 'UNREGISTERED',
        lastSeen: null,
        batteryLevel: null,
        firmwareVersion: null,
        model: null,
        paused: null,
        pausedAt: null,
      });
      const wearable = await join(app, { username: mac, password: token });
      await wearable.publishAsync(`devices/${mac}/readings`, JSON.stringify(resting(mac)), { qos: 1 });
      wearable.end(true);
      assert.equal((await as(ann, 'GET', `/device/${id}`)).body.data.status, 'ACTIVE');
      assert.equal((await as(ann, 'GET', `/patients/me`)).body.data.devices[0].name, 'Wristband 7');
    });

    it('gets a default name and can be registered by the patient', async () => {
      const mac = randomMac();
      const { status, body } = await register(ben, ben, mac);
      assert.deepEqual([status, body.data.name], [201, `Wearable ${mac.slice(-5)}`]);
      assert.match((await as(nurse, 'GET', `/device/${mac}/logs`)).body.data[0].message, /^Registered/);
    });

    it('is refused when it is taken, registered already, the eleventh, or without a valid MAC address', async () => {
      const mac = randomMac();
      await stream(app, ann, resting(mac));
      const others = await register(nurse, ben, mac);
      assert.equal(others.status, 409);
      assert.match(others.body.error, /move it instead/);
      const again = await register(nurse, ann, mac);
      assert.equal(again.status, 409);
      assert.match(again.body.error, /already belongs/);
      const rich = await signUp(app);
      for (let i = 0; i < 10; i++) assert.equal((await register(rich, rich, randomMac())).status, 201);
      const eleventh = await register(admin, rich, randomMac());
      assert.equal(eleventh.status, 403);
      assert.match(eleventh.body.error, /10 devices/);
      for (const bad of ['x', 'AA:BB:CC:DD:EE', 7, undefined])
        assert.deepEqual(Object.keys((await register(ann, ann, bad as string)).body.details), ['macAddress']);
      assert.equal((await register(admin, nurse, randomMac())).status, 404, 'a caregiver is not a patient');
    });
  });

  describe('POST /device/:id/token', () => {
    it('is open to the patient, assigned caregivers and admins', async () => {
      const mac = randomMac();
      await stream(app, ann, resting(mac));
      for (const person of [ann, nurse, admin]) {
        const { body } = await as(person, 'POST', `/device/${mac}/token`);
        assert.equal(await codeOf(join(app, { username: mac, password: body.data.token })), 0);
      }
      assert.equal((await as(ben, 'POST', `/device/${mac}/token`)).status, 403);
    });
  });

  describe('a moved wearable', () => {
    it('keeps its id and gets a new wearer; earlier readings stay with the former wearer', async () => {
      const mac = randomMac();
      const { id, token } = (await register(nurse, ann, mac)).body.data;
      await stream(app, ann, resting(mac, { heart_rate: 130, battery_level: 50 }));
      const old = await join(app, { username: mac, password: token });
      const { status, body } = await move(nurse, mac, ben.id);
      assert.equal(status, 200);
      assert.deepEqual(
        [body.data.id, body.data.userId, body.data.status, body.data.batteryLevel],
        [id, ben.id, 'UNREGISTERED', 50],
      );
      await closed(old);
      assert.equal(
        await codeOf(join(app, { username: mac, password: token })),
        connackCode(4),
        'the old token is void',
      );
      assert.equal(await codeOf(join(app, { username: mac, password: body.data.token })), 0);

      assert.equal((await send(app, ann, resting(mac))).status, 403);
      assert.equal((await as(ann, 'GET', `/device/${id}`)).status, 403);
      assert.equal(await readingsOf(id), 0);
      assert.equal(
        (await as(ben, 'GET', `/device/${id}/logs`)).body.data.length,
        1,
        'only the move is logged',
      );
      assert.equal((await as(nurse, 'GET', `/patients/${ben.id}/health`)).body.data.vitals.heartRate, null);
      app.clock.advance(1000);
      await stream(app, ben, resting(mac));
      app.clock.advance(1000);
      await stream(app, ben, resting(mac));
      assert.equal(await readingsOf(id), 2);

      assert.equal((await move(admin, id, ann.id)).status, 200);
      assert.equal(await readingsOf(id), 1, "the earlier readings are the wearer's again");
      app.clock.advance(1000);
      await stream(app, ann, resting(mac));
      assert.equal(await readingsOf(id), 2);
    });

    it('starts a new fall; an open fall stays with the former wearer', async () => {
      const mac = randomMac();
      await stream(app, ann, blowOf.POTENTIAL(mac));
      await move(nurse, mac, ben.id);
      app.clock.advance(2000);
      await stream(app, ben, blowOf.HIGH(mac));
      for (const [patient, level] of [
        [ann, 'POTENTIAL'],
        [ben, 'HIGH'],
      ] as const) {
        const { body } = await as(nurse, 'GET', `/patients/${patient.id}/falls`);
        assert.equal(body.data[0].status, level);
      }
    });

    it('begins again with first readings, which are scored each by itself', async () => {
      const mac = randomMac();
      for (let second = 0; second < 6; second++) {
        await stream(app, ann, resting(mac));
        app.clock.advance(1000);
      }
      await move(nurse, mac, ben.id);
      app.clock.advance(1000);
      await stream(app, ben, resting(mac));
      app.clock.advance(1000);
      assert.ok((await stream(app, ben, severe(mac))).fallConfidence > 0.7);
    });

    it('rejects backlog readings from before the move', async () => {
      const mac = randomMac();
      await stream(app, ann, resting(mac));
      const before = new Date(app.clock.now() - 60_000).toISOString();
      app.clock.advance(1000);
      const { token } = (await move(nurse, mac, ben.id)).body.data;
      app.clock.advance(1000);
      const since = new Date(app.clock.now()).toISOString();
      const wearable = await join(app, { username: mac, password: token });
      const { next } = listenTo(wearable);
      await wearable.subscribeAsync(`devices/${mac}/assessments`);
      const backlog = [before, since].map((recorded_at) => ({ ...resting(mac), recorded_at }));
      await wearable.publishAsync(`devices/${mac}/backlog`, JSON.stringify(backlog), { qos: 1 });
      const { accepted, refused } = (await next('/assessments')).json.data;
      assert.deepEqual([accepted, refused[0].index], [1, 0]);
      assert.match(refused[0].error, /before the device was moved/);
      wearable.end(true);
    });

    it('must go to a patient, moved by an admin or a caregiver of both patients', async () => {
      const mac = randomMac();
      await stream(app, ann, resting(mac));
      const stranger = await signUp(app);
      const other = await signUp(app, 'CAREGIVER');
      await assign(app, other, ben);
      for (const nobody of [randomUUID(), nurse.id])
        assert.equal((await move(admin, mac, nobody)).status, 404);
      assert.equal((await move(nurse, mac, stranger.id)).status, 403);
      assert.equal((await move(other, mac, ben.id)).status, 403);
      assert.equal((await move(ann, mac, ben.id)).status, 403, 'patients may not move a wearable');
      assert.equal((await move(nurse, mac, 'x')).status, 400);
      assert.equal((await move(nurse, mac, ann.id)).status, 409);
      assert.equal((await move(nurse, randomMac(), ann.id)).status, 404);
    });

    it('keeps no readings of a former wearer whose account is deleted', async () => {
      const mac = randomMac();
      const gone = await signUp(app);
      const { deviceId } = await stream(app, gone, resting(mac));
      const keys = await sql(app.databaseUrl, 'SELECT key FROM devices WHERE id = $1', [deviceId]);
      await move(admin, mac, ben.id);
      await as(admin, 'DELETE', `/patients/${gone.id}`);
      const left = () =>
        sql(app.databaseUrl, 'SELECT FROM sensor_readings WHERE device_key = $1', [keys[0].key]);
      await eventually("the former wearer's readings are erased", async () => (await left()).length === 0);
      assert.equal((await as(ben, 'GET', `/device/${deviceId}`)).status, 200);
    });
  });
});
