import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectLive, type LiveClient } from '../helpers/live.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { killAll } from '../process/child.ts';
import { type Pair, startPair } from './instances.ts';
import { statusOf } from './outages.ts';

describe('phones with one device token at two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let admin: Person;
  let carer: Person;
  before(async () => {
    pair = await startPair();
    admin = await logInAsAdmin(pair.a);
    carer = await signUp(pair.a, 'CAREGIVER', { firstName: 'Cara', lastName: 'Klein' });
  });
  after(async () => {
    await killAll();
    await pair?.close();
  });

  async function played(): Promise<void> {
    const { a, b } = pair;
    const person = await signUp(a);
    await assign(a, carer, person);
    const macAddress = randomMac();
    const { data } = (
      await a.call('POST', `/patients/${person.id}/devices`, { token: admin.token, body: { macAddress } })
    ).body;
    const { id, token } = data;
    const stream = (at: Pair['a']) =>
      at.call('POST', '/device/sensor-stream', { token, body: resting(macAddress) });
    const endOf = async (client: LiveClient) => (await client.closed).code;

    const first = await connectLive(a, { token });
    const second = await connectLive(b, { token });
    assert.equal(await endOf(first), 4409, 'the second phone takes over');
    const together = await Promise.all([a, b].map((at) => connectLive(at, { token }).catch(() => undefined)));
    assert.equal(await endOf(second), 4409);
    const open = () =>
      together.filter((client) => client !== undefined && client.ws.readyState === client.ws.OPEN);
    await eventually('one of them is left', () => open().length === 1);

    const phone = await connectLive(b, { token });
    await phone.ask({ type: 'answer', data: { answer: 'help' } });
    const elsewhere = await connectLive(a, { token });
    const { fallId } = elsewhere.welcome.data.fall;
    const state = (wanted: string) =>
      elsewhere.find(({ type, data: fall }) => type === 'fall' && fall.response.state === wanted, wanted);
    assert.equal(
      (await b.call('POST', `/falls/${fallId}/claim`, { token: carer.token, body: { etaMinutes: 3 } }))
        .status,
      200,
    );
    const { response } = (await state('CLAIMED')).data;
    assert.deepEqual([response.claimedBy.name, response.etaMinutes], ['Cara Klein', 3]);
    await b.call('POST', `/falls/${fallId}/resolve`, { token: carer.token, body: { outcome: 'HELPED' } });
    await state('RESOLVED');
    // A fall that begins at the other instance.
    await b.call('POST', `/device/${id}/answer`, { token, body: { answer: 'help' } });
    await elsewhere.find(
      ({ type, data: fall }) => type === 'fall' && fall.fallId !== fallId,
      'the next fall',
    );

    for (const at of [a, b]) assert.equal((await stream(at)).status, 200);
    const renewed = await b.call('POST', `/device/${id}/token`, { token: person.token });
    assert.equal(await endOf(elsewhere), 4401, 'the token was replaced at the other instance');
    for (const at of [a, b])
      await eventually('the replaced token is refused', async () => (await stream(at)).status === 401);
    assert.equal((await a.call('GET', `/device/${id}/fall`, { token: renewed.body.data.token })).status, 200);
  }

  it('take over, see the fall of their wearer, and end with the token', played);

  it('do so by the notices of the database while Redis is down', async () => {
    await pair.redis.stop();
    for (const at of [pair.a, pair.b])
      await eventually('the instance reports it', async () => (await statusOf(at)) === 'DEGRADED');
    await played();
  });
});
