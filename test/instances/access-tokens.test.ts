import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { connectLive } from '../helpers/live.ts';
import { patientNow } from '../helpers/patience.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { closed, join, roundTrip } from '../mqtt/clients.ts';
import { killAll } from '../process/child.ts';
import { type Pair, startPair } from './instances.ts';

const SECOND_MS = 1_000;

describe('access tokens at two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  before(async () => {
    pair = await startPair();
    admin = await logInAsAdmin(pair.a);
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  async function tokenOf(owner: Person): Promise<Json> {
    const body = { name: 'Script', scopes: ['read'], expiresInDays: 1 };
    return (await pair.a.call('POST', '/profile/tokens', { token: owner.token, body })).body.data;
  }

  /** Uses the token at the other instance, which then remembers it, on all transports. */
  async function usedAtB(username: string, token: string) {
    const { b } = pair;
    assert.equal((await b.call('GET', '/me', { token })).status, 200);
    const socket = await connectLive(b, { token });
    const client = await join(b, { username, password: token });
    await roundTrip(client);
    return async (change: () => Promise<{ readonly status: number }>) => {
      const at = patientNow();
      assert.equal((await change()).status, 200);
      assert.equal((await socket.closed).code, 4401);
      await closed(client);
      assert.ok(patientNow() - at < SECOND_MS);
      assert.equal((await b.call('GET', '/me', { token })).status, 401);
    };
  }

  it('end within a second at the other when one deletes them', async () => {
    const owner = await signUp(pair.a, 'CAREGIVER');
    const { id, token } = await tokenOf(owner);
    const endsWith = await usedAtB(owner.email, token);
    await endsWith(() => pair.a.call('DELETE', `/profile/tokens/${id}`, { token: owner.token }));
  });

  it('end within a second at the other when one deactivates the owner', async () => {
    const owner = await signUp(pair.a, 'CAREGIVER');
    const { token } = await tokenOf(owner);
    const endsWith = await usedAtB(owner.email, token);
    const body = { status: 'inactive' };
    await endsWith(() => pair.a.call('PUT', `/admin/users/${owner.id}`, { token: admin.token, body }));
  });

  it('of service accounts end within a second at the other when one renews or deletes them', async () => {
    const { a } = pair;
    const body = { name: 'Bridge', scopes: ['read'] };
    const { data } = (await a.call('POST', '/admin/service-accounts', { token: admin.token, body })).body;
    const path = `/admin/service-accounts/${data.id}`;
    let renewed = '';
    await (await usedAtB(data.id, data.token))(async () => {
      const answer = await a.call('POST', `${path}/token`, { token: admin.token });
      renewed = answer.body.data.token;
      return answer;
    });
    await (await usedAtB(data.id, renewed))(() => a.call('DELETE', path, { token: admin.token }));
  });
});
