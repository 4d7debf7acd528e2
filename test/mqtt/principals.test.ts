import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { StoredSessions } from '../../src/live/mqtt/stored-sessions.ts';
import type { SessionStore } from '../../src/platform/cluster/cluster.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { bySession, type Credentials, closed, join } from './clients.ts';
import { joinRaw, type RawClient } from './raw.ts';

/** Sessions that an account may keep. */
const SESSIONS = 20;

describe('MQTT client ids belong to a principal', () => {
  let app: TestApp;
  let owner: Person;
  let patient: Person;
  let mac: string;
  before(async () => {
    app = await startTestApp({ STREAM_INTERVAL_MS: '0', LOG_LEVEL: 'silent' });
    owner = await signUp(app, 'CAREGIVER');
    patient = await signUp(app);
    await assign(app, owner, patient);
    mac = randomMac();
    await stream(app, owner, resting(mac));
  });
  after(() => app.close());

  const byToken = async (...scopes: string[]): Promise<Credentials> => {
    const body = { name: 'Script', scopes, expiresInDays: 1 };
    const { data } = (await app.call('POST', '/profile/tokens', { token: owner.token, body })).body;
    return { username: owner.email, password: data.token };
  };
  const byDevice = async (): Promise<Credentials> => {
    const { data } = (await app.call('POST', `/device/${mac}/token`, { token: owner.token })).body;
    return { username: mac, password: data.token };
  };
  const byPassword = (): Credentials => ({ username: owner.email, password: PASSWORD });
  const topic = () => `caregivers/${owner.id}/alerts`;

  const subscribe = async (client: RawClient): Promise<void> => {
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: topic(), qos: 1 }] });
    assert.equal((await client.next()).cmd, 'suback');
  };
  const leave = async (client: RawClient): Promise<void> => {
    client.send({ cmd: 'disconnect' });
    await client.gone;
  };
  const fall = async (): Promise<string> =>
    (await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } })).body.data.id;
  const alertFor = async (client: RawClient): Promise<string> => {
    const packet = await client.next();
    if (packet.cmd !== 'publish') return assert.fail(`${packet.cmd} came`);
    client.send({ cmd: 'puback', messageId: packet.messageId ?? 0 });
    return (JSON.parse(packet.payload.toString()) as Json).data.fallId;
  };

  for (const [who, credentials] of [
    ['a device token', byDevice],
    ['an access token with `ingest`', () => byToken('ingest')],
  ] as const) {
    it(`${who} with its owner's client id disconnects nobody and ends no session`, async () => {
      const clientId = `phone of ${who}`;
      const phone = () => joinRaw(app, bySession(owner), { clientId, clean: false });
      const intruder = await credentials();
      const first = await phone();
      await subscribe(first);
      const beside = await joinRaw(app, intruder, { clientId, clean: true });
      const seen = await fall();
      assert.equal(await alertFor(first), seen, 'the owner is still connected');
      await leave(beside);
      await leave(first);

      const missed = await fall();
      for (const clean of [true, false]) await leave(await joinRaw(app, intruder, { clientId, clean }));
      // More sessions than an account may keep: the oldest is forgotten, if it is the token's.
      for (let i = 0; i <= SESSIONS; i++) {
        const many = await joinRaw(app, intruder, { clientId: `flood-${i}`, clean: false });
        many.send({
          cmd: 'subscribe',
          messageId: 1,
          subscriptions: [{ topic: `devices/${mac}/assessments`, qos: 0 }],
        });
        await many.next();
        await leave(many);
      }
      const back = await phone();
      assert.equal(await alertFor(back), missed);
      await leave(back);
    });
  }

  it('a person is the same with a password and with a session token', async () => {
    const clientId = 'same person';
    const first = await join(app, bySession(owner), { clientId });
    const second = await join(app, byPassword(), { clientId });
    await closed(first);
    assert.equal(second.connected, true);
    second.end(true);
  });

  it('two access tokens are two principals, and each keeps its own alerts', async () => {
    const [one, other] = [await byToken('read'), await byToken('read')];
    const clientId = 'bridge';
    const bridge = (by: Credentials) => joinRaw(app, by, { clientId, clean: false });
    const [first, second] = [await bridge(one), await bridge(other)];
    await subscribe(first);
    await subscribe(second);
    const seen = await fall();
    assert.deepEqual([await alertFor(first), await alertFor(second)], [seen, seen]);
    await leave(first);
    await leave(second);
    const missed = await fall();
    await leave(await joinRaw(app, other, { clientId, clean: true }));
    const back = await bridge(one);
    assert.equal(await alertFor(back), missed);
    await leave(back);
  });
});

describe('MQTT sessions that were stored when client ids belonged to accounts', () => {
  const account = '5f7dcb5e-9b2e-4a57-8f60-9f2f3d1b7a11';
  const session = { subscriptions: [{ topic: `caregivers/${account}/alerts`, qos: 1 as const }], cursor: 7 };
  const withStore = () => {
    const texts = new Map<string, string>();
    const store: SessionStore = {
      read: async (owner, name) => texts.get(`${owner}/${name}`),
      write: (owner, name, text) => void texts.set(`${owner}/${name}`, text),
      delete: (owner, name) => void texts.delete(`${owner}/${name}`),
    };
    return { texts, stored: new StoredSessions(store) };
  };

  it('are resumed by a device or a token too, which leaves the original to the person', async () => {
    const { texts, stored } = withStore();
    texts.set(`${account}/phone`, JSON.stringify(session));
    for (const principal of [account, `${account}:AA:BB:CC:DD:EE:FF`, `${account}:a-token`])
      assert.deepEqual(await stored.read(`${principal}/phone`), session, principal);
    stored.write(`${account}:a-token/phone`, { ...session, cursor: 9 });
    stored.delete(`${account}:AA:BB:CC:DD:EE:FF/phone`);
    assert.equal((await stored.read(`${account}:a-token/phone`))?.cursor, 9);
    assert.equal((await stored.read(`${account}/phone`))?.cursor, 7);
  });

  it('are the last that others find: a new session is found by its principal alone', async () => {
    const { stored } = withStore();
    stored.write(`${account}/phone`, session);
    assert.equal((await stored.read(`${account}/phone`))?.cursor, 7);
    assert.equal(await stored.read(`${account}:a-token/phone`), undefined);
  });
});
