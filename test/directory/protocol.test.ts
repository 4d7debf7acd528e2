import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { GROUP, type ScimApp, startScimApp, USER } from './scim-app.ts';

const filterOf = (text: string): string => `filter=${encodeURIComponent(text)}`;

describe('the SCIM interface', () => {
  let scim: ScimApp;
  before(async () => {
    scim = await startScimApp();
  });
  after(() => scim.close());

  it('says what it offers; how to authenticate without a token', async () => {
    const open = scim.as(undefined);
    const config = await open('GET', '/ServiceProviderConfig');
    assert.equal(config.status, 200);
    assert.deepEqual(
      [config.body.patch, config.body.bulk.supported, config.body.etag, config.body.filter.supported],
      [{ supported: true }, false, { supported: true }, true],
    );
    for (const path of ['/Schemas', '/ResourceTypes', '/Users', '/Groups', `/Schemas/${USER}`])
      assert.equal((await open('GET', path)).status, 401, path);
    const types = await scim.ok('GET', '/ResourceTypes');
    assert.deepEqual(
      types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint),
      ['/Users', '/Groups'],
    );
    assert.equal((await scim.ok('GET', '/ResourceTypes/User')).schema, USER);
    assert.equal((await scim.ok('GET', '/Schemas')).totalResults, 2);
    assert.equal((await scim.ok('GET', `/Schemas/${GROUP}`)).name, 'Group');
    assert.equal((await scim.scim('GET', '/Schemas/other')).status, 404);
    assert.equal((await scim.scim('GET', '/Schemas?filter=name+eq+%22User%22')).status, 403);
  });

  it('is open to a service account with its scope alone, which opens nothing else', async () => {
    const { app, admin, as, token } = scim;
    const makes = async (request: object) =>
      (await app.call('POST', '/admin/service-accounts', { token: admin.token, body: request })).body.data;
    const other = await makes({
      name: 'Others',
      scopes: ['read', 'respond', 'ingest', 'manage', 'operations'],
    });
    const ward = (await scim.wards()).north;
    const ofWard = await makes({ name: 'One ward', scopes: ['directory'], wardIds: [ward] });
    const caregiver = await signUp(app, 'CAREGIVER');
    for (const who of [
      other.token,
      ofWard.token,
      caregiver.token,
      admin.token,
      (await logInAsAdmin(app)).token,
    ])
      for (const path of ['/Users', '/Groups', '/Schemas', '/ResourceTypes'])
        assert.equal((await as(who)('GET', path)).status, 403, path);
    assert.equal((await as(admin.token)('POST', '/Users', { userName: 'x' })).status, 403);
    assert.equal((await as('vgl_nothing')('GET', '/Users')).status, 401);
    const personal = await app.call('POST', '/profile/tokens', {
      token: admin.token,
      body: { name: 'Mine', scopes: ['directory'], expiresInDays: 1 },
    });
    assert.equal(personal.status, 400);
    for (const path of ['/me', '/admin/users', '/patients', '/caregivers', '/wards', '/board', '/profile/me'])
      assert.equal((await app.call('GET', path, { token })).status, 403, path);
    assert.equal((await app.call('POST', '/wards', { token, body: { name: 'x' } })).status, 403);
  });

  it('answers what it does not have in the form of SCIM', async () => {
    assert.equal((await scim.scim('GET', '/Devices')).status, 404);
    assert.equal((await scim.scim('POST', '/Bulk', {})).status, 404);
    assert.equal((await scim.scim('DELETE', '/Users')).status, 405);
    assert.equal((await scim.scim('GET', '/Users/nobody')).status, 404);
    assert.equal((await scim.scim('GET', `/Users/${scim.admin.id}`)).status, 404);
    assert.equal((await scim.scim('PATCH', `/Groups/${scim.admin.id}`, {})).status, 404);
  });

  it('is the same below an address that ends in a slash', async () => {
    const { id } = await scim.user('slashes');
    for (const path of ['//Users', '/Users/', `//Users/${id}`, `/Users/${id}/`, '//ServiceProviderConfig'])
      assert.equal((await scim.scim('GET', path)).status, 200, path);
    const patched = await scim.scim('PATCH', `//Users/${id}/`, {
      Operations: [{ op: 'replace', path: 'active', value: false }],
    });
    assert.deepEqual([patched.status, patched.body.active], [200, false]);
    for (const path of ['', '/', '//']) assert.equal((await scim.scim('GET', path)).status, 404);
    assert.equal((await scim.as(undefined)('GET', '//Users')).status, 401);
    assert.equal((await scim.app.call('GET', '//me', { token: scim.admin.token })).status, 404);
  });

  it('reads bodies whatever their Content-Type, and refuses those that are no object', async () => {
    const [{ id }] = [await scim.user('typed')];
    const body = JSON.stringify({ Operations: [{ op: 'replace', path: 'displayName', value: 'Typed' }] });
    for (const type of ['', 'text/plain', 'application/json', 'application/x-www-form-urlencoded'])
      assert.equal(
        (await scim.scim('PATCH', `/Users/${id}`, body, { 'Content-Type': type })).status,
        200,
        type,
      );
    assert.equal((await scim.scim('GET', `/Users/${id}`, undefined, { Accept: 'text/html' })).status, 200);
    const marked = await scim.scim('PATCH', `/Users/${id}`, `\ufeff${body.replace('Typed', 'Marked')}`);
    assert.deepEqual([marked.status, marked.body.displayName], [200, 'Marked'], 'with a byte order mark');
    for (const wrong of [
      '',
      '{',
      '[]',
      'null',
      '7',
      '"x"',
      '\ufeff',
      '\ufeff\ufeff{"userName":"x"}',
      '\ufeff[]',
    ]) {
      const answer = await scim.scim('POST', '/Users', wrong);
      assert.deepEqual([answer.status, answer.body.scimType], [400, 'invalidSyntax'], wrong);
    }
    assert.equal((await scim.scim('POST', '/Users', { userName: 'x'.repeat(70_000) })).status, 413);
  });

  it('finds users by the filters that directories send', async () => {
    const { id, externalId } = await scim.user('Filtered', [], {
      externalId: 'ext-1',
      displayName: 'Filtered Berg',
      emails: [{ value: 'f.berg@directory.example', primary: true }],
    });
    const found = async (filter: string) => {
      const { body, status } = await scim.scim('GET', `/Users?${filterOf(filter)}`);
      assert.equal(status, 200, `${filter}: ${JSON.stringify(body)}`);
      return body.Resources.map((user: { id: string }) => user.id);
    };
    for (const filter of [
      'userName eq "FILTERED@directory.example"',
      `externalId eq "${externalId}"`,
      'emails.value eq "F.Berg@directory.example"',
      'emails[type eq "work"].value eq "f.berg@directory.example"',
      'displayName eq "filtered berg"',
      `id eq "${id}"`,
      `id eq "${id}" and userName eq "filtered@directory.example" and active eq true`,
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "filtered@directory.example"',
    ])
      assert.deepEqual(await found(filter), [id], filter);
    for (const filter of [
      'userName eq "nobody"',
      'externalId eq "EXT-1"',
      'id eq "no id"',
      `id eq "${id}" and active eq false`,
      `id eq "${scim.admin.id}"`,
      'userName eq "\' OR 1=1 --"',
    ])
      assert.deepEqual(await found(filter), [], filter);
    for (const filter of [
      'userName co "a"',
      'title eq "x"',
      'constructor eq "x"',
      'userName eq true',
      'id pr',
      '',
    ])
      assert.deepEqual(
        await scim
          .scim('GET', `/Users?${filterOf(filter)}`)
          .then(({ status, body }) => [status, body.scimType]),
        [400, 'invalidFilter'],
        filter,
      );
  });

  it('pages, from 1, at most 500 at a time', async () => {
    for (const name of ['page1', 'page2', 'page3']) await scim.user(name);
    const { totalResults } = await scim.ok('GET', '/Users');
    const pages = await Promise.all([1, 2, 3].map((at) => scim.ok('GET', `/Users?startIndex=${at}&count=1`)));
    assert.equal(new Set(pages.map(({ Resources: [one] }) => one.id)).size, 3);
    assert.deepEqual(
      [pages[1].startIndex, pages[1].itemsPerPage, pages[1].totalResults],
      [2, 1, totalResults],
    );
    const none = await scim.ok('GET', '/Users?count=0');
    assert.deepEqual([none.totalResults, none.itemsPerPage, none.Resources], [totalResults, 0, []]);
    assert.deepEqual((await scim.ok('GET', `/Users?startIndex=${totalResults + 1}`)).Resources, []);
    assert.equal((await scim.ok('GET', '/Users?startIndex=-5&count=-1')).startIndex, 1);
    assert.equal((await scim.ok('GET', '/Users?count=999999999')).itemsPerPage, totalResults);
    for (const wrong of ['count=many', 'startIndex=1.5', 'count=99999999999'])
      assert.equal((await scim.scim('GET', `/Users?${wrong}`)).status, 400, wrong);
  });

  it('sends the attributes that the caller wants', async () => {
    const { id } = await scim.user('chosen', ['Nurses']);
    const chosen = await scim.ok('GET', `/Users/${id}?attributes=userName,name.familyName`);
    assert.deepEqual(chosen, {
      schemas: [USER],
      id,
      userName: 'chosen@directory.example',
      name: { familyName: 'Berg' },
    });
    const without = await scim.ok('GET', `/Users/${id}?excludedAttributes=groups,meta,name.givenName`);
    assert.deepEqual(
      ['groups', 'meta'].map((name) => name in without),
      [false, false],
    );
    assert.deepEqual(without.name, { formatted: 'chosen Berg', familyName: 'Berg' });
    const group = await scim.group('Nurses');
    assert.equal(
      group.members.some(({ value }: { value: string }) => value === id),
      true,
    );
    assert.ok(!('members' in (await scim.ok('GET', `/Groups/${group.id}?excludedAttributes=members`))));
    const list = await scim.ok(
      'GET',
      `/Groups?excludedAttributes=members&${filterOf('displayName eq "nurses"')}`,
    );
    assert.deepEqual(
      list.Resources.map((one: object) => 'members' in one),
      [false],
    );
    const both = filterOf(`id eq "${group.id}" and members eq "${id}"`);
    assert.deepEqual((await scim.ok('GET', `/Groups?${both}&attributes=id`)).Resources, [
      { schemas: [GROUP], id: group.id },
    ]);
  });

  it('names versions, and changes nothing that the caller has not read', async () => {
    const { id } = await scim.user('versioned');
    const read = await scim.scim('GET', `/Users/${id}`);
    const tag = read.headers.get('etag') ?? '';
    assert.match(tag, /^W\/"/);
    assert.equal(read.body.meta.version, tag);
    const same = await scim.scim('GET', `/Users/${id}`, undefined, { 'If-None-Match': tag });
    assert.deepEqual([same.status, same.body], [304, undefined]);
    const rename = (header: string) =>
      scim.scim(
        'PATCH',
        `/Users/${id}`,
        { Operations: [{ op: 'replace', path: 'name.givenName', value: `V${Math.random()}` }] },
        { 'If-Match': header },
      );
    assert.equal((await rename('W/"other"')).status, 412);
    assert.equal((await rename(tag.replace('W/', ''))).status, 200);
    assert.equal((await rename(tag)).status, 412);
    assert.equal((await rename('*')).status, 200);
    const put = { userName: 'versioned@directory.example' };
    assert.equal((await scim.scim('PUT', `/Users/${id}`, put, { 'If-Match': tag })).status, 412);
    assert.equal((await scim.scim('DELETE', `/Users/${id}`, undefined, { 'If-Match': tag })).status, 412);
    const group = await scim.group('Versions');
    const { version } = group.meta;
    const body = { Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }] };
    const added = await scim.scim('PATCH', `/Groups/${group.id}`, body, { 'If-Match': version });
    assert.deepEqual([added.status, added.headers.get('etag')], [204, 'W/"2"']);
    const again = await scim.scim('PATCH', `/Groups/${group.id}`, body, { 'If-Match': version });
    assert.equal(again.status, 412);
  });
});
