import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { DAY_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { lockWaits } from '../helpers/sql.ts';
import { closed, codeOf, join } from '../mqtt/clients.ts';

const NTFY = { kind: 'ntfy', url: 'https://ntfy.example.org', topic: 'ward-7' };

describe('what a program leaves behind', () => {
  let app: TestApp;
  let admin: Person;
  let cara: Person;
  let pat: Person;
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '9600h', SESSION_MAX_DAYS: '400' });
    admin = await logInAsAdmin(app);
    [cara, pat] = [await signUp(app, 'CAREGIVER'), await signUp(app)];
    await assign(app, cara, pat);
  });
  after(() => app.close());

  const call = (token: string, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, body });
  async function done(token: string, method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await call(token, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  const newToken = (person: Person, scopes = ['manage']): Promise<Json> =>
    done(person.token, 'POST', '/profile/tokens', { name: 'Script', scopes, expiresInDays: 30 });
  const newWearable = async (token: string, patient: Person) => {
    const macAddress = randomMac();
    const {
      id,
      name,
      token: secret,
    } = await done(token, 'POST', `/patients/${patient.id}/devices`, {
      macAddress,
    });
    return { id, name, secret, macAddress };
  };
  const createdWith = async (person: Person, tokenId: string): Promise<Json[]> =>
    (await done(person.token, 'GET', '/profile/tokens'))
      .find(({ id }: Json) => id === tokenId)
      .created.map(({ createdAt: _, ...made }: Json) => made);
  const mqtt = ({ macAddress, secret }: { macAddress: string; secret: string }) =>
    join(app, { username: macAddress, password: secret });
  const channelsOf = async (person: Person): Promise<Json[]> =>
    done(person.token, 'GET', '/profile/channels');

  it('is listed with its access token, until a session replaces it', async () => {
    const { id, token, created } = await newToken(cara);
    assert.deepEqual(created, []);
    const channel = await done(token, 'POST', '/profile/channels', NTFY);
    const wearable = await newWearable(token, pat);
    const other = await newWearable(cara.token, pat);
    await done(cara.token, 'POST', '/profile/channels', NTFY);
    await done(token, 'POST', `/device/${other.id}/token`);
    assert.deepEqual(await createdWith(cara, id), [
      { type: 'CHANNEL', id: channel.id, name: 'ntfy' },
      { type: 'DEVICE_TOKEN', id: wearable.id, name: wearable.name },
      { type: 'DEVICE_TOKEN', id: other.id, name: other.name },
    ]);
    await done(cara.token, 'POST', `/device/${other.id}/token`);
    await done(cara.token, 'DELETE', `/profile/channels/${channel.id}`);
    assert.deepEqual(await createdWith(cara, id), [
      { type: 'DEVICE_TOKEN', id: wearable.id, name: wearable.name },
    ]);
    await done(cara.token, 'DELETE', `/profile/tokens/${id}`);
    (await mqtt(wearable)).end(true);
  });

  it('is shown to programs without the URL and the topic, with which anybody could read the alerts', async () => {
    const { token } = await newToken(cara, ['read', 'manage']);
    await done(cara.token, 'POST', '/profile/channels', NTFY);
    const [own, shown] = [await channelsOf(cara), await done(token, 'GET', '/profile/channels')];
    assert.deepEqual([own[0].topic, own[0].url], [NTFY.topic, NTFY.url]);
    assert.deepEqual(
      shown,
      own.map((channel) => ({ ...channel, url: null, topic: null, endpoint: null })),
    );
  });

  it('ends with its access token where its owner wants that, and is in the audit log', async () => {
    const { id, token } = await newToken(cara);
    const before = await channelsOf(cara);
    await done(token, 'POST', '/profile/channels', NTFY);
    const [wearable, kept] = [await newWearable(token, pat), await newWearable(cara.token, pat)];
    const clients = [await mqtt(wearable), await mqtt(kept)] as const;
    await done(cara.token, 'DELETE', `/profile/tokens/${id}?endCreated=true`);
    await closed(clients[0]);
    assert.deepEqual(await channelsOf(cara), before);
    assert.notEqual(await codeOf(mqtt(wearable)), 0);
    assert.equal(clients[1].connected, true, 'a wearable of a session stays connected');
    clients[1].end(true);
    const logged = async (action: string): Promise<Json[]> =>
      done(admin.token, 'GET', `/admin/logs?action=${action}`);
    await eventually('it is in the audit log', async () => {
      const [line] = await logged('device.token.deleted');
      return (
        line?.subjectId === pat.id && line.actorId === cara.id && line.message.includes(wearable.macAddress)
      );
    });
    assert.equal((await logged('channel.deleted'))[0].actorId, cara.id);
  });

  it('neither shows nor ends the wearables of a patient whom the caregiver no longer looks after', async () => {
    const patient = await signUp(app);
    await assign(app, cara, patient);
    const { id, token } = await newToken(cara);
    const wearable = await newWearable(token, patient);
    await done(admin.token, 'DELETE', `/caregivers/${cara.id}/patients/${patient.id}`);
    assert.deepEqual(await createdWith(cara, id), []);
    await done(cara.token, 'DELETE', `/profile/tokens/${id}?endCreated=true`);
    (await mqtt(wearable)).end(true);
  });

  it('belongs to a service account through all its tokens, and ends with the account', async () => {
    const account = await done(admin.token, 'POST', '/admin/service-accounts', {
      name: randomUUID(),
      scopes: ['manage', 'read'],
    });
    const [first, second] = [await newWearable(account.token, pat), await newWearable(account.token, pat)];
    const path = `/admin/service-accounts/${account.id}`;
    const renewed = await done(admin.token, 'POST', `${path}/token`);
    assert.equal((await call(account.token, 'GET', '/me')).status, 401, 'the old token has ended');
    assert.equal((await call(renewed.token, 'GET', '/me')).status, 200);
    const listed = (await done(admin.token, 'GET', '/admin/service-accounts')).find(
      ({ id }: Json) => id === account.id,
    );
    for (const { created } of [renewed, listed])
      assert.deepEqual(
        created.map(({ id }: Json) => id),
        [first.id, second.id],
      );
    await done(admin.token, 'DELETE', `${path}?endCreated=true`);
    for (const wearable of [first, second]) assert.notEqual(await codeOf(mqtt(wearable)), 0);
  });

  it('cannot be made while its access token ends', async () => {
    const { id, token } = await newToken(cara);
    const before = (await channelsOf(cara)).length;
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query('DELETE FROM access_tokens WHERE id = $1', [id]);
    const added = call(token, 'POST', '/profile/channels', NTFY);
    await eventually('the channel waits for the token', async () => (await lockWaits(app.databaseUrl)) > 0);
    await other.query('COMMIT');
    await other.end();
    assert.equal((await added).status, 401);
    assert.equal((await channelsOf(cara)).length, before);
  });

  it('stays when its access token expires', async () => {
    const { token } = await newToken(cara);
    const before = (await channelsOf(cara)).length;
    await done(token, 'POST', '/profile/channels', NTFY);
    app.clock.advance(31 * DAY_MS);
    assert.equal((await call(token, 'POST', '/profile/channels', NTFY)).status, 401);
    assert.equal((await channelsOf(cara)).length, before + 1);
  });
});

