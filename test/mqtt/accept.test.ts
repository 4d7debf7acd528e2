import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { inTurns } from '../../src/platform/mqtt/connections/listeners.ts';
import { eventually } from '../helpers/eventually.ts';

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
