import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import mqttPacket from 'mqtt-packet';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logIn, logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { lockWaits, sql } from '../helpers/sql.ts';
import { bySession, closed, codeOf, granted, join, listenTo, readingsTopic, roundTrip } from './clients.ts';
import { connectPacket, rawClient } from './raw.ts';
import { connackCode, inVersion } from './version.ts';

const BAD_CREDENTIALS = connackCode(4);
const NOT_AUTHORIZED = connackCode(5);
const UNAVAILABLE = connackCode(3);

async function deviceWithToken(app: TestApp, person: Person, mac = randomMac()) {
  const { deviceId } = await stream(app, person, resting(mac));
  const answer = await app.call('POST', `/device/${deviceId}/token`, { token: person.token });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.data.deviceId, deviceId);
  return { mac, deviceId, token: answer.body.data.token as string };
}

describe('connecting over MQTT', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp();
    person = await signUp(app);
  });
  after(() => app.close());

  it('works with e-mail and password, e-mail and session token, MAC and device token', async () => {
    const device = await deviceWithToken(app, person);
    for (const credentials of [
      { username: person.email, password: PASSWORD },
      { username: person.email.toUpperCase(), password: PASSWORD },
      bySession(person),
      { username: device.mac, password: device.token },
      { username: device.mac.replaceAll(':', '').toLowerCase(), password: device.token },
    ]) {
      assert.equal(await codeOf(join(app, credentials)), 0, credentials.username);
    }
  });

  it('is refused with the right return code otherwise', async () => {
    const device = await deviceWithToken(app, person);
    const other = await signUp(app);
    const attempts: [object, number][] = [
      [{}, NOT_AUTHORIZED],
      [{ username: person.email }, NOT_AUTHORIZED],
      [{ username: person.email, password: 'Wrong!123' }, BAD_CREDENTIALS],
      [{ username: 'nobody@example.org', password: PASSWORD }, BAD_CREDENTIALS],
      [{ username: other.email, password: person.token }, BAD_CREDENTIALS],
      [{ username: person.email, password: `${person.token}x` }, BAD_CREDENTIALS],
      [{ username: device.mac, password: 'guess' }, BAD_CREDENTIALS],
      [{ username: randomMac(), password: device.token }, BAD_CREDENTIALS],
      [{ username: device.mac, password: person.token }, BAD_CREDENTIALS],
      [{ username: `${person.email}\u0001`, password: PASSWORD }, BAD_CREDENTIALS],
      [{ username: `${'x'.repeat(300)}@example.org`, password: PASSWORD }, BAD_CREDENTIALS],
    ];
    for (const [credentials, code] of attempts) {
      const client = rawClient(app);
      client.send(connectPacket(credentials));
      const answer = await client.next();
      assert.equal(
        answer.cmd === 'connack' && (answer.returnCode ?? answer.reasonCode),
        code,
        JSON.stringify(credentials),
      );
      await client.gone;
    }
    const trail = await sql(
      app.databaseUrl,
      `SELECT message FROM audit_log WHERE action = 'login.failed' AND message LIKE '%MQTT%'`,
    );
    assert.equal(trail.length, 2);
  });

  it('is refused for invalid client ids, and for a persistent session without one', async () => {
    const credentials = bySession(person);
    const lastingWithoutId = mqttPacket.generate(connectPacket(credentials, { clientId: '' }));
    // mqtt-packet refuses to write it: the test clears the clean-session flag by hand.
    const flags = lastingWithoutId.indexOf('MQTT') + 5;
    lastingWithoutId[flags] = (lastingWithoutId[flags] ?? 0) & ~2;
    for (const bytes of [
      // In version 5 the server assigns an id.
      ...inVersion([lastingWithoutId], []),
      ...['a\u0001b', 'a\nb', 'x'.repeat(129)].map((clientId) =>
        mqttPacket.generate(connectPacket(credentials, { clientId })),
      ),
    ]) {
      const client = rawClient(app);
      client.socket.write(bytes);
      const answer = await client.next();
      assert.equal(answer.cmd === 'connack' && (answer.returnCode ?? answer.reasonCode), connackCode(2));
      await client.gone;
    }
    const client = rawClient(app);
    client.send(connectPacket(credentials, { clientId: '' }));
    const answer = await client.next();
    assert.equal(answer.cmd === 'connack' && (answer.returnCode ?? answer.reasonCode), 0);
    client.socket.destroy();
  });

  it('takes over a client id within an account; other accounts may use the same id', async () => {
    const other = await signUp(app);
    const clientId = 'wearable';
    const first = await join(app, bySession(person), { clientId });
    const stranger = await join(app, bySession(other), { clientId });
    assert.equal(first.connected, true);
    const second = await join(app, bySession(person), { clientId });
    await closed(first);
    assert.equal(second.connected, true);
    assert.equal(stranger.connected, true);
    await second.publishAsync(readingsTopic(randomMac()), JSON.stringify(resting(randomMac())), { qos: 1 });
    second.end();
    stranger.end();
  });

  it('works with a new device token, which replaces the old one and closes its connection', async () => {
    const device = await deviceWithToken(app, person);
    const other = await signUp(app);
    const path = `/device/${device.mac}/token`;
    assert.equal((await app.call('POST', path)).status, 401);
    assert.equal((await app.call('POST', path, { token: other.token })).status, 403);
    assert.equal(
      (await app.call('POST', `/device/${randomMac()}/token`, { token: person.token })).status,
      404,
    );
    const [row] = await sql(app.databaseUrl, 'SELECT token_hash FROM device_tokens WHERE device_id = $1', [
      device.deviceId,
    ]);
    assert.ok(!row.token_hash.toString('latin1').includes(device.token));

    const client = await join(app, { username: device.mac, password: device.token });
    const next = await app.call('POST', path, { token: person.token });
    await closed(client);
    assert.equal(await codeOf(join(app, { username: device.mac, password: device.token })), BAD_CREDENTIALS);
    assert.equal(await codeOf(join(app, { username: device.mac, password: next.body.data.token })), 0);
  });
});