describe('the secret address of a calendar', () => {
  let app: TestApp;
  let cara: Person;
  let paths: readonly string[];
  before(async () => {
    app = await startTestApp({ SESSION_DURATION: '9600h', SESSION_MAX_DAYS: '400' });
    const admin = await logInAsAdmin(app);
    cara = await signUp(app, 'CAREGIVER');
    const ward = await app.call('POST', '/wards', { token: admin.token, body: { name: 'Ward' } });
    await app.call('PUT', `/wards/${ward.body.data.id}/caregivers/${cara.id}`, {
      token: admin.token,
      body: {},
    });
    paths = ['/caregivers/me/calendar/feed', `/wards/${ward.body.data.id}/calendar/feed`];
  });
  after(() => app.close());

  const newToken = async (...scopes: string[]): Promise<{ id: string; token: string }> =>
    (
      await app.call('POST', '/profile/tokens', {
        token: cara.token,
        body: { name: 'Calendar', scopes, expiresInDays: 30 },
      })
    ).body.data;
  const urls = (token: string, method = 'GET'): Promise<string[]> =>
    Promise.all(paths.map(async (path) => (await app.call(method, path, { token })).body.data.url));
  const statuses = (all: readonly string[]): Promise<number[]> =>
    Promise.all(all.map(async (url) => (await fetch(url.replace(/^.*\/api/, app.url))).status));

  it('is another one for each access token, and ends with it', async () => {
    const own = await urls(cara.token);
    const [reader, manager, expiring] = [
      await newToken('read'),
      await newToken('read', 'manage'),
      await newToken('read'),
    ];
    const [read, managed, expires] = [
      await urls(reader.token),
      await urls(manager.token),
      await urls(expiring.token),
    ];
    assert.equal(new Set([...own, ...read, ...managed, ...expires]).size, 8);
    assert.deepEqual(await urls(reader.token), read, 'the same at every call');
    assert.deepEqual(await statuses([...own, ...read, ...managed, ...expires]), Array(8).fill(200));

    const renewed = await urls(manager.token, 'POST');
    assert.deepEqual(await statuses([...own, ...managed, ...renewed]), [200, 200, 404, 404, 200, 200]);
    await app.call('DELETE', `/profile/tokens/${reader.id}`, { token: cara.token });
    assert.deepEqual(await statuses([...own, ...read, ...renewed]), [200, 200, 404, 404, 200, 200]);
    app.clock.advance(31 * DAY_MS);
    assert.deepEqual(await statuses([...own, ...renewed, ...expires]), [200, 200, 404, 404, 404, 404]);
    assert.deepEqual(await urls(cara.token), own);
  });
});
