import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { createEventLoopLimiter } from '../../src/platform/batching/event-loop-limiter.ts';
import type { BrokerClient } from '../../src/platform/mqtt/broker.ts';
import type { PendingClient } from '../../src/platform/mqtt/connections/connections.ts';
import { inTurns } from '../../src/platform/mqtt/connections/listeners.ts';
import { watchSilence } from '../../src/platform/mqtt/connections/silence.ts';
import { PacketReader } from '../../src/platform/mqtt/packets/packet-reader.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { bytesOf, connectPacket } from './raw.ts';

/* Once for all versions: the version of a client is not known yet. */

describe('MQTT clients that connect at the same time', () => {
  const socketsOf = (count: number): Socket[] =>
    Array.from({ length: count }, () => new EventEmitter() as unknown as Socket);

  it('are accepted in the order of their arrival, a few per turn of the event loop', async () => {
    const taken: Socket[] = [];
    const take = inTurns((socket) => taken.push(socket));
    const sockets = socketsOf(1_024);
    for (const socket of sockets) take(socket);
    assert.deepEqual(taken, [], 'none during the connection event');
    const perTurn: number[] = [];
    let before = 0;
    while (taken.length < sockets.length) {
      await new Promise((resolve) => setImmediate(resolve));
      perTurn.push(taken.length - before);
      before = taken.length;
    }
    assert.ok(taken.every((socket, nth) => socket === sockets[nth]));
    assert.ok(Math.max(...perTurn) <= 25, perTurn.join());
  });

  it('are accepted steadily when new ones never stop arriving', async () => {
    let admitted = 0;
    const take = inTurns(() => {
      admitted += 1;
    });
    for (const socket of socketsOf(20_000)) take(socket);
    // One more in every turn, as in a flood of connections.
    for (let turns = 0; turns < 100; turns++) {
      for (const socket of socketsOf(1)) take(socket);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(admitted >= 100, `${admitted} admitted in 100 turns`);
  });

  /** More clients than are read at once, which have sent nothing yet. */
  function muteOnes(expectedMs?: number) {
    const taken: Socket[] = [];
    const take = inTurns((socket) => taken.push(socket), expectedMs);
    const sockets = socketsOf(250).map((socket) => Object.assign(socket, { bytesRead: 0 }));
    for (const socket of sockets) take(socket);
    return { taken, sockets };
  }

  it('are read a hundred at a time: further ones wait until those have sent something', async () => {
    const { taken, sockets } = muteOnes(Number.POSITIVE_INFINITY);
    await eventually('the first are accepted', () => taken.length === 100);
    for (const socket of sockets.slice(0, 50)) socket.bytesRead = 1;
    await eventually('as many follow', () => taken.length === 150);
    for (const socket of sockets) socket.bytesRead = 1;
    await eventually('all are accepted', () => taken.length === 250);
    assert.ok(taken.every((socket, nth) => socket === sockets[nth]));
  });

  it('do not wait for long for those that send nothing', async () => {
    const { taken } = muteOnes();
    await eventually('all are accepted', () => taken.length === 250);
  });

  it('do not affect each other when one fails while it waits', async () => {
    const taken: Socket[] = [];
    const take = inTurns((socket) => taken.push(socket));
    const [lost, good] = socketsOf(2) as [Socket, Socket];
    take(lost);
    take(good);
    Object.assign(lost, { destroyed: true });
    lost.emit('error', new Error('reset'));
    await eventually('the other client is accepted', () => taken.length === 1);
    assert.equal(taken[0], good);
    assert.equal(good.listenerCount('error'), 0);
  });
});

/** A promise that resolves when it is opened. */
function gate() {
  let open = (): void => {};
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

describe('CONNECTs that arrive at the same time', () => {
  /** A stream whose client has sent CONNECT, and its reader. */
  function connecting(name: string, myTurn: () => Promise<void>) {
    const stream = new PassThrough();
    const read: string[] = [];
    const reader = new PacketReader(1_024, () => false);
    reader.attach(stream, () => true, myTurn);
    stream.on('readable', () => {
      const bytes = stream.read() as Buffer | null;
      if (bytes !== null) read.push(bytes.toString('latin1'));
    });
    stream.push(bytesOf(connectPacket({ username: name, password: 'secret' }, { protocolVersion: 4 }), 4));
    return { stream, reader, read };
  }

  it('are read in the order of their arrival, a few per turn of the event loop', async () => {
    const myTurn = createEventLoopLimiter(10);
    const clients = Array.from({ length: 100 }, (_, nth) => connecting(`client ${nth}`, myTurn));
    const readBy = () => clients.filter(({ reader }) => !reader.awaitsTurn).length;
    assert.equal(readBy(), 0);
    const perTurn: number[] = [];
    while (readBy() < clients.length) {
      const before = readBy();
      await new Promise((resolve) => setImmediate(resolve));
      perTurn.push(readBy() - before);
      const first = clients.findIndex(({ reader }) => reader.awaitsTurn);
      assert.ok(first === -1 || clients.slice(first).every(({ reader }) => reader.awaitsTurn), 'in order');
    }
    assert.ok(Math.max(...perTurn) <= 10, perTurn.join());
    await eventually('all have arrived', () => clients.every(({ read }) => read.length > 0));
    assert.ok(clients.every(({ read }, nth) => read.join('').includes(`client ${nth}`)));
  });

  it('reach the broker whole when the client ends its stream before its turn', async () => {
    const turn = gate();
    const { stream, read } = connecting('short', () => turn.promise);
    let ended = false;
    stream.on('end', () => {
      ended = true;
    });
    stream.push(bytesOf({ cmd: 'disconnect' }, 4));
    stream.push(null);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([read, ended], [[], false]);
    turn.open();
    await eventually('the end has arrived', () => ended);
    assert.ok(read.join('').endsWith('\xe0\x00'), 'CONNECT, then DISCONNECT');
  });

  it('are dropped when the client has gone before its turn', async () => {
    const turn = gate();
    const { stream, read, reader } = connecting('gone', () => turn.promise);
    stream.destroy();
    turn.open();
    await eventually('it had its turn', () => !reader.awaitsTurn);
    assert.deepEqual(read, []);
  });
});

describe('clients that send nothing', () => {
  /** What is closed, by name, of clients that a watch with short limits knows. */
  function watched(pendings: Readonly<Record<string, { hasSentConnect: boolean; awaitsTurn: boolean }>>) {
    const closed: string[] = [];
    const pendingOf = new Map<BrokerClient, PendingClient>();
    const silence = watchSilence({
      connections: { [Symbol.iterator]: () => [].values(), pendingOf: (client) => pendingOf.get(client) },
      timedOut() {},
      log: silentLog(),
      everyMs: 5,
      connectTimeoutMs: 20,
    });
    for (const [name, { hasSentConnect, awaitsTurn }] of Object.entries(pendings)) {
      const client = Object.assign(new EventEmitter(), { id: name, closed: false });
      client.on('error', () => closed.push(name));
      const made = client as unknown as BrokerClient;
      pendingOf.set(made, { address: '', hasSentConnect, reader: { awaitsTurn } as PacketReader });
      silence.awaitConnect(made);
    }
    return { closed, pendingOf, close: silence.close };
  }

  it('are closed after a time, but not while their CONNECT waits for its turn', async () => {
    const { closed, pendingOf, close } = watched({
      mute: { hasSentConnect: false, awaitsTurn: false },
      connected: { hasSentConnect: true, awaitsTurn: false },
      waiting: { hasSentConnect: false, awaitsTurn: true },
      alsoMute: { hasSentConnect: false, awaitsTurn: false },
    });
    await eventually('the mute ones are closed', () => closed.length === 2);
    assert.deepEqual(closed, ['mute', 'alsoMute']);
    // Its turn has come, and what it sent was not a whole CONNECT.
    for (const { reader } of pendingOf.values()) Object.assign(reader, { awaitsTurn: false });
    await eventually('the last one is closed', () => closed.length === 3);
    assert.equal(closed.at(-1), 'waiting');
    close();
  });
});