describe('an MQTT connection closes at once', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('when its session is revoked, and not when another one is', async () => {
    const person = await signUp(app);
    const { token } = await logIn(app, { email: person.email, password: PASSWORD });
    const [ends, stays] = await Promise.all([
      join(app, { username: person.email, password: token }),
      join(app, bySession(person)),
    ]);
    await app.call('POST', '/auth/logout', { token });
    await closed(ends);
    assert.equal(stays.connected, true);
    assert.equal(await codeOf(join(app, { username: person.email, password: token })), BAD_CREDENTIALS);
    stays.end();
  });

  it('when its session expires, but not before the end of a renewed one', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const [ends, stays] = [await join(app, bySession(person)), await join(app, bySession(other))];
    app.clock.advance(13 * 3_600_000);
    assert.equal((await app.call('POST', '/auth/renew', { token: other.token })).status, 200);
    app.clock.advance(12 * 3_600_000);
    await closed(ends, 10_000);
    assert.equal(stays.connected, true);
    app.clock.advance(13 * 3_600_000);
    await closed(stays, 10_000);
    app.clock.advance(-38 * 3_600_000);
  });

  it('when the password changes, except for the session that changed it', async () => {
    const person = await signUp(app);
    const device = await deviceWithToken(app, person);
    const [kept, byPassword, byDevice] = await Promise.all([
      join(app, bySession(person)),
      join(app, { username: person.email, password: PASSWORD }),
      join(app, { username: device.mac, password: device.token }),
    ]);
    const body = { currentPassword: PASSWORD, newPassword: 'Other!123', confirmPassword: 'Other!123' };
    assert.equal((await app.call('POST', '/profile/password', { token: person.token, body })).status, 200);
    await Promise.all([closed(byPassword), closed(byDevice)]);
    assert.equal(kept.connected, true);
    assert.equal(
      await codeOf(join(app, { username: device.mac, password: device.token })),
      0,
      'a device token stays valid',
    );
    kept.end();
  });

  it('when the account is deactivated or deleted', async () => {
    const admin = await logInAsAdmin(app);
    const [idle, gone] = await Promise.all([signUp(app), signUp(app)]);
    const device = await deviceWithToken(app, idle);
    const clients = await Promise.all([
      join(app, bySession(idle)),
      join(app, { username: device.mac, password: device.token }),
      join(app, bySession(gone)),
    ]);
    const put = await app.call('PUT', `/admin/users/${idle.id}`, {
      token: admin.token,
      body: { status: 'inactive' },
    });
    assert.equal(put.status, 200);
    await app.call('DELETE', '/profile/me', { token: gone.token, body: { confirmation: true } });
    await Promise.all(clients.map((client) => closed(client)));
    assert.equal(await codeOf(join(app, { username: idle.email, password: PASSWORD })), NOT_AUTHORIZED);
    assert.equal(await codeOf(join(app, { username: device.mac, password: device.token })), NOT_AUTHORIZED);
    assert.equal(await codeOf(join(app, bySession(gone))), BAD_CREDENTIALS);
  });

  it('when its device is deleted, and messages about the device stop', async () => {
    const person = await signUp(app);
    const device = await deviceWithToken(app, person);
    const client = await join(app, { username: device.mac, password: device.token });
    await app.call('DELETE', `/device/${device.deviceId}`, { token: person.token });
    await closed(client);
    assert.equal(await codeOf(join(app, { username: device.mac, password: device.token })), BAD_CREDENTIALS);
    const watcher = await join(app, bySession(person));
    const subscriber = listenTo(watcher);
    await granted(watcher, `devices/${device.mac}/presence`);
    await granted(watcher, `devices/${(await deviceWithToken(app, person)).mac}/presence`);
    await subscriber.next('/presence');
    await roundTrip(watcher);
    assert.deepEqual(subscriber.received, [], 'only the remaining device');
    watcher.end();
  });
});

