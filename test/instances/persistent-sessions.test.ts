import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventJson } from '../../src/live/event-json.ts';
import type { LiveEvent } from '../../src/live/events.ts';
import { PersistentSessions } from '../../src/live/mqtt/persistent-sessions.ts';
import { RESYNC } from '../../src/platform/cluster/events.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { createPersistence } from '../../src/platform/mqtt/aedes/persistence.ts';
import type { Outgoing } from '../../src/platform/mqtt/broker.ts';
import { eventually } from '../helpers/eventually.ts';
import { upTo } from '../helpers/live-log.ts';
import { silentLog } from '../helpers/silent-log.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const PHONE = `${ACCOUNT}/phone`;
const TOPIC = `caregivers/${ACCOUNT}/alerts`;

const eventOf = (id: number, type: LiveEvent['type'] = 'alert'): LiveEvent => ({
  recipientId: ACCOUNT,
  id,
  type,
  data: {},
});

/** As the broker forwards an announced alert. */
const outgoing = (id: number): Outgoing => ({
  cmd: 'publish',
  topic: TOPIC,
  payload: eventJson(eventOf(id)),
  qos: 1,
  retain: false,
  dup: false,
  brokerId: 'broker',
  brokerCounter: id,
});

/** Two instances, their shared state, and an event log. */
function twoInstances() {
  const log: LiveEvent[] = [eventOf(1)];
  const kept = new Map<string, string>();
  const lastId = () => log.at(-1)?.id ?? 0;
  const instance = () => {
    const memory = createMemoryCluster({ now: Date.now, log: silentLog() });
    const cluster = {
      ...memory,
      sessionStore: {
        read: async (account: string, name: string) => kept.get(`${account}/${name}`),
        write: (account: string, name: string, text: string) => void kept.set(`${account}/${name}`, text),
        delete: (account: string, name: string) => void kept.delete(`${account}/${name}`),
      },
    };
    /** The alerts sent while the client was connected, and the position of the alert feed. */
    const sent: number[] = [];
    const feed = { receivedUpTo: lastId };
    const sessions: PersistentSessions = new PersistentSessions({
      cluster,
      events: {
        async *after(_: string, id: number) {
          yield* log.filter((event) => event.id > id);
        },
        lastId: async () => lastId(),
      },
      isConnected: () => true,
      receivedUpTo: () => feed.receivedUpTo(),
      send: (clientId: string, alert: Outgoing) => {
        sessions.enqueue(clientId, alert);
        sessions.sending(clientId, { ...alert, messageId: alert.brokerCounter });
        sent.push(alert.brokerCounter);
      },
      onForgotten() {},
      onOverflow() {},
      now: Date.now,
    });
    return { cluster, sessions, sent, feed };
  };
  return { log, kept, a: instance(), b: instance() };
}

type Sessions = ReturnType<typeof twoInstances>['a']['sessions'];

/** As Aedes does when the client connects: reads the queue and gives each message an id. */
async function send(sessions: Sessions): Promise<number[]> {
  const numbers: number[] = [];
  for await (const packet of sessions.waitingFor(PHONE)) {
    sessions.sending(PHONE, { ...packet, messageId: packet.number });
    numbers.push(packet.number);
  }
  return numbers;
}

/** As Aedes does while the client is connected: the alert is queued, gets an id, and is acknowledged. */
function hear(sessions: Sessions, id: number, acknowledged = true): void {
  sessions.enqueue(PHONE, outgoing(id));
  sessions.sending(PHONE, { ...outgoing(id), messageId: id });
  if (acknowledged) sessions.acknowledge(PHONE, id);
}

/** The messages a client receives when it connects to an instance that knows its session only from others. */
async function visit(sessions: Sessions): Promise<number[]> {
  sessions.forget(PHONE);
  await sessions.subscriptionsOf(PHONE);
  return send(sessions);
}

