import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SCIM } from '../../src/directory/protocol/protocol.ts';
import { openWorlds, type Worlds } from '../contract/world.ts';
import { callApi, type Json } from '../helpers/app.ts';
import { NASTY } from './nasty.ts';
import { createDirectory, type ScimApp, scimOf, startScimApp } from './scim-app.ts';

describe('attacks on a directory', () => {
  let scim: ScimApp;
  let worlds: Worlds;
  before(async () => {
    scim = await startScimApp();
    worlds = await openWorlds(scim.app);
  });
  after(async () => {
    await worlds.close();
    await scim.close();
  });

  it('by any other caller are refused on every route', async () => {
    const world = await worlds.make();
    const user = await scim.user('target', ['Nurses']);
    const group = await scim.group('Nurses');
    const rows = scim.app.app.routes.filter(({ protocol }) => protocol === SCIM);
    assert.equal(rows.length, 17);
    const others = scim.app.app.routes.filter(({ protocol }) => protocol !== SCIM);
    assert.ok(
      others.every(({ scope, furtherScope }) => scope !== 'directory' && furtherScope !== 'directory'),
    );
    const tokens: Record<string, string> = {};
    for (const who of ['owner', 'assigned', 'admin', 'lead'] as const) {
      tokens[who] = await worlds.token(world[who]);
      tokens[`token of ${who}`] = await worlds.accessToken(world[who].id, ['read', 'manage', 'directory']);
    }
    tokens['all but the scope'] = (
      await scim.app.call('POST', '/admin/service-accounts', {
        token: scim.admin.token,
        body: { name: 'Nurse call', scopes: ['read', 'respond', 'ingest', 'manage', 'operations'] },
      })
    ).body.data.token;
    tokens['service of a ward'] = await worlds.serviceToken([world.wardId]);
    for (const { method, path, limit, scope, operation } of rows) {
      assert.equal(limit, 'directory');
      if (operation === 'scimServiceProviderConfig') continue;
      assert.equal(scope, 'directory');
      const at = path.replace(
        ':id',
        path.startsWith('/Users') ? user.id : path.startsWith('/Groups') ? group.id : 'User',
      );
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      assert.equal((await scim.as(undefined)(method, at, body)).status, 401, `${method} ${path}`);
      for (const [who, token] of Object.entries(tokens))
        assert.equal((await scim.as(token)(method, at, body)).status, 403, `${who}: ${method} ${path}`);
    }
    assert.equal((await scim.account(user.id)).status, 'active');
  });

  it('by a browser with the cookie of an admin are refused', async () => {
    const url = scim.app.url.replace(/\/api$/, '/scim/v2');
    const headers = { Cookie: `access_token=${scim.admin.token}`, Origin: 'https://evil.example' };
    assert.equal((await callApi(url, 'POST', '/Users', { body: { userName: 'x' }, headers })).status, 403);
    assert.equal((await callApi(url, 'GET', '/Users', { headers })).status, 403);
  });

  it('by whatever a body says cause no fault', async () => {
    const { id } = await scim.user('fuzzed', ['Night nurses']);
    const { id: groupId } = await scim.group('Night nurses');
    const statuses = new Set<number>();
    const send = async (method: string, path: string, body: unknown) =>
      statuses.add((await scim.scim(method, path, JSON.stringify(body))).status);
    for (const value of NASTY) {
      for (const path of ['/Users', '/Groups']) await send('POST', path, value);
      for (const path of [`/Users/${id}`, `/Groups/${groupId}`]) {
        await send('PUT', path, value);
        await send('PATCH', path, { Operations: [{ op: 'add', value }] });
      }
      for (const attribute of ['externalId', 'displayName', 'name', 'emails'])
        await send('POST', '/Users', { userName: `f${Math.random()}`, [attribute]: value });
      await send('POST', '/Users', { userName: value });
      for (const attribute of ['displayName', 'externalId', 'members'])
        await send('PATCH', `/Groups/${groupId}`, {
          Operations: [{ op: 'replace', path: attribute, value }],
        });
    }
    assert.deepEqual(
      [...statuses].filter((status) => ![200, 201, 204, 400, 409].includes(status)),
      [],
    );
    assert.equal((await scim.ok('GET', `/Users/${id}`)).id, id);
    const lists = await Promise.all(
      ['/Users?count=500', '/Groups?count=500'].map((path) => scim.ok('GET', path)),
    );
    assert.ok(lists.every(({ Resources }: Json) => Resources.length > 0));
  });

  it('by whatever a query says cause no fault', async () => {
    for (const name of ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes', 'sortBy'])
      for (const value of [
        '',
        ' ',
        '\u0000',
        '%',
        '[',
        'a.b.c',
        'id eq "\u0000"',
        '-9'.repeat(50),
        'x'.repeat(3000),
      ])
        for (const path of ['/Users', '/Groups', '/Schemas']) {
          const { status } = await scim.scim('GET', `${path}?${name}=${encodeURIComponent(value)}`);
          assert.ok([200, 400, 403].includes(status), `${path} ${name}=${value}: ${status}`);
        }
    for (const header of ['If-Match', 'If-None-Match'])
      assert.ok((await scim.scim('GET', '/Users', undefined, { [header]: 'W/"' })).status === 200);
  });

  it('by a body of the largest size, and by many operations, end within a moment', async () => {
    const { id: member } = await scim.user('many', ['Night nurses']);
    const { id } = await scim.group('Night nurses');
    const [add, remove] = ['add', 'remove'].map((op) => ({
      op,
      path: 'members',
      value: [{ value: member }],
    }));
    const Operations = Array.from({ length: 5000 }, (_, n) => (n % 2 === 0 ? remove : add));
    assert.equal((await scim.scim('PATCH', `/Groups/${id}`, { Operations })).status, 204);
    const paths = Array.from({ length: 1000 }, () => ({
      op: 'replace',
      path: `emails[type eq "${'\\\\'.repeat(100)}`,
      value: 'x',
    }));
    assert.equal((await scim.scim('PATCH', `/Groups/${id}`, { Operations: paths })).status, 400);
    const deep = `{"displayName":"deep","members":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    assert.equal((await scim.scim('POST', '/Groups', deep)).status, 400);
    const huge = await scim.scim('POST', '/Groups', `{"displayName":"${'x'.repeat(1_100_000)}"}`);
    assert.equal(huge.status, 413);
    const ids = Array.from({ length: 20_000 }, (_, n) => ({ value: `nobody${n}` }));
    const unknown = await scim.scim('PATCH', `/Groups/${id}`, {
      Operations: [{ op: 'add', path: 'members', value: ids }],
    });
    assert.deepEqual([unknown.status, unknown.body.scimType], [400, 'invalidValue']);
    assert.match(unknown.body.detail, /nobody0 is no user/);
  });

  it('by userNames that look alike make one account', async () => {
    const make = async (userName: string) => (await scim.scim('POST', '/Users', { userName })).status;
    assert.equal(await make('Mu\u0308ller@twin.example'), 201);
    for (const same of ['M\u00fcller@twin.example', 'm\u00dcLLER@TWIN.example', 'ｍüller@twin.example'])
      assert.equal(await make(same), 409, same);
  });

  it('by an ended token change nothing', async () => {
    const other = await createDirectory(scim.app, scim.admin, 'Ended');
    const as = scimOf(scim.app, other.token);
    assert.equal((await as('GET', '/Users?count=0')).status, 200);
    const removed = await scim.app.call('DELETE', `/admin/service-accounts/${other.id}`, {
      token: scim.admin.token,
    });
    assert.equal(removed.status, 200);
    assert.equal((await as('POST', '/Users', { userName: 'late' })).status, 401);
  });

  it('by groups whose names look like those of the settings give nothing', async () => {
    const { id } = await scim.user('sneaky');
    for (const name of ['vigil admins', 'Vigil  admins', 'Ｖigil admins', 'Nurses,Vigil admins'])
      await scim.scim('POST', '/Groups', { displayName: name, members: [{ value: id }] });
    const { role, status } = await scim.account(id);
    assert.equal(`${status} ${role}`, 'inactive CAREGIVER');
  });
});
