import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { WebSocket } from 'ws';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { inTime } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { bySession } from './clients.ts';
import { connectPacket5, joinRaw5, type RawClient5 } from './v5-raw.ts';

describe('DISCONNECT of the server in MQTT 5', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    person = await signUp(app);
  });
  after(() => app.close());

  const reasonOf = async (client: RawClient5): Promise<readonly unknown[]> => {
    const { cmd, reasonCode } = await client.answer();
    await client.gone;
    return [cmd, reasonCode];
  };

  it('says that another connection took over', async () => {
    const client = await joinRaw5(app, bySession(person), { clientId: 'same' });
    const next = await joinRaw5(app, bySession(person), { clientId: 'same' });
    assert.deepEqual(await reasonOf(client), ['disconnect', 0x8e]);
    next.socket.destroy();
  });

  it('says that the session was logged out or the account deactivated', async () => {
    const mine = await signUp(app);
    const client = await joinRaw5(app, bySession(mine));
    assert.equal((await app.call('POST', '/auth/logout', { token: mine.token })).status, 200);
    assert.deepEqual(await reasonOf(client), ['disconnect', 0x98]);
    const admin = await logInAsAdmin(app);
    const theirs = await signUp(app);
    const other = await joinRaw5(app, bySession(theirs));
    await app.call('DELETE', `/admin/users/${theirs.id}`, { token: admin.token });
    assert.deepEqual(await reasonOf(other), ['disconnect', 0x98]);
  });

  it('says that the keep-alive has passed', async () => {
    const client = await joinRaw5(app, bySession(person), { keepalive: 1 });
    assert.deepEqual(await reasonOf(client), ['disconnect', 0x8d]);
  });

  /** A client over WebSocket; `closed` resolves with the last packet and the close code. */
  async function overWebSocket(url: string) {
    const socket = new WebSocket(`${url.replace('http', 'ws').replace('/api', '')}/mqtt`, 'mqtt');
    const parser = mqttPacket.parser({ protocolVersion: 5 });
    const packets: Packet[] = [];
    parser.on('packet', (packet) => packets.push(packet));
    const closed = new Promise<readonly [Packet | undefined, number]>((resolve) =>
      socket.on('close', (code) => resolve([packets.at(-1), code])),
    );
    await new Promise((resolve) => socket.on('open', resolve));
    const greeted = new Promise<void>((resolve) =>
      socket.on('message', (bytes: Buffer) => {
        parser.parse(bytes);
        resolve();
      }),
    );
    socket.send(mqttPacket.generate(connectPacket5(bySession(person)), { protocolVersion: 5 }));
    await inTime('CONNACK arrives', greeted);
    return { socket, closed: inTime('the server closes the socket', closed) };
  }

  it('comes before the close frame over WebSocket', async () => {
    const { socket, closed } = await overWebSocket(app.url);
    socket.send(Buffer.from([0xc1, 0]));
    const [last, code] = await closed;
    assert.deepEqual(
      [last?.cmd, (last as { reasonCode?: number }).reasonCode, code],
      ['disconnect', 0x81, 1000],
    );
  });

  it('says that the server stops, over TCP and WebSocket', async () => {
    const stopping = await startTestApp({ LOG_LEVEL: 'silent', DATABASE_URL: app.databaseUrl });
    const client = await joinRaw5(stopping, bySession(person));
    const { closed } = await overWebSocket(stopping.url);
    const [, reason, [last, code]] = await Promise.all([stopping.close(), reasonOf(client), closed]);
    assert.deepEqual(reason, ['disconnect', 0x8b]);
    assert.deepEqual([(last as { reasonCode?: number }).reasonCode, code], [0x8b, 1001]);
  });
});
