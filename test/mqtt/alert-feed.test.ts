import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LiveEvent } from '../../src/live/events.ts';
import { createAlertFeed } from '../../src/live/mqtt/alert-feed.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { fill, upTo } from '../helpers/live-log.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { sql } from '../helpers/sql.ts';
import { bySession, granted, join, listenTo, roundTrip } from './clients.ts';
import { joinRaw, type RawClient } from './raw.ts';

const CAREGIVER = '00000000-0000-4000-8000-000000000001';
const ROUND_MS = 31_000;

/** The feed for one caregiver, with a log in memory and a clock that the test moves. */
function feedOf() {
  const log: LiveEvent[] = [];
  const told: number[] = [];
  const here = new Set([CAREGIVER]);
  const clock = { now: 0 };
  let listener = (_: LiveEvent) => {};
  let committed = (_?: ReadonlyMap<string, number>) => {};
  const lastId = () => log.at(-1)?.id ?? 0;
  const cluster = createMemoryCluster({ now: () => clock.now, log: silentLog() });
  const feed = createAlertFeed({
    events: {
      subscribe(received) {
        listener = received;
      },
      onCommitted(received) {
        committed = received;
      },
      async *after(_, id) {
        yield* log.filter((event) => event.id > id);
      },
      lastId: async () => lastId(),
      lastIds: async (people) => new Map(people.map((id) => [id, lastId()])),
    },
    cluster,
    isHere: (id) => here.has(id),
    publish: (_, payload) => void told.push((JSON.parse(payload) as { id: number }).id),
    now: () => clock.now,
    log: silentLog({ warn: (fields) => assert.fail(JSON.stringify(fields)) }),
  });
  const write = (type: LiveEvent['type'] = 'alert'): LiveEvent => {
    const event = { recipientId: CAREGIVER, id: lastId() + 1, type, data: {} };
    log.push(event);
    return event;
  };
  return {
    feed,
    log,
    told,
    here,
    clock,
    write,
    announce: (event: LiveEvent) => listener(event),
    commit: () => committed(new Map([[CAREGIVER, lastId()]])),
    missCommits: () => committed(),
  };
}

describe('the alert feed of a caregiver', () => {
  it('delivers unannounced alerts once when it learns of their commit or may have missed it', async () => {
    const { feed, told, write, announce, commit, missCommits } = feedOf();
    await feed.follow(CAREGIVER);
    write();
    const late = write();
    commit();
    await eventually('both alerts are delivered', () => told.length === 2);
    announce(late);
    write();
    missCommits();
    await eventually('the third alert is delivered', () => told.length === 3);
    commit();
    assert.deepEqual(told, [1, 2, 3]);
    await feed.close();
  });

  it('delivers unannounced alerts once within half a minute', async () => {
    const { feed, told, clock, write, announce } = feedOf();
    write();
    await feed.follow(CAREGIVER);
    announce(write());
    const lost = write();
    write('message');
    announce(write());
    assert.deepEqual(told, [2, 5]);
    assert.equal(feed.receivedUpTo(CAREGIVER), 2);
    clock.now += ROUND_MS;
    await eventually('the alert is delivered', () => told.includes(lost.id));
    await eventually('the feed is complete', () => feed.receivedUpTo(CAREGIVER) === 5);
    announce(lost);
    assert.deepEqual(told, [2, 5, 3], 'a late announcement delivers nothing again');
    await feed.close();
  });

  it('does not wait for events that were deleted from the log', async () => {
    const { feed, log, told, clock, write } = feedOf();
    await feed.follow(CAREGIVER);
    write();
    write();
    log.shift();
    clock.now += ROUND_MS;
    await eventually('the feed is complete', () => feed.receivedUpTo(CAREGIVER) === 2);
    assert.deepEqual(told, [2]);
    await feed.close();
  });

  it('forgets a caregiver who disconnects, and follows them again when they return', async () => {
    const { feed, told, here, clock, write, announce } = feedOf();
    await feed.follow(CAREGIVER);
    announce(write());
    here.clear();
    clock.now += ROUND_MS;
    await eventually('the caregiver is forgotten', () => feed.receivedUpTo(CAREGIVER) === 0);
    write();
    here.add(CAREGIVER);
    await feed.follow(CAREGIVER);
    assert.equal(feed.receivedUpTo(CAREGIVER), 2);
    write();
    clock.now += ROUND_MS;
    await eventually('the unannounced alert is delivered', () => told.includes(3));
    assert.deepEqual(told, [1, 3], 'alerts in between belong to the persistent session');
    await feed.close();
  });
});

describe('unannounced alerts', () => {
  let app: TestApp;
  let caregiver: Person;
  let topic: string;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const someone = async () => {
    caregiver = await signUp(app, 'CAREGIVER');
    topic = `caregivers/${caregiver.id}/alerts`;
  };
  /** As if the instance that raised them had died before it announced them. */
  const raise = async (count: number) => {
    await fill(app, caregiver, count);
    await sql(app.databaseUrl, `UPDATE live_events SET type = 'alert' WHERE recipient_id = $1`, [
      caregiver.id,
    ]);
  };

  it('arrive over MQTT within half a minute', async () => {
    await someone();
    const client = await join(app, bySession(caregiver));
    const subscriber = listenTo(client);
    assert.equal(await granted(client, topic, 1), 1);
    await raise(3);
    await roundTrip(client);
    assert.equal(subscriber.received.length, 0);
    await app.pass(ROUND_MS);
    await eventually('all alerts arrived', () => subscriber.received.length === 3);
    const numbers = subscriber.received.map(({ text }) => JSON.parse(text).id);
    assert.deepEqual(numbers, [1, 2, 3]);
    client.end(true);
  });

  it('arrive at a persistent client that was away, also beyond the queue limit, and are not repeated', async () => {
    await someone();
    const phone = () => joinRaw(app, bySession(caregiver), { clientId: 'phone', clean: false });
    const leave = async (client: RawClient) => {
      client.send({ cmd: 'disconnect' });
      await client.gone;
    };
    const first = await phone();
    first.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] });
    await first.next();
    await leave(first);
    // Until the feed has forgotten the caregiver it considers all of these pending and would repeat them.
    await app.pass(ROUND_MS);
    await raise(250);

    const second = await phone();
    const nextAlert = async (client: RawClient): Promise<number> => {
      const packet = await client.next();
      if (packet.cmd !== 'publish') return assert.fail(`${packet.cmd} came`);
      client.send({ cmd: 'puback', messageId: packet.messageId ?? 0 });
      return JSON.parse(packet.payload.toString()).id;
    };
    const numbers: number[] = [];
    while (numbers.length < 250) numbers.push(await nextAlert(second));
    assert.deepEqual(numbers, upTo(1, 250));
    await leave(second);

    const third = await phone();
    await raise(1);
    await app.pass(ROUND_MS);
    assert.equal(await nextAlert(third), 251, 'nothing is repeated before a new alert');
    await leave(third);
  });
});
