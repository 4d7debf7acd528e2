import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type EspaxRequest, type EspaxServer, startEspaxServer } from '../helpers/espax-server.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { killAll } from '../process/child.ts';
import { setPolicy } from '../response/channels-of.ts';
import { type Instance, type Pair, startPair } from './instances.ts';

describe('one pager server at two instances', { skip: WITHOUT_REDIS }, () => {
  let server: EspaxServer;
  let pair: Pair;
  let admin: Person;
  let nurse: Person;
  let patient: Person;
  let channelId: string;
  before(async () => {
    server = await startEspaxServer();
    pair = await startPair({ ESPA_URL: server.url, OK_WINDOW_SECONDS: '0' });
    admin = await logInAsAdmin(pair.a);
    [nurse, patient] = [await signUp(pair.a, 'CAREGIVER'), await signUp(pair.a)];
    await assign(pair.a, nurse, patient);
    await setPolicy(
      { databaseUrl: pair.database.url },
      {
        steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['pager'] }],
        repeats: { everySeconds: 3_600, times: null },
      },
    );
    const body = { kind: 'pager', number: '4711' };
    channelId = (await pair.b.call('POST', '/profile/channels', { token: nurse.token, body })).body.data.id;
    for (const instance of [pair.a, pair.b]) await connected(instance);
  });
  after(async () => {
    await killAll();
    await pair?.close();
    await server?.close();
  });

  const connected = (at: Instance) =>
    eventually('the health report says so', async () => {
      const { data } = (await at.call('GET', '/health')).body;
      return data?.channels.pager === 'OK';
    });
  const fall = async (at: Instance): Promise<string> =>
    (await at.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } })).body.data.id;
  const startedAfter = async (count: number): Promise<EspaxRequest> => {
    await eventually('a process is started', () => server.started.length > count);
    return server.started[count] ?? assert.fail();
  };
  const responseOf = async (at: Instance, id: string): Promise<Json> =>
    (await at.call('GET', `/falls/${id}`, { token: admin.token })).body.data.response;

  it('is connected once, gets each message once, and its acknowledgements claim at both', async () => {
    assert.equal(server.connections(), 1);
    for (const at of [pair.a, pair.b]) {
      const count = server.started.length;
      const id = await fall(at);
      const page = await startedAfter(count);
      server.accept(page);
      for (const reader of [pair.a, pair.b])
        await eventually(
          'the fall is claimed',
          async () => (await responseOf(reader, id)).claimedBy?.id === nurse.id,
        );
    }
    const starts = server.requests.filter(({ name }) => name === 'REQ.P-START');
    assert.equal(starts.length, server.started.length);
  });

  it('is told to stop by a claim at either instance, and tested from either', async () => {
    for (const at of [pair.a, pair.b]) {
      const count = server.started.length;
      const id = await fall(at);
      const ref = (await startedAfter(count)).field('CP-PR-REF');
      await at.call('POST', `/falls/${id}/claim`, { token: admin.token, body: {} });
      await eventually('the pager is stopped', () => server.stopped().includes(ref));
      const test = await at.call('POST', `/profile/channels/${channelId}/test`, { token: nurse.token });
      assert.equal(test.body.data.delivered, true, JSON.stringify(test.body));
    }
    assert.equal(server.connections(), 1);
  });

  it('is taken over when the instance with the connection is killed, and nothing is lost', async () => {
    const isHolder = ({ vigil }: Instance) => vigil.stdout().includes('pager: connected');
    const holder = isHolder(pair.a) ? pair.a : pair.b;
    const other = holder === pair.a ? pair.b : pair.a;
    assert.ok(!isHolder(other));
    holder.vigil.signal('SIGKILL');
    await holder.vigil.exited;
    const count = server.started.length;
    const id = await fall(other);
    const page = await startedAfter(count);
    await connected(other);
    assert.equal(server.connections(), 2);
    server.accept(page);
    await eventually(
      'the fall is claimed',
      async () => (await responseOf(other, id)).claimedBy?.id === nurse.id,
    );
    const refs = server.started.map((one) => one.field('CP-PR-REF'));
    assert.equal(new Set(refs).size, refs.length);
  });
});
