import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectLive } from '../helpers/live.ts';
import { logIn, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { unzip } from '../helpers/unzip.ts';
import { closed, join } from '../mqtt/clients.ts';
import { PATCH_OP, type ScimApp, startScimApp } from './scim-app.ts';

const MINUTE_MS = 60_000;

describe('accounts of a directory', () => {
  let scim: ScimApp;
  before(async () => {
    scim = await startScimApp();
    await scim.wards();
  });
  after(() => scim.close());

  const setActive = (id: string, value: unknown) =>
    scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value });
  const changeMembers = async (op: 'add' | 'remove', name: string, ...ids: string[]) => {
    const { id } = await scim.group(name);
    const value = ids.map((one) => ({ value: one }));
    const answer = await scim.patch(`/Groups/${id}`, { op, path: 'members', value });
    assert.equal(answer.status, 204, JSON.stringify(answer.body));
  };
  const standing = async (id: string) => {
    const { role, status } = await scim.account(id);
    return `${status} ${role}`;
  };
  const lines = async (id: string): Promise<Json[]> =>
    (await scim.app.call('GET', `/admin/logs?subjectId=${id}&limit=100`, { token: scim.admin.token })).body
      .data;

  it('are created inactive, and activated with the role and the wards of their groups', async () => {
    const { north } = await scim.wards();
    const user = await scim.user('anna');
    assert.equal(user.active, true);
    assert.equal(await standing(user.id), 'inactive CAREGIVER');
    await changeMembers('add', 'North team', user.id);
    assert.equal(await standing(user.id), 'inactive CAREGIVER', 'a ward group alone gives nothing');
    await changeMembers('add', 'Nurses', user.id);
    assert.equal(await standing(user.id), 'active CAREGIVER');
    const members = await scim.app.call('GET', `/wards/${north}/caregivers`, { token: scim.admin.token });
    assert.deepEqual(
      members.body.data.map(({ id }: Json) => id),
      [user.id],
    );
    await changeMembers('add', 'Vigil admins', user.id);
    assert.equal(await standing(user.id), 'active ADMIN');
    const { groups } = await scim.ok('GET', `/Users/${user.id}`);
    assert.deepEqual(
      groups.map(({ display }: Json) => display),
      ['North team', 'Nurses', 'Vigil admins'],
    );
  });

  it('have the name and the address that the directory gives, at once and without a mail', async () => {
    const { id } = await scim.user('names', ['Nurses'], {
      emails: [{ value: 'First@directory.example', type: 'work' }],
    });
    const shown = async () => {
      const { firstName, lastName, email } = await scim.account(id);
      return `${firstName} ${lastName} ${email}`;
    };
    assert.equal(await shown(), 'names Berg first@directory.example');
    const person = await scim.session(id);
    const { status } = await scim.patch(
      `/Users/${id}`,
      { op: 'replace', value: { 'name.familyName': 'Klein' } },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'second@directory.example' },
    );
    assert.equal(status, 200);
    assert.equal(await shown(), 'names Klein second@directory.example');
    assert.equal((await scim.app.call('GET', '/me', { token: person.token })).status, 200);
    await scim.patch(`/Users/${id}`, { op: 'remove', path: 'emails' });
    assert.equal(await shown(), 'names Klein names@directory.example');
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: 'names' });
    assert.equal(
      await shown(),
      'names Klein names@directory.example',
      'no address: the account keeps its own',
    );
  });

  it('may have no address at all', async () => {
    const made = await scim.ok('POST', '/Users', { userName: 'no-address', displayName: 'Nora Adler' });
    assert.equal('emails' in made, false);
    const { firstName, lastName, email } = await scim.account(made.id);
    assert.deepEqual([firstName, lastName, /\.invalid$/.test(email)], ['Nora', 'Adler', true]);
  });

  it('end everything at once with active false, and hand open claims back', async () => {
    const { app } = scim;
    const { north } = await scim.wards();
    const { id } = await scim.user('leaver', ['Nurses', 'North team']);
    const colleague = await scim.user('stays', ['Nurses', 'North team']);
    const person = await scim.session(id);
    const other = await scim.session(colleague.id);
    const patient = await signUp(app);
    const moved = await app.call('PUT', `/patients/${patient.id}`, {
      token: scim.admin.token,
      body: { wardId: north },
    });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    const fall = (await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.9 } })).body
      .data;
    const claim = await app.call('POST', `/falls/${fall.id}/claim`, { token: person.token, body: {} });
    assert.equal(claim.status, 200, JSON.stringify(claim.body));
    const made = await app.call('POST', '/profile/tokens', {
      token: person.token,
      body: { name: 'Mine', scopes: ['read'], expiresInDays: 1 },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const socket = await connectLive(app, { token: person.token });
    const mqtt = await join(app, { username: person.email, password: made.body.data.token });

    assert.equal((await setActive(id, 'False')).status, 200);
    assert.equal((await app.call('GET', '/me', { token: person.token })).status, 401);
    assert.equal((await app.call('GET', '/me', { token: made.body.data.token })).status, 401);
    assert.equal((await socket.closed).code, 4401);
    await closed(mqtt);
    await eventually('the claim is handed back', async () => {
      const { body } = await app.call('GET', `/falls/${fall.id}/timeline`, { token: other.token });
      const handedBack = body.data.find(({ type }: Json) => type === 'expired');
      return handedBack?.by?.id === id && handedBack.reason === 'left';
    });
    assert.equal(await standing(id), 'inactive CAREGIVER');
    assert.equal((await scim.ok('GET', `/Users/${id}`)).active, false);

    assert.equal((await setActive(id, true)).status, 200);
    assert.equal(await standing(id), 'active CAREGIVER');
    assert.equal(
      (await app.call('GET', '/me', { token: person.token })).status,
      401,
      'a new login is needed',
    );
  });

  it('stay as an admin has set them by hand, until the directory says otherwise', async () => {
    const { id } = await scim.user('by-hand', ['Nurses']);
    const setStatus = async (status: string) => {
      const answer = await scim.app.call('PUT', `/admin/users/${id}`, {
        token: scim.admin.token,
        body: { status },
      });
      assert.equal(answer.status, 200);
    };
    const changeName = (name: string) =>
      scim.patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: name });
    await setStatus('inactive');
    await changeName('One');
    await changeMembers('add', 'Night nurses', id);
    assert.equal(await standing(id), 'inactive CAREGIVER');
    assert.equal((await scim.ok('GET', `/Users/${id}`)).active, false);
    await setActive(id, true);
    assert.equal(await standing(id), 'active CAREGIVER');
    await setActive(id, false);
    await setStatus('active');
    await changeName('Two');
    assert.equal(await standing(id), 'active CAREGIVER');
    assert.equal((await scim.ok('GET', `/Users/${id}`)).active, true);
  });

  it('keep their history after DELETE, and come back with the same id', async () => {
    const { id } = await scim.user('rehired', ['Nurses'], { externalId: 'r1' });
    assert.equal(await standing(id), 'active CAREGIVER');
    assert.equal((await scim.scim('DELETE', `/Users/${id}`)).status, 204);
    assert.equal(await standing(id), 'inactive CAREGIVER');
    for (const method of ['GET', 'DELETE', 'PATCH', 'PUT'])
      assert.equal((await scim.scim(method, `/Users/${id}`, method === 'GET' ? undefined : {})).status, 404);
    assert.deepEqual((await scim.ok('GET', '/Users?filter=externalId+eq+%22r1%22')).Resources, []);
    assert.ok(!(await scim.group('Nurses')).members.some(({ value }: Json) => value === id));
    const back = await scim.user('REHIRED', ['Nurses'], { name: { givenName: 'Re', familyName: 'Hired' } });
    assert.equal(back.id, id);
    assert.equal(await standing(id), 'active CAREGIVER');
    assert.equal((await scim.account(id)).firstName, 'Re');
    assert.ok((await lines(id)).some(({ message }) => message === 'The directory manages an account again'));
  });

  it('are not those of a former employee whose userName goes to another externalId', async () => {
    const { app, admin } = scim;
    const former = await scim.user('namesake', ['Nurses'], { externalId: 'n1' });
    const email = 'namesake@directory.example';
    const reset = await app.call('POST', `/admin/users/${former.id}/password-reset`, { token: admin.token });
    const password: string = reset.body.data.temporaryPassword;
    const { token } = await logIn(app, { email, password });
    const channel = { kind: 'webhook', url: 'https://hooks.example.org/former' };
    assert.equal((await app.call('POST', '/profile/channels', { token, body: channel })).status, 201);
    await sql(
      app.databaseUrl,
      `INSERT INTO oidc_identities (user_id, issuer, subject, email, created_at, last_login_at)
       VALUES ($1, 'https://id.example.org', 'former', $2, now(), now())`,
      [former.id, email],
    );
    assert.equal((await scim.scim('DELETE', `/Users/${former.id}`)).status, 204);
    const newcomer = await scim.user('Namesake', ['Nurses'], {
      externalId: 'n2',
      name: { givenName: 'New', familyName: 'Comer' },
    });
    assert.notEqual(newcomer.id, former.id);
    assert.equal(await standing(newcomer.id), 'active CAREGIVER');
    assert.equal(await standing(former.id), 'inactive CAREGIVER');
    assert.equal((await scim.account(newcomer.id)).email, email);
    assert.deepEqual((await scim.account(former.id)).firstName, 'namesake', 'its history keeps its name');
    assert.equal((await scim.scim('GET', `/Users/${former.id}`)).status, 404);
    assert.equal((await app.call('POST', '/auth/login', { body: { email, password } })).status, 401);
    const own = await scim.session(newcomer.id);
    const { body } = await app.call('GET', '/profile/channels', { token: own.token });
    assert.deepEqual(body.data, []);
    assert.deepEqual(
      await sql(app.databaseUrl, 'SELECT FROM oidc_identities WHERE user_id = $1', [former.id]),
      [],
    );
    assert.ok(
      (await lines(former.id)).some(({ message }) => message.includes('to another externalId')),
      'the audit log says so',
    );
    assert.ok((await lines(newcomer.id)).some(({ action }) => action === 'account.created'));
    // Deleted and created again under the externalId of before: now the account of the newcomer has the name.
    await scim.scim('DELETE', `/Users/${newcomer.id}`);
    assert.equal((await scim.user('namesake', [], { externalId: 'n2' })).id, newcomer.id);
    await scim.scim('DELETE', `/Users/${newcomer.id}`);
    const byHand = { token: admin.token, body: { status: 'active' } };
    assert.equal((await app.call('PUT', `/admin/users/${newcomer.id}`, byHand)).status, 200);
    const refused = await scim.scim('POST', '/Users', { userName: email, externalId: 'n3' });
    assert.deepEqual([refused.status, refused.body.scimType], [409, 'uniqueness']);
    assert.equal((await scim.account(newcomer.id)).status, 'active');
  });

  it('are never those of other people', async () => {
    const { app } = scim;
    const patient = await signUp(app);
    const byHand = await signUp(app, 'CAREGIVER');
    for (const { email } of [patient, byHand, scim.admin])
      for (const body of [
        { userName: email.toUpperCase() },
        { userName: `x${Math.random()}`, emails: [{ value: email }] },
      ]) {
        const answer = await scim.scim('POST', '/Users', body);
        assert.deepEqual([answer.status, answer.body.scimType], [409, 'uniqueness']);
      }
    const { id } = await scim.user('thief', ['Nurses']);
    const steal = await scim.patch(`/Users/${id}`, {
      op: 'replace',
      path: 'emails[type eq "work"].value',
      value: patient.email,
    });
    assert.deepEqual([steal.status, steal.body.scimType], [409, 'uniqueness']);
    for (const person of [patient, byHand, { id: scim.serviceId }, { id: 'nobody' }]) {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
        assert.equal(
          (await scim.scim(method, `/Users/${person.id}`, method === 'GET' ? undefined : { userName: 'x' }))
            .status,
          404,
        );
      const { id: groupId } = await scim.group('Nurses');
      const added = await scim.patch(`/Groups/${groupId}`, {
        op: 'add',
        path: 'members',
        value: [{ value: person.id }],
      });
      assert.deepEqual([added.status, added.body.scimType], [400, 'invalidValue']);
    }
    const all = JSON.stringify(await scim.ok('GET', '/Users?count=500'));
    assert.ok(!all.includes(patient.id) && !all.includes(byHand.id) && !all.includes(scim.admin.id));
    // A user who has become a patient is none of the directory's any more.
    const former = await scim.user('former', ['Nurses']);
    const role = await app.call('POST', `/admin/users/${former.id}/role`, {
      token: scim.admin.token,
      body: { role: 'PATIENT' },
    });
    assert.equal(role.status, 200);
    assert.equal((await scim.scim('GET', `/Users/${former.id}`)).status, 404);
    assert.equal((await setActive(former.id, false)).status, 404);
    assert.equal((await scim.scim('POST', '/Users', { userName: 'former@directory.example' })).status, 409);
    const { id: nurses, members } = await scim.group('Nurses');
    assert.ok(!members.some(({ value }: Json) => value === former.id));
    assert.equal(
      (
        await scim.patch(`/Groups/${nurses}`, {
          op: 'remove',
          path: 'members',
          value: [{ value: former.id }],
        })
      ).status,
      204,
    );
    assert.equal((await scim.account(former.id)).role, 'PATIENT');
  });

  it('are unique by userName, in any case', async () => {
    await scim.user('unique');
    const { id } = await scim.user('unique2');
    const again = await scim.scim('POST', '/Users', { userName: 'UNIQUE@directory.example' });
    assert.deepEqual([again.status, again.body.scimType], [409, 'uniqueness']);
    const taken = await scim.patch(`/Users/${id}`, {
      op: 'replace',
      path: 'userName',
      value: 'Unique@directory.example',
    });
    assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
    const own = await scim.patch(`/Users/${id}`, {
      op: 'replace',
      path: 'userName',
      value: 'UNIQUE2@directory.example',
    });
    assert.equal(own.status, 200);
  });

  it('keep their sessions when a directory moves them between two groups by two requests', async () => {
    const { id } = await scim.user('moving', ['Nurses', 'North team']);
    const person = await scim.session(id);
    await changeMembers('remove', 'Nurses', id);
    assert.equal((await scim.app.call('GET', '/me', { token: person.token })).status, 200);
    await changeMembers('add', 'Night nurses', id);
    await scim.app.pass(2 * MINUTE_MS);
    assert.equal((await scim.app.call('GET', '/me', { token: person.token })).status, 200);
    const { north } = await scim.wards();
    const { body } = await scim.app.call('GET', `/wards/${north}/caregivers`, { token: scim.admin.token });
    assert.ok(body.data.some((member: Json) => member.id === id));
  });

  it('end a minute after the last group that gave them a role', async () => {
    const { id } = await scim.user('leaving', ['Nurses']);
    const person = await scim.session(id);
    await changeMembers('remove', 'Nurses', id);
    assert.equal(await standing(id), 'active CAREGIVER');
    await scim.app.pass(2 * MINUTE_MS);
    assert.equal(await standing(id), 'inactive CAREGIVER');
    assert.equal((await scim.app.call('GET', '/me', { token: person.token })).status, 401);
    await changeMembers('add', 'Nurses', id);
    assert.equal(await standing(id), 'active CAREGIVER');
  });

  it('follow a group that is renamed or deleted', async () => {
    const { id } = await scim.user('renamed');
    const group = await scim.ok('POST', '/Groups', { displayName: 'Some', members: [{ value: id }] });
    assert.equal(await standing(id), 'inactive CAREGIVER');
    const rename = async (value: object) =>
      assert.equal((await scim.patch(`/Groups/${group.id}`, { op: 'replace', value })).status, 204);
    await rename({ id: group.id, externalId: '0f1e-carers' });
    assert.equal(await standing(id), 'active CAREGIVER', 'the settings name a group by its external id, too');
    await rename({ externalId: 'another' });
    await scim.app.pass(2 * MINUTE_MS);
    assert.equal(await standing(id), 'inactive CAREGIVER');
    await rename({ externalId: '0f1e-carers', displayName: 'Some others' });
    assert.equal(await standing(id), 'active CAREGIVER');
    assert.equal((await scim.scim('DELETE', `/Groups/${group.id}`)).status, 204);
    assert.equal((await scim.scim('GET', `/Groups/${group.id}`)).status, 404);
    await scim.app.pass(2 * MINUTE_MS);
    assert.equal(await standing(id), 'inactive CAREGIVER');
    await scim.group('Taken');
    const taken = await scim.scim('POST', '/Groups', { displayName: 'TAKEN' });
    assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
  });

  it('write a line of the audit log for each change, in the name of the service account', async () => {
    const { id } = await scim.user('audited', ['Nurses']);
    await setActive(id, false);
    await scim.scim('DELETE', `/Users/${id}`);
    const found = await lines(id);
    const messages = found.map(({ message }) => message);
    for (const message of [
      'Opened an account for a user of the directory',
      'Added 1 users to the group "Nurses" of the directory',
      'Activated an account, because a group of the directory gives it a role',
      'Deactivated an account, because the directory did',
      'Changed active of a user of the directory',
      'The directory has deleted a user; the account stays deactivated',
    ]) {
      assert.ok(messages.includes(message), `${message}: ${messages.join(' | ')}`);
      assert.equal(found.find((line) => line.message === message)?.actorId, scim.serviceId);
      assert.equal(found.find((line) => line.message === message)?.token?.name, 'Directory');
    }
    const before = (await lines(id)).length;
    const { id: other } = await scim.user('unchanged');
    const lineCount = (await lines(other)).length;
    await scim.patch(`/Users/${other}`, { op: 'replace', value: { active: true, title: 'Nurse' } });
    assert.equal((await lines(other)).length, lineCount, 'a change of nothing leaves no line');
    assert.equal(before, found.length);
  });

  it('have no password, until one is given', async () => {
    const { id, userName } = await scim.user('without', ['Nurses']);
    const login = await scim.app.call('POST', '/auth/login', { body: { email: userName, password: '' } });
    assert.ok([400, 401].includes(login.status));
    const [row] = await sql(scim.app.databaseUrl, 'SELECT has_own_password AS own FROM users WHERE id = $1', [
      id,
    ]);
    assert.equal(row?.own, false);
  });

  it('leave their data in the export, and go with the account', async () => {
    const { id } = await scim.user('exported', ['Nurses'], { externalId: 'e-1' });
    const { token } = await scim.session(id);
    const answer = await fetch(`${scim.app.url}/profile/me/export`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { 'profile.json': profile } = await unzip(Buffer.from(await answer.arrayBuffer()));
    const { userName, externalId, groups } = JSON.parse(String(profile)).directory;
    assert.deepEqual([userName, externalId, groups], ['exported@directory.example', 'e-1', ['Nurses']]);
    const removed = await scim.app.call('DELETE', `/admin/users/${id}`, { token: scim.admin.token });
    assert.equal(removed.status, 200);
    assert.equal((await scim.scim('GET', `/Users/${id}`)).status, 404);
    assert.notEqual((await scim.user('exported', ['Nurses'])).id, id);
  });

  it('are replaced by PUT', async () => {
    const { id } = await scim.user('replaced', ['Nurses'], { externalId: 'p1', displayName: 'R B' });
    const put = await scim.ok('PUT', `/Users/${id}`, {
      schemas: [PATCH_OP],
      id: 'other',
      userName: 'replaced@directory.example',
      active: 'False',
      groups: [],
    });
    assert.deepEqual(
      [put.id, put.active, put.externalId, put.displayName, put.name],
      [id, false, 'p1', undefined, undefined],
    );
    assert.equal(await standing(id), 'inactive CAREGIVER');
    assert.equal(put.groups.length, 1, 'groups are read-only');
  });
});

