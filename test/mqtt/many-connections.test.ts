import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { SESSION_REVOKED, USER_CHANGED, USER_REVOKED } from '../../src/accounts/cluster-events.ts';
import {
  DEVICE_DELETED,
  DEVICE_DISABLED,
  DEVICE_MOVED,
  DEVICE_TOKEN_REPLACED,
} from '../../src/devices/cluster-events.ts';
import { createRevocations } from '../../src/devices/mqtt/revocations.ts';
import { FALL_RECORDED } from '../../src/falls/cluster-events.ts';
import { LIVE_EVENT } from '../../src/live/cluster-events.ts';
import { PersistentSessions } from '../../src/live/mqtt/persistent-sessions.ts';
import { CARE_ENDED } from '../../src/people/cluster-events.ts';
import type { EventKind } from '../../src/platform/cluster/events.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import type { Queryable } from '../../src/platform/database/database.ts';
import type { BrokerClient } from '../../src/platform/mqtt/broker.ts';
import { Connection } from '../../src/platform/mqtt/connections/connection.ts';
import { createConnections } from '../../src/platform/mqtt/connections/connections.ts';
import type { Identity } from '../../src/platform/mqtt/connections/credentials.ts';
import { MQTT_CONNECTED } from '../../src/platform/mqtt/connections/takeover.ts';
import { PacketReader } from '../../src/platform/mqtt/packets/packet-reader.ts';
import { SECOND_MS } from '../../src/platform/time.ts';
import { silentLog } from '../helpers/silent-log.ts';

/* Once for all versions: what is looked up here has none. */

const MANY = 500;
const macOf = (nth: number): string => `00:00:00:00:${Math.floor(nth / 100) + 10}:${(nth % 100) + 10}`;

/** Wearables connected with their device tokens, and a count of accesses to their identities. */
function manyWearables() {
  const cluster = createMemoryCluster({ now: Date.now, log: silentLog() });
  const connections = createConnections(cluster.relay);
  const forgotten: string[] = [];
  const revocations = createRevocations({
    db: {} as Queryable,
    cluster,
    connections,
    credentials: { stillValidAmong: async (identities) => new Set(identities) },
    presence: {
      forget: (macAddress) => void forgotten.push(macAddress),
      known: () => [],
      ownerOf: () => undefined,
    },
    now: Date.now,
    log: silentLog(),
  });
  const seen = { count: 0 };
  const connect = (identity: Identity): Connection => {
    const client = { id: `${identity.userId}/one`, close() {} } as unknown as BrokerClient;
    const reader = new PacketReader(1024, () => false);
    const connection = new Connection(client, identity, '127.0.0.1', reader, Date.now());
    Object.defineProperty(connection, 'identity', {
      get() {
        seen.count += 1;
        return identity;
      },
    });
    connections.add(connection);
    return connection;
  };
  const wearables = Array.from({ length: MANY }, (_, nth) =>
    connect({
      userId: `person-${nth}`,
      role: 'PATIENT',
      device: { macAddress: macOf(nth), tokenHash: '' },
    }),
  );
  seen.count = 0;
  return { cluster, connections, revocations, forgotten, connect, wearables, seen };
}

