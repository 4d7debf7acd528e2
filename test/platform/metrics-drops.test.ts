import type { WebSocket } from 'uWebSockets.js';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PersistentSessions } from '../../src/live/mqtt/persistent-sessions.ts';
import { LiveSocket, type SocketData } from '../../src/live/socket/live-socket.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { createBatchWriter } from '../../src/platform/database/batch-writer.ts';
import { WAITING_PER_SESSION } from '../../src/platform/mqtt/limits.ts';
import { createReadingsWriter, type WaitingReading } from '../../src/readings/store/writer.ts';
import { silentLog } from '../helpers/silent-log.ts';

const silent = silentLog();
const never = new Promise<never>(() => {});
const KILOBYTE = 1024;

describe('the metrics of dropped items', () => {
  it('count a live reading for a busy socket, then the socket', () => {
    const dropped: string[] = [];
    let buffered = 0;
    const events = {} as ConstructorParameters<typeof LiveSocket>[0]['events'];
    const metrics = { dropped: (what: string) => void dropped.push(what) };
    const parts = { events, onDelivered() {}, metrics, now: Date.now };
    const principal = {
      userId: 'u',
      role: 'PATIENT' as const,
      sessionId: 's',
      expiresAt: 0,
      lacksSecondFactor: false,
      passwordChange: 'none' as const,
    };
    const socket = new LiveSocket(parts, principal, { ip: '', requestId: '' }, undefined);
    const closed: number[] = [];
    const wire = {
      send: () => 1,
      getBufferedAmount: () => buffered,
      end: (code: number) => closed.push(code),
    };
    socket.attach(wire as unknown as WebSocket<SocketData>);
    const frame = Buffer.from('{}');
    socket.sendIfQuick(frame);
    assert.deepEqual(dropped, []);
    buffered = 100 * KILOBYTE;
    socket.sendIfQuick(frame);
    assert.deepEqual(dropped, ['live_reading']);
    buffered = 300 * KILOBYTE;
    assert.equal(socket.send(frame), false);
    assert.deepEqual(dropped, ['live_reading', 'live_socket']);
    assert.deepEqual(closed, [4408]);
  });

  it('count a message for an absent MQTT client with a full queue', async () => {
    let dropped = 0;
    const sessions = new PersistentSessions({
      cluster: createMemoryCluster({ now: Date.now, log: silent }),
      events: { async *after() {}, lastId: async () => 0 },
      isConnected: () => false,
      receivedUpTo: () => 0,
      send() {},
      onForgotten() {},
      onOverflow: () => {
        dropped += 1;
      },
      now: Date.now,
    });
    const topic = 'caregivers/x/alerts';
    await sessions.subscribe('account/client', [{ topic, qos: 1 }]);
    const enqueue = (id: number) => {
      const message = {
        cmd: 'publish',
        topic,
        payload: `{"id":${id}}`,
        qos: 1,
        retain: false,
        dup: false,
      } as const;
      sessions.enqueue('account/client', { ...message, brokerId: 'broker', brokerCounter: id });
    };
    for (let id = 1; id <= WAITING_PER_SESSION; id++) enqueue(id);
    assert.equal(dropped, 0);
    enqueue(WAITING_PER_SESSION + 1);
    assert.equal(dropped, 1);
  });

  it('count a reading that exceeds the queue for storage', () => {
    let dropped = 0;
    const writer = createReadingsWriter({
      db: { connect: () => never, whileAvailable: (work) => work() },
      prepareDays: async () => {},
      metrics: {
        committed() {},
        dropped: () => {
          dropped += 1;
        },
        readWaiting() {},
      },
      log: silent,
    });
    const reading = { stored() {} } as unknown as WaitingReading;
    let taken = 0;
    while (dropped === 0) if (writer.add(reading)) taken += 1;
    assert.equal(taken, 50_000);
    assert.equal(dropped, 1);
  });

  it('count a record that exceeds its queue', () => {
    let dropped = 0;
    const onDropped = () => {
      dropped += 1;
    };
    const writer = createBatchWriter<number>({ name: 'test', write: () => never, onDropped, log: silent });
    let added = 0;
    while (dropped === 0) void writer.add(added++);
    assert.equal(dropped, 1);
    assert.ok(added > 10_000 && added < 11_000, `${added}`);
  });
});
