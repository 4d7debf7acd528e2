import assert from 'node:assert/strict';
import { type EventEmitter, once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { AedesOptions, Client } from 'aedes';
import { connectAsync, type MqttClient } from 'mqtt';
import { audienceOf, withAudience } from '../../src/platform/mqtt/aedes/audience.ts';
import { NonForwardingBroker, onBrokerError } from '../../src/platform/mqtt/aedes/broker.ts';
import {
  assignClientId,
  failClient,
  forgetConnectPacket,
  releaseUnusedState,
} from '../../src/platform/mqtt/aedes/client.ts';
import { interceptIncoming } from '../../src/platform/mqtt/stream-internals.ts';
import { eventually, inTime } from '../helpers/eventually.ts';
import { staysQuiet } from '../helpers/quiet.ts';

/* MQTT 3.1.1 only: it is the version that Aedes speaks, also with the clients of version 5, whose packets are translated. */

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

describe('the internals of Node’s sockets that the packet reader relies on', () => {
  const server = createServer();
  let near: Socket;
  let far: Socket;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection');
    far = connectTcp(portOf(server), '127.0.0.1');
    [near] = (await accepted) as [Socket];
  });
  after(() => {
    far.destroy();
    near.destroy();
    server.close();
  });

  it('every chunk arrives by push, false stops reading, _read resumes it, the end is null', async () => {
    const chunks: string[] = [];
    let mayGoOn = true;
    const incoming = interceptIncoming(near, {
      receive(chunk) {
        chunks.push(chunk === null ? 'end' : chunk.toString());
        if (chunk !== null && mayGoOn) incoming.forward(chunk);
        return mayGoOn;
      },
    });
    const read: string[] = [];
    near.on('readable', () => {
      const bytes: Buffer | null = near.read();
      if (bytes !== null) read.push(bytes.toString());
    });
    far.write('one');
    await eventually('the chunk was read', () => read.join() === 'one');
    assert.deepEqual(chunks, ['one']);

    mayGoOn = false;
    far.write('two');
    await eventually('the chunk was seen', () => chunks.length === 2);
    assert.equal(incoming.unread(), 0, 'a chunk that is not forwarded is not buffered');
    far.write('three');
    await staysQuiet(50, 'the bytes cross the loopback interface in far less than a millisecond');
    assert.deepEqual(chunks, ['one', 'two'], 'nothing is read while paused');

    mayGoOn = true;
    incoming.readOn();
    await eventually('reading resumes', () => read.join() === 'one,three');
    far.end();
    await eventually('the end was seen', () => chunks.at(-1) === 'end');
  });
});

interface Inner extends Client {
  readonly _connectTimer: unknown;
  readonly duplicates: object;
  readonly _parser: EventEmitter & { readonly _list: object };
}

describe('the internals of Aedes that the broker relies on', () => {
  const broker = new NonForwardingBroker({
    preConnect(_client, packet, done) {
      (packet as { keepalive: number }).keepalive = 0;
      done(null, true);
    },
    authenticate: (client, _user, _password, done) => {
      assignClientId(client, `account/${client.id}`);
      done(null, true);
    },
    authorizeForward: (client, packet) => {
      audiences.push(audienceOf(packet));
      return client === null ? null : packet;
    },
  } satisfies AedesOptions);
  const server = createServer((socket) => releaseUnusedState(broker.handle(socket)));
  const audiences: (string | undefined)[] = [];
  let client: MqttClient;
  let serverSide: Client;
  before(async () => {
    await broker.listen();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ready = once(broker, 'clientReady');
    client = await connectAsync(`mqtt://127.0.0.1:${portOf(server)}`, { clientId: 'me', reconnectPeriod: 0 });
    [serverSide] = (await ready) as [Client];
  });
  after(async () => {
    client.end(true);
    await new Promise<void>((resolve) => broker.close(resolve));
    server.close();
  });

  it('the id that authenticate sets stays the client’s id', () => {
    assert.equal(serverSide.id, 'account/me');
    assert.ok('account/me' in (broker as unknown as { clients: object }).clients);
  });

  it('a keep-alive of 0 in preConnect leaves no timer', () => {
    const { _keepaliveTimer: timer } = serverSide as unknown as { _keepaliveTimer: NodeJS.Timeout | null };
    assert.equal(timer, null);
  });

  it('a client’s message reaches no subscriber, the server’s does, with its audience', async () => {
    const received: string[] = [];
    client.on('message', (_topic, payload) => received.push(payload.toString()));
    await client.subscribeAsync('topic');
    await client.publishAsync('topic', 'a client’s', { qos: 1 });
    const packet = { cmd: 'publish', topic: 'topic', qos: 0, retain: false, dup: false } as const;
    broker.publish(withAudience({ ...packet, payload: 'ours' }, 'a person'), () => {});
    await eventually('the message was received', () => received.length > 0);
    assert.deepEqual(received, ['ours']);
    assert.deepEqual(audiences, ['a person']);
  });

  it('the parser keeps the CONNECT packet as its settings, and continues without it', async () => {
    const { _parser: parser } = serverSide as unknown as { _parser: { settings: { clientId?: string } } };
    assert.equal(parser.settings.clientId, 'me');
    forgetConnectPacket(serverSide);
    assert.equal(parser.settings.clientId, undefined);
    await client.publishAsync('topic', 'read', { qos: 1 });
  });

  it('a client has no state that it does not need, and closes with its parser, its stream and at the end', async () => {
    const failures: string[] = [];
    broker.on('clientError', (_client, error) => failures.push(error.message));
    const endings = {
      parser: ({ _parser }: Inner) => void _parser.emit('error', new Error('parser')),
      stream: ({ conn }: Inner) => void conn.emit('error', new Error('stream')),
      end: ({ conn }: Inner) => void conn.emit('end'),
    };
    for (const [name, end] of Object.entries(endings)) {
      const accepted = once(broker, 'clientReady');
      const other = await connectAsync(`mqtt://127.0.0.1:${portOf(server)}`, {
        clientId: name,
        reconnectPeriod: 0,
      });
      const made = (await accepted)[0] as Inner;
      assert.equal(made.conn.listenerCount('finish'), 0);
      assert.equal(made.conn.listenerCount('close'), 0);
      assert.equal(made._connectTimer, null);
      assert.ok(!('pipe' in made._parser._list), 'a list instead of a stream');
      assert.deepEqual(Object.keys(made.duplicates), []);
      assert.equal('constructor' in made.duplicates, false);
      end(made);
      assert.ok(made.closed, name);
      other.end(true);
    }
    assert.deepEqual(failures, ['parser', 'stream']);
  });

  it('errors of the broker are emitted as an event', () => {
    const errors: string[] = [];
    onBrokerError(broker, (error) => errors.push(error.message));
    (broker as unknown as NodeJS.EventEmitter).emit('error', new Error('failed'));
    assert.deepEqual(errors, ['failed']);
  });

  it('an error event on a client closes its connection', async () => {
    const closed = new Promise((resolve) => client.once('close', () => resolve(undefined)));
    failClient(serverSide, new Error('messages cannot be stored now'));
    await inTime('the client is closed', closed);
    assert.ok(serverSide.closed);
  });
});
