import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, severe } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { codeOf, join } from '../mqtt/clients.ts';
import { admin, app, as } from '../people/started.ts';

interface Wearable {
  readonly id: string;
  readonly mac: string;
  readonly token: string;
}

describe('device tokens as bearers', () => {
  let owner: Person;
  before(async () => {
    owner = await signUp(app);
  });

  async function register(patient: Person = owner): Promise<Wearable> {
    const mac = randomMac();
    const { body } = await as(admin, 'POST', `/patients/${patient.id}/devices`, { macAddress: mac });
    return { id: body.data.id, mac, token: body.data.token };
  }
  const call = (token: string, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  const stream = ({ token }: Pick<Wearable, 'token'>, mac: string, body: object = {}) =>
    call(token, 'POST', '/device/sensor-stream', { ...resting(mac), ...body });
  /** A reading each second is the limit; these tests are about who may send one. */
  const later = () => app.clock.advance(2_000);

  it('send readings of their own device, also with its MAC address in another form', async () => {
    const { mac, token, id } = await register();
    const first = await stream({ token }, mac);
    assert.deepEqual([first.status, first.body.data.deviceId], [200, id]);
    later();
    assert.equal((await stream({ token }, mac.replaceAll(':', '-').toLowerCase())).status, 200);
    assert.equal((await as(owner, 'GET', `/device/${id}`)).body.data.status, 'ACTIVE');
  });

  it('send no readings of another device, of the same owner, of another owner or of nobody', async () => {
    const wearable = await register();
    const second = await register();
    const others = await register(await signUp(app));
    for (const mac of [second.mac, others.mac, randomMac()]) {
      const { status, body } = await stream(wearable, mac);
      assert.deepEqual([status, body.code], [403, 'DEVICE_TOKEN_OTHER_DEVICE']);
      // And from memory.
      assert.equal((await stream(wearable, mac)).status, 403);
    }
    for (const named of [7, null, undefined, ['x'], {}, ''])
      assert.equal((await stream(wearable, wearable.mac, { device_id: named })).status, 400);
    for (const body of [null, [], 'text', 7])
      assert.equal((await call(wearable.token, 'POST', '/device/sensor-stream', body)).status, 400);
  });

  it('answer for their own device alone, by its ID and its MAC address', async () => {
    const wearable = await register();
    const other = await register();
    for (const name of [
      wearable.id,
      wearable.mac,
      wearable.id.toUpperCase(),
      wearable.mac.replaceAll(':', ''),
    ])
      assert.ok(
        [200, 201].includes(
          (await call(wearable.token, 'POST', `/device/${name}/answer`, { answer: 'help' })).status,
        ),
      );
    for (const name of [other.id, other.mac, randomMac(), 'nonsense', '%00'])
      for (const answer of ['ok', 'help', 'x']) {
        const { status, body } = await call(wearable.token, 'POST', `/device/${name}/answer`, { answer });
        assert.deepEqual([status, body.code], [403, 'DEVICE_TOKEN_OTHER_DEVICE']);
      }
  });

  it('open no route of the service but those that say so', async () => {
    const { token, id } = await register();
    for (const { method, path, access, devices, protocol } of app.app.routes) {
      if (access === 'anyone' || devices) continue;
      const url = path.replaceAll(/:\w+/g, id);
      const answer = await fetch(new URL(`${protocol?.base ?? '/api'}${url}`, app.url), {
        method,
        headers: { Authorization: `Bearer ${token}` },
      });
      assert.equal(answer.status, 403, `${method} ${url}`);
      // Other protocols have errors of their own, without our codes.
      const words = protocol === undefined ? /NOT_FOR_DEVICE_TOKENS/ : /not available with a device token/;
      assert.match(await answer.text(), words, `${method} ${url}`);
    }
  });

  it('are nothing in a cookie, as a password over MQTT, or in another spelling', async () => {
    const { token, mac } = await register();
    for (const [method, path, body] of [
      ['POST', '/device/sensor-stream', resting(mac)],
      ['POST', `/device/${mac}/answer`, { answer: 'help' }],
      ['GET', '/me', undefined],
    ] as const) {
      // Twice: the second time, the token is in memory.
      for (const headers of [
        { Cookie: `access_token=${token}`, 'Sec-Fetch-Site': 'same-origin' },
        { Cookie: `station_token=${token}`, 'Sec-Fetch-Site': 'same-origin' },
      ])
        assert.equal((await app.call(method, path, { body, headers })).status, 401, path);
      for (const wrong of [`${token}x`, token.slice(1), token.toUpperCase(), `vgl_${token}`])
        assert.equal((await call(wrong, method, path, body)).status, 401);
      await stream({ token }, mac);
    }
    assert.equal(await codeOf(join(app, { username: owner.email, password: token })), 4);
    assert.equal(await codeOf(join(app, { username: randomMac(), password: token })), 4);
  });

  it('end at once when they are replaced, and the new one works', async () => {
    const wearable = await register();
    assert.equal((await stream(wearable, wearable.mac)).status, 200);
    later();
    const { body } = await as(owner, 'POST', `/device/${wearable.id}/token`);
    assert.equal((await stream(wearable, wearable.mac)).status, 401);
    assert.equal((await stream({ token: body.data.token }, wearable.mac)).status, 200);
  });

  it('end when the device is moved: its readings go to the new wearer by the new token alone', async () => {
    const next = await signUp(app);
    const wearable = await register();
    assert.equal((await stream(wearable, wearable.mac)).status, 200);
    later();
    const { body } = await as(admin, 'POST', `/device/${wearable.id}/move`, { patientId: next.id });
    assert.equal((await stream(wearable, wearable.mac)).status, 401);
    assert.equal((await stream({ token: body.data.token }, wearable.mac, severe(wearable.mac))).status, 200);
    assert.equal((await as(owner, 'GET', `/device/${wearable.id}`)).status, 403);
    assert.equal((await as(next, 'GET', `/device/${wearable.id}`)).body.data.status, 'ACTIVE');
  });

  it('end when the device or its owner is deleted or deactivated, and return with the owner', async () => {
    const patient = await signUp(app);
    const [first, second] = [await register(patient), await register(patient)];
    for (const wearable of [first, second]) assert.equal((await stream(wearable, wearable.mac)).status, 200);
    await as(patient, 'DELETE', `/device/${first.id}`);
    assert.equal((await stream(first, first.mac)).status, 401);
    const become = (status: string) => as(admin, 'PUT', `/admin/users/${patient.id}`, { status });
    assert.equal((await become('inactive')).status, 200);
    assert.equal((await stream(second, second.mac)).status, 401);
    assert.equal((await become('active')).status, 200);
    later();
    assert.equal((await stream(second, second.mac)).status, 200);
    assert.equal((await as(admin, 'DELETE', `/admin/users/${patient.id}`)).status, 200);
    assert.equal((await stream(second, second.mac)).status, 401);
    await eventually('the devices are deleted', async () => {
      const [row] = await sql(
        app.databaseUrl,
        'SELECT count(*)::int AS n FROM devices WHERE mac_address = ANY($1)',
        [[first.mac, second.mac]],
      );
      return row?.n === 0;
    });
  });

  it('of a disabled device are refused as its readings are', async () => {
    const wearable = await register();
    await as(admin, 'POST', `/admin/devices/${wearable.id}/disable`);
    const { status, body } = await stream(wearable, wearable.mac);
    assert.deepEqual([status, body.code], [403, 'DEVICE_DISABLED']);
  });

  it('outlive a new password and the sessions of their owner', async () => {
    const patient = await signUp(app);
    const wearable = await register(patient);
    assert.equal((await stream(wearable, wearable.mac)).status, 200);
    await as(patient, 'POST', '/auth/logout');
    later();
    assert.equal((await stream(wearable, wearable.mac)).status, 200);
  });
});