describe('an account made by hand', () => {
  it('is the directory’s after an admin has handed it over, and its own again when taken back', async () => {
    const scim = await startScimApp();
    try {
      const { app, admin } = scim;
      const person = await signUp(app, 'CAREGIVER');
      const patient = await signUp(app);
      const at = (id: string) => `/admin/users/${id}/directory`;
      const as = (method: string, id: string, body?: object, token = admin.token) =>
        app.call(method, at(id), { token, body });
      assert.equal((await as('GET', person.id)).status, 404);
      assert.equal((await as('POST', patient.id, {})).status, 409);
      assert.equal((await as('POST', person.id, {}, person.token)).status, 403);
      const given = await as('POST', person.id, {});
      assert.deepEqual([given.status, given.body.data.isWaiting], [200, true]);
      assert.equal((await as('POST', person.id, {})).status, 409);
      assert.equal((await as('POST', admin.id, { userName: person.email.toUpperCase() })).status, 409);
      assert.equal((await scim.scim('GET', `/Users/${person.id}`)).status, 404);

      const made = await scim.ok('POST', '/Users', {
        userName: person.email,
        name: { givenName: 'New', familyName: 'Name' },
      });
      assert.equal(made.id, person.id);
      assert.equal((await scim.account(person.id)).firstName, 'New');
      await app.pass(2 * MINUTE_MS);
      assert.equal(
        (await app.call('GET', '/me', { token: person.token })).status,
        200,
        'the groups come later',
      );
      const { id: nurses } = await scim.group('Nurses');
      await scim.patch(`/Groups/${nurses}`, { op: 'add', path: 'members', value: [{ value: person.id }] });
      const shown = (await as('GET', person.id)).body.data;
      assert.deepEqual([shown.isWaiting, shown.groups], [false, ['Nurses']]);

      assert.equal((await as('DELETE', person.id)).status, 200);
      assert.equal((await as('DELETE', person.id)).status, 404);
      assert.equal((await scim.scim('PATCH', `/Users/${person.id}`, {})).status, 404);
      assert.equal((await scim.scim('POST', '/Users', { userName: person.email })).status, 409);
      assert.equal((await app.call('GET', '/me', { token: person.token })).status, 200);
    } finally {
      await scim.close();
    }
  });
});