describe('many MQTT connections', () => {
  const { cluster, connections, revocations, forgotten, connect, wearables, seen } = manyWearables();
  after(() => revocations.close());

  const eventOf = <Data extends object>(kind: EventKind<Data>, data: NoInfer<Data>) => ({
    type: kind.type,
    broadcast: () => cluster.broadcast(kind, data),
  });
  const STRANGE_MAC = 'FF:FF:FF:FF:FF:FF';
  const OF_STRANGERS = [
    eventOf(LIVE_EVENT, { recipientId: 'stranger', id: 1, event: 'alert', data: {} }),
    eventOf(FALL_RECORDED, { fallId: 'fall', userId: 'stranger', level: 'HIGH', at: 0 }),
    eventOf(MQTT_CONNECTED, { clientId: 'stranger/one', connectionSequence: 1 }),
    eventOf(SESSION_REVOKED, { userId: 'stranger', sessionId: 'session' }),
    eventOf(USER_REVOKED, { userId: 'stranger' }),
    eventOf(USER_CHANGED, { userId: 'stranger' }),
    eventOf(CARE_ENDED, { caregiverId: 'stranger', patientId: 'person-1' }),
    eventOf(DEVICE_DISABLED, { macAddress: STRANGE_MAC, disabled: true }),
    eventOf(DEVICE_DELETED, { macAddress: STRANGE_MAC }),
    eventOf(DEVICE_MOVED, { macAddress: STRANGE_MAC }),
    eventOf(DEVICE_TOKEN_REPLACED, { macAddress: STRANGE_MAC }),
  ];
  for (const { type, broadcast } of OF_STRANGERS) {
    it(`are not iterated by ${type} of another account or device`, async () => {
      seen.count = 0;
      await broadcast();
      assert.equal(seen.count, 0);
    });
  }

  it('close only for the account that is revoked', async () => {
    await cluster.broadcast(USER_REVOKED, { userId: 'person-1' });
    assert.deepEqual(
      wearables.filter(({ ended }) => ended),
      [wearables[1]],
    );
  });

  it('close when their token’s device moves, and the owner’s other connections forget the device', async () => {
    const gateway = connect({ userId: 'person-2', role: 'PATIENT' });
    connections.addOwnDevice(gateway, macOf(2));
    await cluster.broadcast(DEVICE_MOVED, { macAddress: macOf(2) });
    assert.equal(wearables[2]?.ended, true);
    assert.equal(gateway.ended, false);
    assert.equal(gateway.ownDevices.has(macOf(2)), false);
    assert.deepEqual(connections.ofDevice(macOf(2)), []);
    assert.equal(forgotten.at(-1), macOf(2));
  });

  it('are still found by a present device after missed events', async () => {
    const gateway = connect({ userId: 'person-3', role: 'PATIENT' });
    const [present, own] = [macOf(MANY), macOf(MANY + 1)];
    for (const macAddress of [present, own]) connections.addOwnDevice(gateway, macAddress);
    gateway.presentDevices.add(present);
    connections.forgetOwnDevices(gateway);
    assert.deepEqual([...gateway.ownDevices], []);
    assert.deepEqual(connections.ofDevice(own), []);
    await cluster.broadcast(DEVICE_DELETED, { macAddress: present });
    assert.deepEqual([...gateway.presentDevices], []);
  });

  it('are no longer found by their devices after they end', () => {
    const gateway = connect({ userId: 'person-4', role: 'PATIENT' });
    connections.addOwnDevice(gateway, macOf(MANY));
    connections.remove(gateway);
    assert.deepEqual(connections.ofDevice(macOf(MANY)), []);
    assert.equal(connections.countOfAccount('person-4'), 1, 'the wearable stays connected');
  });

  it('are refused when their account is revoked during the credential check, not before it', async () => {
    const identity: Identity = { userId: 'person-9', role: 'PATIENT' };
    await cluster.broadcast(USER_REVOKED, { userId: 'person-9' });
    const isRevoked = revocations.watch();
    await cluster.broadcast(USER_REVOKED, { userId: 'person-8' });
    assert.equal(isRevoked(identity), false);
    await cluster.broadcast(USER_REVOKED, { userId: 'person-9' });
    assert.equal(isRevoked(identity), true);
    assert.equal(revocations.watch()(identity), false);
  });
});

describe('many persistent sessions', () => {
  function sessionsAt(clock: { now: number }, isConnected: (clientId: string) => boolean) {
    const cluster = createMemoryCluster({ now: Date.now, log: silentLog() });
    const forgotten: string[] = [];
    const sessions = new PersistentSessions({
      cluster,
      events: { lastId: async () => 0, after: async function* () {} },
      isConnected,
      receivedUpTo: () => 0,
      send() {},
      onForgotten: (clientId) => forgotten.push(clientId),
      onOverflow() {},
      now: () => clock.now,
    });
    return { sessions, forgotten };
  }

  it('are not iterated when a new one is added', () => {
    let looked = 0;
    const { sessions } = sessionsAt({ now: 0 }, () => {
      looked += 1;
      return true;
    });
    for (let nth = 0; nth < 2_000; nth++) sessions.open(`person-${nth}/wearable`);
    assert.equal(looked, 0);
  });

  it('are forgotten when their clients stay away for a day; connected clients keep theirs', () => {
    const clock = { now: 1_000 };
    const { sessions, forgotten } = sessionsAt(clock, (clientId) => clientId === 'person-1/wearable');
    for (let nth = 0; nth < 5; nth++) sessions.open(`person-${nth}/wearable`);
    clock.now += 24 * 60 * 60 * SECOND_MS + 1;
    sessions.open('person-5/wearable');
    assert.deepEqual(
      forgotten,
      [0, 2, 3, 4].map((nth) => `person-${nth}/wearable`),
    );
  });

  it('beyond an account’s limit displace the one whose client has been away for longest', async () => {
    const clock = { now: 1_000 };
    const { sessions, forgotten } = sessionsAt(clock, () => false);
    for (let nth = 0; nth < 20; nth++) {
      clock.now += SECOND_MS;
      sessions.open(`person/${nth}`);
    }
    clock.now += SECOND_MS;
    await sessions.subscriptionsOf('person/0');
    sessions.open('person/20');
    assert.deepEqual(forgotten, ['person/1']);
  });
});
