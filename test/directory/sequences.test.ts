import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Json, Response } from '../helpers/app.ts';
import { createDirectory, type ScimApp, scimOf, startScimApp } from './scim-app.ts';

/**
 * The requests that the big directories send, as their public documentation describes them: what a directory does when an
 * operator assigns a person, changes them, moves them between groups, and takes them away again.
 */
describe('the requests of', () => {
  let scim: ScimApp;
  before(async () => {
    scim = await startScimApp();
    await scim.wards();
  });
  after(() => scim.close());

  const standing = async (id: string) => {
    const { role, status } = await scim.account(id);
    return `${status} ${role}`;
  };
  /** Calls with a query, and checks the status. */
  const caller =
    (headers: Readonly<Record<string, string>>) =>
    async (
      expected: number,
      method: string,
      path: string,
      query: Readonly<Record<string, string>> = {},
      body?: unknown,
    ) => {
      const search = new URLSearchParams(query).toString();
      const answer: Response = await scim.scim(method, search ? `${path}?${search}` : path, body, headers);
      assert.equal(answer.status, expected, `${method} ${path}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };

  it('Entra ID', async () => {
    const call = caller({
      'Content-Type': 'application/scim+json; charset=utf-8',
      Accept: 'application/scim+json',
    });
    const flag = { aadOptscim062020: '' };
    // "Test connection" asks for a user who cannot exist.
    const nobody = await call(200, 'GET', '/Users', { ...flag, filter: `userName eq "${randomUUID()}"` });
    assert.deepEqual([nobody.totalResults, nobody.Resources], [0, []]);
    const user = await call(201, 'POST', '/Users', flag, {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      ],
      externalId: 'bjensen',
      userName: 'bjensen@entra.example',
      active: true,
      displayName: 'Barbara Jensen',
      emails: [{ primary: true, type: 'work', value: 'barbara.jensen@entra.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Barbara Jensen', familyName: 'Jensen', givenName: 'Barbara' },
      addresses: [{ type: 'work', formatted: 'Ward 2' }],
      phoneNumbers: [{ type: 'mobile', value: '+49 30 1' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Care' },
      roles: [],
    });
    const found = await call(200, 'GET', '/Users', { filter: 'externalId eq "bjensen"' });
    assert.equal(found.Resources[0].id, user.id);
    assert.equal(
      (
        await call(200, 'GET', '/Users', {
          filter: 'emails[type eq "work"].value eq "barbara.jensen@entra.example"',
        })
      ).totalResults,
      1,
    );

    assert.equal(
      (
        await call(200, 'GET', '/Groups', {
          excludedAttributes: 'members',
          filter: 'displayName eq "Night nurses"',
        })
      ).totalResults,
      0,
    );
    const group = await call(201, 'POST', '/Groups', flag, {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Night nurses',
      meta: { resourceType: 'Group' },
    });
    assert.ok(
      !('members' in (await call(200, 'GET', `/Groups/${group.id}`, { excludedAttributes: 'members' }))),
    );
    const patchOp = (...Operations: unknown[]) => ({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations,
    });
    await call(
      204,
      'PATCH',
      `/Groups/${group.id}`,
      {},
      patchOp({ op: 'Add', path: 'members', value: [{ $ref: null, value: user.id }] }),
    );
    assert.equal(await standing(user.id), 'active CAREGIVER');
    assert.equal(
      (
        await call(200, 'GET', '/Groups', {
          attributes: 'id',
          filter: `id eq "${group.id}" and members eq "${user.id}"`,
        })
      ).totalResults,
      1,
    );

    const changed = await call(
      200,
      'PATCH',
      `/Users/${user.id}`,
      {},
      patchOp(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'b.jensen@entra.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Jensen-Klein' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', value: 'x' },
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
        { op: 'Remove', path: 'addresses[type eq "work"].formatted' },
      ),
    );
    assert.deepEqual(
      [changed.emails[0].value, changed.name.familyName],
      ['b.jensen@entra.example', 'Jensen-Klein'],
    );
    await call(
      204,
      'PATCH',
      `/Groups/${group.id}`,
      {},
      patchOp({ op: 'Replace', path: 'displayName', value: 'Nurses' }),
    );
    assert.equal(await standing(user.id), 'active CAREGIVER');
    await call(
      204,
      'PATCH',
      `/Groups/${group.id}`,
      {},
      patchOp({ op: 'Remove', path: 'members', value: [{ $ref: null, value: user.id }] }),
    );
    const off = await call(
      200,
      'PATCH',
      `/Users/${user.id}`,
      {},
      patchOp({ op: 'Replace', path: 'active', value: 'False' }),
    );
    assert.equal(off.active, false);
    assert.equal(await standing(user.id), 'inactive CAREGIVER');
    // A soft-deleted person must still be found.
    assert.equal(
      (await call(200, 'GET', '/Users', { filter: 'userName eq "bjensen@entra.example"' })).Resources[0]
        .active,
      false,
    );
    await call(204, 'DELETE', `/Users/${user.id}`);
    await call(204, 'DELETE', `/Groups/${group.id}`);
  });

  it('Okta', async () => {
    const call = caller({
      'Content-Type': 'application/scim+json; charset=utf-8',
      'User-Agent': 'Okta SCIM Client 1.0.0',
    });
    assert.equal((await call(200, 'GET', '/Users', { startIndex: '1', count: '2' })).startIndex, 1);
    await call(200, 'GET', '/ServiceProviderConfig');
    assert.equal(
      (
        await call(200, 'GET', '/Users', {
          filter: 'userName eq "okta@okta.example"',
          startIndex: '1',
          count: '100',
        })
      ).totalResults,
      0,
    );
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'okta@okta.example',
      name: { givenName: 'Olga', familyName: 'Kern' },
      emails: [{ primary: true, value: 'okta@okta.example', type: 'work' }],
      displayName: 'Olga Kern',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const user = await call(201, 'POST', '/Users', {}, body);
    assert.equal((await call(200, 'GET', `/Users/${user.id}`)).userName, body.userName);
    assert.equal(JSON.stringify(user).includes('1mz050nq'), false);
    // Group push.
    await call(200, 'GET', '/Groups', { startIndex: '1', count: '100' });
    const group = await call(
      201,
      'POST',
      '/Groups',
      {},
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Vigil admins',
        members: [{ value: user.id, display: 'okta@okta.example' }],
      },
    );
    assert.equal(await standing(user.id), 'active ADMIN');
    const patchOp = (...Operations: unknown[]) => ({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations,
    });
    await call(
      204,
      'PATCH',
      `/Groups/${group.id}`,
      {},
      patchOp({ op: 'replace', value: { id: group.id, displayName: 'Nurses' } }),
    );
    assert.equal(await standing(user.id), 'active CAREGIVER');
    await call(
      204,
      'PATCH',
      `/Groups/${group.id}`,
      {},
      patchOp(
        { op: 'remove', path: `members[value eq "${user.id}"]` },
        { op: 'add', path: 'members', value: [{ value: user.id, display: 'okta@okta.example' }] },
      ),
    );
    await call(
      204,
      'PATCH',
      `/Groups/${group.id}`,
      {},
      patchOp({ op: 'replace', path: 'members', value: [{ value: user.id }] }),
    );
    assert.equal(await standing(user.id), 'active CAREGIVER');
    // The profile is replaced as a whole; then the person is taken away, and comes back.
    const put = await call(
      200,
      'PUT',
      `/Users/${user.id}`,
      {},
      { ...body, id: user.id, name: { givenName: 'Olga', familyName: 'Stern' } },
    );
    assert.equal(put.name.familyName, 'Stern');
    assert.equal((await scim.account(user.id)).lastName, 'Stern');
    await call(200, 'PATCH', `/Users/${user.id}`, {}, patchOp({ op: 'replace', value: { active: false } }));
    assert.equal(await standing(user.id), 'inactive CAREGIVER');
    await call(200, 'PUT', `/Users/${user.id}`, {}, { ...body, id: user.id, active: true });
    assert.equal(await standing(user.id), 'active CAREGIVER');
    await call(204, 'DELETE', `/Groups/${group.id}`);
  });

  it('Keycloak, with a SCIM client', async () => {
    const call = caller({ 'Content-Type': '', Accept: 'application/scim+json' });
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      externalId: randomUUID(),
      userName: 'karin',
      name: { givenName: 'Karin', familyName: 'Lang' },
      displayName: 'Karin Lang',
      emails: [{ value: 'karin@keycloak.example', primary: true }],
      active: true,
      roles: [],
      nickName: null,
      meta: { resourceType: 'User' },
    };
    const user = await call(201, 'POST', '/Users', {}, body);
    const again = await call(409, 'POST', '/Users', {}, body);
    assert.equal(again.scimType, 'uniqueness');
    assert.equal(
      (await call(200, 'GET', '/Users', { filter: 'userName eq "karin"' })).Resources[0].id,
      user.id,
    );
    const groupBody = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id: randomUUID(),
      externalId: '0f1e-carers',
      displayName: 'Care/Ward 1',
    };
    const group = await call(201, 'POST', '/Groups', {}, groupBody);
    assert.notEqual(group.id, groupBody.id);
    const members = [{ value: user.id, $ref: `Users/${user.id}`, type: 'User' }];
    assert.equal(
      (await call(200, 'PUT', `/Groups/${group.id}`, {}, { ...groupBody, members })).members.length,
      1,
    );
    assert.equal(await standing(user.id), 'active CAREGIVER');
    assert.equal(
      (
        await call(
          200,
          'PUT',
          `/Users/${user.id}`,
          {},
          { ...body, id: user.id, active: true, name: { givenName: 'Karin', familyName: 'Kurz' } },
        )
      ).externalId,
      body.externalId,
    );
    assert.equal((await scim.account(user.id)).lastName, 'Kurz');
    assert.equal(
      (await call(200, 'PUT', `/Groups/${group.id}`, {}, { ...groupBody, members: [] })).members.length,
      0,
    );
    await call(204, 'DELETE', `/Users/${user.id}`);
    await call(404, 'DELETE', `/Users/${user.id}`);
  });

  it('two directories at the same moment', async () => {
    const other = await createDirectory(scim.app, scim.admin, 'Other directory');
    const second = scimOf(scim.app, other.token);
    const body = { userName: 'twice@directory.example' };
    const made = await Promise.all([scim.scim('POST', '/Users', body), second('POST', '/Users', body)]);
    assert.deepEqual(made.map(({ status }) => status).sort(), [201, 409]);
    const users = await Promise.all(Array.from({ length: 10 }, (_, n) => scim.user(`same${n}`)));
    const group = await scim.group('Nurses');
    const answers = await Promise.all(
      users.flatMap(({ id }, n) => {
        const by = n % 2 === 0 ? scim.scim : second;
        const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }] };
        return [
          by('PATCH', `/Groups/${group.id}`, add),
          by('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: n < 5 }] }),
        ];
      }),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 204]);
    const standings = await Promise.all(users.map(({ id }) => standing(id)));
    assert.deepEqual(
      standings,
      users.map((_, n) => (n < 5 ? 'active CAREGIVER' : 'inactive CAREGIVER')),
    );
    const { members } = await scim.group('Nurses');
    for (const { id } of users) assert.ok(members.some(({ value }: Json) => value === id));
  });
});