describe('device presence', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('is published and retained for a device with a token and for devices that an account publishes for', async () => {
    const person = await signUp(app);
    const device = await deviceWithToken(app, person);
    const watcher = await join(app, bySession(person));
    const subscriber = listenTo(watcher);
    await granted(watcher, `devices/${device.mac}/presence`);
    const first = await subscriber.next();
    assert.deepEqual([first.text, first.retain], ['offline', true]);
    const wearable = await join(app, { username: device.mac, password: device.token }, { clientId: 'w' });
    assert.deepEqual((await subscriber.next()).text, 'online');
    const taker = await join(app, { username: device.mac, password: device.token }, { clientId: 'w' });
    await closed(wearable);
    const late = await join(app, bySession(person));
    const lateSubscriber = listenTo(late);
    await granted(late, `devices/${device.mac}/+`);
    assert.deepEqual((await lateSubscriber.next()).text, 'online');
    assert.deepEqual(subscriber.received, [], 'a takeover does not publish offline');
    taker.stream.destroy();
    assert.equal((await subscriber.next()).text, 'offline');

    const mac = randomMac();
    await granted(watcher, `devices/${mac}/presence`);
    const account = await join(app, bySession(person));
    await account.publishAsync(readingsTopic(mac), '{', { qos: 1 });
    await account.publishAsync(readingsTopic(mac), JSON.stringify(resting(mac)), { qos: 1 });
    assert.equal((await subscriber.next(`${mac}/presence`)).text, 'online');
    await account.endAsync();
    assert.equal((await subscriber.next(`${mac}/presence`)).text, 'offline');
    watcher.end();
    late.end();
  });

  it('is published by the broker only', async () => {
    const person = await signUp(app);
    const client = await join(app, bySession(person));
    client.publish(`devices/${randomMac()}/presence`, 'online', {
      qos: inVersion<0 | 1>(1, 0),
      retain: true,
    });
    await closed(client);
  });
});

