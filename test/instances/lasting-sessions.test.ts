import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryCoordination } from '../../src/coordination/memory.ts';
import type { LiveEvent } from '../../src/live/events.ts';
import { alertMessage } from '../../src/transports/mqtt/alerts.ts';
import { createLastingSessions, type Outgoing } from '../../src/transports/mqtt/lasting-sessions.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const PHONE = `${ACCOUNT}/phone`;
const TOPIC = `caregivers/${ACCOUNT}/alerts`;

const eventOf = (id: number, type: LiveEvent['type'] = 'alert'): LiveEvent => ({
  recipientId: ACCOUNT,
  id,
  type,
  data: {},
});

/** Two instances, what they keep together, and a log of events. */
function twoInstances() {
  const log: LiveEvent[] = [eventOf(1)];
  const kept = new Map<string, string>();
  const instance = () => {
    const memory = createMemoryCoordination({ now: Date.now });
    const coordination = {
      ...memory,
      keep: {
        read: async (account: string, name: string) => kept.get(`${account}/${name}`),
        write: (account: string, name: string, text: string) => void kept.set(`${account}/${name}`, text),
        drop: (account: string, name: string) => void kept.delete(`${account}/${name}`),
      },
    };
    const sessions = createLastingSessions(
      {
        coordination,
        events: {
          async *after(_, id) {
            yield* log.filter((event) => event.id > id);
          },
          lastId: async () => log.at(-1)?.id ?? 0,
        },
        isConnected: () => true,
        overflowed() {},
        now: Date.now,
      },
      () => {},
    );
    return { coordination, sessions };
  };
  return { log, kept, a: instance(), b: instance() };
}

type Sessions = ReturnType<typeof twoInstances>['a']['sessions'];

/** As Aedes does when the client comes: asks for what waits, and gives each message an identifier. */
async function send(sessions: Sessions): Promise<number[]> {
  const numbers: number[] = [];
  for await (const packet of sessions.waitingFor(PHONE)) {
    sessions.sending(PHONE, { ...packet, messageId: packet.number });
    numbers.push(packet.number);
  }
  return numbers;
}

describe('a lasting MQTT session', () => {
  it('goes on at another instance after the last alert that was acknowledged in a row', async () => {
    const { log, a, b } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    log.push(eventOf(2), eventOf(3, 'message'), eventOf(4), eventOf(5));
    assert.deepEqual(await send(a.sessions), [2, 4, 5], 'alerts alone, and none from before it subscribed');
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

  it('does not wait twice for what was heard here and is in the log', async () => {
    const { log, a } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    log.push(eventOf(2), eventOf(3));
    const heard = { cmd: 'publish', topic: TOPIC, payload: alertMessage(eventOf(3)), qos: 1 } as Outgoing;
    a.sessions.enqueue(PHONE, heard);
    assert.deepEqual(await send(a.sessions), [2, 3]);
  });

  it('is kept anew when what was kept may be lost, and ends everywhere when its client wants none', async () => {
    const { kept, a, b } = twoInstances();
    await a.sessions.subscribe(PHONE, [{ topic: TOPIC, qos: 1 }]);
    kept.clear();
    void a.coordination.announce({ type: 'resync' });
    assert.equal((await b.sessions.subscriptionsOf(PHONE)).length, 1);
    b.sessions.end(PHONE);
    a.sessions.forget(PHONE);
    assert.deepEqual(await a.sessions.subscriptionsOf(PHONE), []);
  });
});
