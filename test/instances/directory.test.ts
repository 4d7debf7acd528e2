import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDirectory, GROUPS, scimOf } from '../directory/scim-app.ts';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectLive } from '../helpers/live.ts';
import { patientNow } from '../helpers/patience.ts';
import { logIn, logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { closed, join } from '../mqtt/clients.ts';
import { killAll } from '../process/child.ts';
import { type Pair, startPair } from './instances.ts';

const SECOND_MS = 1_000;

describe('a directory at two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  let token: string;
  before(async () => {
    pair = await startPair(GROUPS);
    admin = await logInAsAdmin(pair.a);
    ({ token } = await createDirectory(pair.a, admin));
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  it('locks a person out within a second at the other one, and hands their claim back', async () => {
    const { a, b } = pair;
    const scim = scimOf(a, token);
    const { id, userName: email } = (await scim('POST', '/Users', { userName: 'leaver@directory.example' }))
      .body;
    await scim('POST', '/Groups', { displayName: 'Nurses', members: [{ value: id }] });
    const reset = await a.call('POST', `/admin/users/${id}/password-reset`, { token: admin.token });
    const session: Json = await logIn(b, { email, password: reset.body.data.temporaryPassword });
    const made = await b.call('POST', '/profile/tokens', {
      token: session.token,
      body: { name: 'Mine', scopes: ['read'], expiresInDays: 1 },
    });
    const patient = await signUp(a);
    await assign(a, { id }, patient);
    const fall = (await a.call('POST', '/falls', { token: patient.token, body: { confidence: 0.9 } })).body
      .data;
    const claim = await b.call('POST', `/falls/${fall.id}/claim`, { token: session.token, body: {} });
    assert.equal(claim.status, 200, JSON.stringify(claim.body));
    const socket = await connectLive(b, { token: session.token });
    const client = await join(b, { username: email, password: made.body.data.token });
    const at = patientNow();
    const answer = await scim('PATCH', `/Users/${id}`, {
      Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
    });
    assert.equal(answer.status, 200);
    assert.equal((await socket.closed).code, 4401);
    await closed(client);
    assert.ok(patientNow() - at < SECOND_MS);
    await eventually('the claim is handed back', async () => {
      const { body } = await b.call('GET', `/falls/${fall.id}/timeline`, { token: admin.token });
      return body.data.some(({ reason, by }: Json) => reason === 'left' && by?.id === id);
    });
    for (const ended of [session.token, made.body.data.token])
      assert.equal((await b.call('GET', '/me', { token: ended })).status, 401);
  });

  it('writes at both at the same moment, one change after the other', async () => {
    const ways = [scimOf(pair.a, token), scimOf(pair.b, token)] as const;
    const [first] = ways;
    const made = await Promise.all(
      ways.map((scim) => scim('POST', '/Users', { userName: 'both@directory.example' })),
    );
    assert.deepEqual(made.map(({ status }) => status).sort(), [201, 409]);
    const users = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (ways[n % 2] ?? first)('POST', '/Users', { userName: `at-once${n}` }),
      ),
    );
    const { id } = (await first('POST', '/Groups', { displayName: 'Night nurses' })).body;
    const added = await Promise.all(
      users.map(({ body }, n) =>
        (ways[n % 2] ?? first)('PATCH', `/Groups/${id}`, {
          Operations: [{ op: 'add', path: 'members', value: [{ value: body.id }] }],
        }),
      ),
    );
    assert.deepEqual([...new Set(added.map(({ status }) => status))], [204]);
    assert.equal((await first('GET', `/Groups/${id}`)).body.members.length, 10);
  });
});
