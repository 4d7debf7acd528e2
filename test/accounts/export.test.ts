import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';

describe('a data export', () => {
  let app: TestApp;
  let ada: Person;
  let nurse: Person;
  let admin: Person;
  const mac = randomMac();
  const movedMac = randomMac();
  before(async () => {
    app = await startTestApp();
    ada = await signUp(app, 'PATIENT', { firstName: 'Ada', lastName: 'Jones' });
    nurse = await signUp(app, 'CAREGIVER');
    admin = await logInAsAdmin(app);
    await assign(app, nurse, ada);
    const samples = [[0, 1, 2, 3, 4, 5, 6]];
    await stream(app, ada, resting(mac, { heart_rate: 71, samples }));
    await stream(app, ada, resting(movedMac));
    const other = await signUp(app);
    const moving = { token: admin.token, body: { patientId: other.id } };
    assert.equal((await app.call('POST', `/device/${movedMac}/move`, moving)).status, 200);
    await stream(app, other, resting(movedMac, { heart_rate: 99 }));
    await app.call('POST', '/falls', { token: ada.token, body: { confidence: 0.8, location: 'Bath' } });
    const message = { recipientId: nurse.id, content: 'Hello' };
    await app.call('POST', '/messages', { token: ada.token, body: message });
    await app.call('GET', `/patients/${ada.id}/falls`, nurse);
    const absence = { until: new Date(Date.now() + 3_600_000).toISOString(), reason: 'Dentist' };
    await app.call('PUT', `/patients/${ada.id}/absence`, { token: nurse.token, body: absence });
  });
  after(() => app.close());

  const download = (person: Person, path = '/profile/me/export', method = 'GET') =>
    fetch(app.url + path, { method, headers: { Authorization: `Bearer ${person.token}` } });
  const filesOf = async (response: Response) => {
    assert.equal(response.status, 200);
    return unzip(Buffer.from(await response.arrayBuffer()));
  };

  it('contains everything about the caller, no health data of others, and runs once per hour', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => void warnings.push(warning);
    process.on('warning', warned);
    const response = await download(ada);
    assert.equal(response.headers.get('content-type'), 'application/zip');
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="vigil-.*\.zip"$/);
    const files = await filesOf(response);
    assert.deepEqual(Object.keys(files), [
      'profile.json',
      'absences.json',
      'messages.json',
      'alerts.json',
      'falls.json',
      'devices.json',
      'readings.csv',
      'sensor-events.json',
      'morning-questions.json',
      'coverage.csv',
      'access-log.json',
    ]);
    process.off('warning', warned);
    assert.deepEqual(warnings, [], 'no listener is left for each file');
    const json = (name: string) => JSON.parse(files[name] ?? '');
    assert.deepEqual(Object.keys(json('profile.json')), [
      'account',
      'sessions',
      'loginNetworks',
      'secondFactor',
      'pin',
      'passkeys',
      'accessTokens',
      'stays',
      'caregivers',
      'patients',
      'ward',
      'wards',
      'checkIn',
      'channels',
      'shift',
      'rosterDuty',
      'rosterExceptions',
      'rosterSwaps',
      'escalation',
      'detectionLimits',
      'detector',
      'identities',
      'roleByGroups',
      'wardsByGroups',
      'loginsAtProvider',
      'sensors',
      'sensorRules',
      'tests',
      'handovers',
      'directory',
    ]);
    assert.equal(json('profile.json').account.email, ada.email);
    assert.equal(json('profile.json').caregivers[0].id, nurse.id);
    assert.deepEqual(
      json('devices.json').map((device: { macAddress: string; wornUntil: string | null }) => [
        device.macAddress,
        device.wornUntil === null,
      ]),
      [
        [mac, true],
        [movedMac, false],
      ],
    );
    assert.equal(json('falls.json')[0].location, 'Bath');
    assert.equal(json('falls.json')[0].timeline[0].type, 'detected');
    assert.match(json('alerts.json')[0].message, /Ada Jones/);
    assert.equal(json('messages.json')[0].content, 'Hello');
    assert.equal(json('absences.json')[0].reason, 'Dentist');
    assert.equal(json('access-log.json')[0].what, 'the falls of a patient');

    const [header = '', ...lines] = (files['readings.csv'] ?? '').trimEnd().split('\n');
    const names = header.split(',');
    const columns = await sql(
      app.databaseUrl,
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'sensor_readings'::regclass AND attnum > 0`,
    );
    const missing = columns
      .map(({ name }) => name)
      .filter((name) => name !== 'device_key' && !names.includes(name));
    assert.deepEqual(missing, []);
    const rows = lines.map((line) =>
      Object.fromEntries(line.split(',').map((value, place) => [names[place], value])),
    );
    assert.deepEqual(
      rows.map((row) => [row.mac_address, row.heart_rate, row.accel_z]),
      [
        [mac, '71', '9.8'],
        [movedMac, '', '9.8'],
      ],
    );
    const samples = Buffer.from(rows[0]?.samples ?? '', 'hex');
    assert.deepEqual([samples.length, samples[0], samples.readInt16LE(13)], [1 + 2 * 7, 7, 6 * 8]);
    assert.deepEqual([rows[0]?.parts, rows[1]?.samples, rows[1]?.parts], ['', '', '']);

    const again = await download(ada);
    assert.equal(again.status, 429);
    assert.ok(Number(again.headers.get('retry-after')) > 3_500);
  });

  it('answers HEAD with the headers of GET without counting or auditing it', async () => {
    const eva = await signUp(app);
    for (let i = 0; i < 5; i++) {
      const response = await download(eva, '/profile/me/export', 'HEAD');
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'application/zip');
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="vigil-/);
      assert.equal(await response.text(), '');
    }
    const files = await filesOf(await download(eva));
    assert.equal(JSON.parse(files['profile.json'] ?? '').account.id, eva.id);
    assert.equal((await download(eva)).status, 429);
    const exports = await app.call('GET', '/admin/logs?action=data.exported&limit=100', admin);
    const own = exports.body.data.filter(({ actorId }: { actorId: string }) => actorId === eva.id);
    assert.equal(own.length, 1);
    assert.equal((await download(ada, `/patients/${ada.id}/export`, 'HEAD')).status, 403);
    assert.equal((await download(admin, `/patients/${nurse.id}/export`, 'HEAD')).status, 404);
  });

  it('omits the patient from the alerts of a caregiver', async () => {
    const files = await filesOf(await download(nurse));
    const [alert] = JSON.parse(files['alerts.json'] ?? '');
    assert.deepEqual([alert.kind, alert.message], ['for you', null]);
    assert.equal(files['readings.csv']?.trimEnd().split('\n').length, 1);
    assert.ok(!JSON.stringify(files).includes('Bath'));
  });

  it("of a patient is unlimited for admins and appears in the patient's access log", async () => {
    for (let i = 0; i < 2; i++) {
      const files = await filesOf(await download(admin, `/patients/${ada.id}/export`));
      assert.equal(JSON.parse(files['profile.json'] ?? '').account.id, ada.id);
    }
    const { body } = await app.call('GET', '/profile/me/access-log', ada);
    assert.match(body.data[0].what, /everything that is held/);
    assert.equal(body.data[0].actorId, admin.id);
  });

  it('of many readings is complete across pages', async () => {
    const bob = await signUp(app);
    const { deviceId } = await stream(app, bob, resting(randomMac()));
    const COUNT = 5_000;
    await sql(
      app.databaseUrl,
      `INSERT INTO sensor_readings (recorded_at, uptime_ms, device_key, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                    confidence, health_score)
       SELECT now() - g * interval '1 millisecond', g, d.key, 0, 0, 9.8, 0, 0, 0, 0, 100
       FROM generate_series(1, ${COUNT}) AS g, devices d WHERE d.id = '${deviceId}'`,
    );
    const files = await filesOf(await download(bob));
    const lines = (files['readings.csv'] ?? '').trimEnd().split('\n').slice(1);
    assert.equal(new Set(lines).size, COUNT + 1);
    const times = lines.map((line) => line.split(',')[2] ?? '');
    assert.deepEqual(times, [...times].sort());
  });

  it('stops when the client aborts, and frees its slot', async () => {
    for (let i = 0; i < 5; i++) {
      const giving = new AbortController();
      const response = await fetch(`${app.url}/patients/${ada.id}/export`, {
        headers: { Authorization: `Bearer ${admin.token}` },
        signal: giving.signal,
      });
      assert.equal(response.status, 200);
      giving.abort();
    }
    await filesOf(await download(admin, `/patients/${ada.id}/export`));
  });
});