describe('a persistent MQTT session', () => {
  it('continues at another instance after the last alert that was acknowledged in sequence', async () => {
    const { log, a, b } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    log.push(eventOf(2), eventOf(3, 'message'), eventOf(4), eventOf(5));
    assert.deepEqual(await send(a.sessions), [2, 4, 5], 'alerts only, and none from before the subscription');
    a.sessions.acknowledge(PHONE, 2);
    a.sessions.acknowledge(PHONE, 5);
    assert.deepEqual(
      (await b.sessions.subscriptionsOf(PHONE)).map(({ topic, qos }) => [topic, qos]),
      [[TOPIC, 1]],
    );
    assert.deepEqual(await send(b.sessions), [4, 5]);
    b.sessions.acknowledge(PHONE, 4);
    b.sessions.acknowledge(PHONE, 5);
    a.sessions.forget(PHONE);
    await a.sessions.subscriptionsOf(PHONE);
    assert.deepEqual(await send(a.sessions), []);
  });

  it('marks only previously sent alerts as duplicates at another instance', async () => {
    const { log, a, b } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    log.push(eventOf(2), eventOf(3));
    await send(a.sessions);
    log.push(eventOf(4));
    await b.sessions.subscriptionsOf(PHONE);
    const duplicates: [number, boolean][] = [];
    for await (const { number, dup } of b.sessions.waitingFor(PHONE)) duplicates.push([number, dup]);
    assert.deepEqual(duplicates, [
      [2, true],
      [3, true],
      [4, false],
    ]);
  });

  it('keeps an alert from before the subscription that was announced after it', async () => {
    const { log, a } = twoInstances();
    log.push(eventOf(2));
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    hear(a.sessions, 2, false);
    log.push(eventOf(3));
    assert.deepEqual(await send(a.sessions), [2, 3]);
    for (const id of [2, 3]) a.sessions.acknowledge(PHONE, id);
    assert.deepEqual(await send(a.sessions), []);
  });

  it('queues an alert once when it was announced here and is in the log', async () => {
    const { log, a } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    log.push(eventOf(2), eventOf(3));
    a.sessions.enqueue(PHONE, outgoing(3));
    assert.deepEqual(await send(a.sessions), [2, 3]);
    a.sessions.enqueue(PHONE, outgoing(2));
    assert.deepEqual(await send(a.sessions), [2, 3], 'also when it is announced after the log was read');
  });

  it('keeps alerts that could not be sent because the client was being disconnected', async () => {
    const { log, kept, a, b } = twoInstances();
    const store = createPersistence({
      sessions: a.sessions,
      retained: { updates: async () => undefined, presence: async () => undefined },
      isGranted: () => true,
    });
    await store.addSubscriptions({ id: PHONE }, [{ topic: TOPIC, qos: 1 }]);
    log.push(eventOf(2), eventOf(3));
    for (const id of [2, 3]) await store.outgoingEnqueue({ clientId: PHONE }, outgoing(id));
    const position = () => JSON.parse(kept.get(PHONE) ?? '{}').cursor;
    const before = position();
    // Aedes gives up an announced alert and a queued one; the latter has an id.
    await store.outgoingClearMessageId({ id: PHONE }, outgoing(2));
    await store.outgoingUpdate({ id: PHONE }, { ...outgoing(3), messageId: 7 });
    await store.outgoingClearMessageId({ id: PHONE }, { ...outgoing(3), messageId: 7 });
    const numbers: number[] = [];
    for await (const { number } of store.outgoingStream({ id: PHONE })) numbers.push(number);
    assert.deepEqual(numbers, [2, 3]);
    assert.equal(position(), before);
    assert.deepEqual(await visit(b.sessions), [2, 3]);
  });

  it('receives more alerts than the queue holds step by step, and a newer one skips none', async () => {
    const { log, a, b } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    for (const id of upTo(2, 251)) log.push(eventOf(id));
    assert.deepEqual(await send(a.sessions), upTo(2, 101));
    for (const id of upTo(2, 101)) a.sessions.acknowledge(PHONE, id);
    log.push(eventOf(252));
    hear(a.sessions, 252);
    assert.deepEqual(await visit(b.sessions), upTo(102, 201), 'the new alert does not hide them');

    await eventually('the next hundred alerts are sent', () => a.sent.length === 100);
    for (const id of upTo(102, 201)) a.sessions.acknowledge(PHONE, id);
    await eventually('the remaining alerts are sent', () => a.sent.length > 100);
    assert.deepEqual(a.sent, upTo(102, 251), 'the acknowledged new alert is not repeated');
    for (const id of upTo(202, 251)) a.sessions.acknowledge(PHONE, id);
    assert.deepEqual(await visit(b.sessions), []);
  });

  it('receives alerts again that were sent while the queue was full', async () => {
    const { log, a, b } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    for (const id of upTo(2, 103)) {
      log.push(eventOf(id));
      hear(a.sessions, id, false);
    }
    for (const id of upTo(2, 101)) a.sessions.acknowledge(PHONE, id);
    assert.deepEqual(await visit(b.sessions), [102, 103]);
    await eventually('the alerts are sent again', () => a.sent.length === 2);
    for (const id of a.sent) a.sessions.acknowledge(PHONE, id);
    assert.deepEqual(await visit(b.sessions), []);
  });

  it('does not advance past an alert that is still to be announced', async () => {
    const { log, a, b } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    log.push(eventOf(2), eventOf(3), eventOf(4));
    a.feed.receivedUpTo = () => 2;
    hear(a.sessions, 2);
    hear(a.sessions, 4);
    assert.deepEqual(await visit(b.sessions), [3, 4]);
    a.feed.receivedUpTo = () => 4;
    hear(a.sessions, 3);
    assert.deepEqual(await visit(b.sessions), []);
  });

  it('is stored again when the shared state may be lost, and ends everywhere on a clean session', async () => {
    const { kept, a, b } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    kept.clear();
    void a.cluster.broadcast(RESYNC, {});
    assert.equal((await b.sessions.subscriptionsOf(PHONE)).length, 1);
    b.sessions.end(PHONE);
    a.sessions.forget(PHONE);
    assert.deepEqual(await a.sessions.subscriptionsOf(PHONE), []);
  });
});