describe('connection limits', () => {
  it('count failed password logins per address and account, together with HTTP', async () => {
    const app = await startTestApp({ RATE_LIMIT_LOGIN: '3' });
    const person = await signUp(app);
    const wrong = { username: person.email, password: 'Wrong!123' };
    const right = { username: person.email, password: PASSWORD };
    assert.equal(await codeOf(join(app, wrong)), BAD_CREDENTIALS);
    const together = await Promise.all(Array.from({ length: 5 }, () => codeOf(join(app, right))));
    assert.deepEqual(together, [0, 0, 0, 0, 0]);
    assert.equal(await codeOf(join(app, wrong)), BAD_CREDENTIALS);
    const login = { body: { email: person.email, password: 'Wrong!123' } };
    assert.equal((await app.call('POST', '/auth/login', login)).status, 401);
    assert.equal((await app.call('POST', '/auth/login', login)).status, 429);
    assert.equal(await codeOf(join(app, right)), UNAVAILABLE);
    assert.equal(await codeOf(join(app, bySession(person))), 0);
    const other = await signUp(app);
    assert.equal(
      await codeOf(join(app, { username: other.email, password: PASSWORD })),
      0,
      'another account is not affected',
    );
    await app.close();
  });

  it('refuse unknown accounts after 50 failed logins of an address, over MQTT and HTTP, but no token', async () => {
    const app = await startTestApp({ RATE_LIMIT_LOGIN: '' });
    const [person, known] = [await signUp(app), await signUp(app)];
    await sql(app.databaseUrl, 'DELETE FROM login_networks WHERE user_id = $1', [person.id]);
    const device = await deviceWithToken(app, person);
    const guesses = Array.from({ length: 60 }, (_, i) =>
      codeOf(join(app, { username: `guess${i}@example.org`, password: 'Wrong!123' })),
    );
    const codes = await Promise.all(guesses);
    assert.equal(codes.filter((code) => code === BAD_CREDENTIALS).length, 50);
    assert.equal(codes.filter((code) => code === UNAVAILABLE).length, 10);
    const right = { email: person.email, password: PASSWORD };
    assert.equal(await codeOf(join(app, { username: right.email, password: right.password })), UNAVAILABLE);
    assert.equal((await app.call('POST', '/auth/login', { body: right })).status, 429);
    assert.equal(await codeOf(join(app, { username: known.email, password: PASSWORD })), 0);
    assert.equal(await codeOf(join(app, { username: device.mac, password: device.token })), 0);
    app.clock.advance(5 * 60_000);
    assert.equal(await codeOf(join(app, { username: right.email, password: right.password })), 0);
    await app.close();
  });

  it('stop concurrent guesses too', async () => {
    const app = await startTestApp({ RATE_LIMIT_LOGIN: '3' });
    const person = await signUp(app);
    const wrong = { username: person.email, password: 'Wrong!123' };
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(join(app, wrong))));
    assert.equal(codes.filter((code) => code === BAD_CREDENTIALS).length, 3);
    assert.equal(codes.filter((code) => code === UNAVAILABLE).length, 3);
    await app.close();
  });

  it('do not check the password of a client that has disconnected, so that the next does not wait', async () => {
    const app = await startTestApp({ RATE_LIMIT_LOGIN: '10' });
    const person = await signUp(app);
    const blocker = new Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE users');
    const impatient = Array.from({ length: 10 }, () => rawClient(app));
    for (const client of impatient)
      client.send(connectPacket({ username: person.email, password: PASSWORD }));
    await eventually('one password is checked', async () => (await lockWaits(app.databaseUrl)) > 0);
    for (const client of impatient) client.socket.destroy();
    await Promise.all(impatient.map(({ gone }) => gone));
    const patient = codeOf(join(app, { username: person.email, password: PASSWORD }));
    await staysQuiet(
      50,
      'the CONNECT reaches the service within some milliseconds, and nothing shows that it waits there',
    );
    await blocker.query('ROLLBACK');
    await blocker.end();
    assert.equal(await patient, 0);
    const logins = () =>
      sql(
        app.databaseUrl,
        `SELECT FROM audit_log WHERE actor_id = $1 AND action = 'login' AND message LIKE '%MQTT%'`,
        [person.id],
      );
    // The service answers before it writes the audit log.
    await eventually('the login is in the audit log', async () => (await logins()).length > 0);
    assert.equal((await logins()).length, 1, 'one of eleven was checked');
    await app.close();
  });

  it('allow 100 connections per principal, so a token cannot use up those of its owner, and a takeover does not count', async () => {
    const app = await startTestApp();
    const person = await signUp(app);
    const body = { name: 'Script', scopes: ['ingest'], expiresInDays: 1 };
    const { data } = (await app.call('POST', '/profile/tokens', { token: person.token, body })).body;
    const byToken = { username: person.email, password: data.token };
    const clients = await Promise.all(
      Array.from({ length: 100 }, (_, i) => join(app, byToken, { clientId: `c${i}` })),
    );
    assert.equal(await codeOf(join(app, byToken, { clientId: 'more' })), UNAVAILABLE);
    assert.equal(await codeOf(join(app, bySession(person), { clientId: 'more' })), 0, 'the owner connects');
    assert.equal(await codeOf(join(app, byToken, { clientId: 'c5' })), 0);
    await eventually('a connection is free again', async () => (await codeOf(join(app, byToken))) === 0);
    for (const client of clients) client.end(true);
    await app.close();
  });
});