describe('the last admin', () => {
  it('cannot be lost by a directory', async () => {
    const scim = await startScimApp();
    try {
      const { id } = await scim.user('chief', ['Vigil admins']);
      const boss = await scim.session(id);
      // The account made by hand goes, and the directory's admin is the last one.
      const gone = await scim.app.call('PUT', `/admin/users/${scim.admin.id}`, {
        token: boss.token,
        body: { status: 'inactive' },
      });
      assert.equal(gone.status, 200, JSON.stringify(gone.body));
      const group = await scim.group('Vigil admins');
      for (const call of [
        () => scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
        () => scim.scim('DELETE', `/Users/${id}`),
        () => scim.patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${id}"]` }),
        () => scim.patch(`/Groups/${group.id}`, { op: 'replace', path: 'displayName', value: 'Others' }),
        () => scim.scim('PUT', `/Groups/${group.id}`, { displayName: 'Vigil admins', members: [] }),
        () => scim.scim('DELETE', `/Groups/${group.id}`),
      ]) {
        const answer = await call();
        assert.deepEqual(
          [answer.status, answer.body?.scimType],
          [409, 'mutability'],
          JSON.stringify(answer.body),
        );
        assert.match(answer.body.detail, /last admin/i);
      }
      const { body } = await scim.app.call('GET', '/admin/logs?action=account.changed&limit=100', {
        token: boss.token,
      });
      const refused = body.data.filter(({ outcome }: Json) => outcome === 'refused');
      assert.equal(refused.length, 6);
      for (const { message, actorId } of refused) {
        assert.match(message, /^Refused a change of the directory: The last admin/);
        assert.equal(actorId, scim.serviceId);
      }
      assert.equal((await scim.app.call('GET', '/me', { token: boss.token })).status, 200);
      assert.equal((await scim.group('Vigil admins')).members.length, 1);
    } finally {
      await scim.close();
    }
  });
});
