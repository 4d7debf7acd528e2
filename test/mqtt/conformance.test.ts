import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { createArrivals } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { bySession } from './clients.ts';
import {
  BAD_UTF8,
  type Case,
  closes,
  headers,
  id1,
  NUL,
  others,
  publishes,
  READINGS,
  reading,
  SAME_FILTER_SPELLED_OTHERWISE,
  subscriptions,
} from './conformance-cases.ts';
import {
  type ConnectDeps,
  connack,
  connect,
  DISCONNECT,
  PINGREQ,
  PINGRESP,
  packet,
  subscribe,
  text,
  u16,
  unsubscribe,
} from './packets.ts';
import { joinRaw } from './raw.ts';
import { rowsOf } from './stored.ts';

/* MQTT 3.1.1 and 3.1 only: these are their packets byte by byte. v5-malformed.test.ts does the same for version 5. */

describe('MQTT 3.1.1 conformance', () => {
  let app: TestApp;
  let person: Person;
  let token: Buffer;
  let email: Buffer;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0' });
    person = await signUp(app);
    token = text(person.token);
    email = text(person.email);
  });
  after(() => app.close());

  const welcome = (more: Partial<ConnectDeps> = {}): Buffer =>
    connect({ payload: [text('conformance'), email, token], ...more });

  /** Reads until the server closes the connection, or until the given number of bytes has arrived. */
  async function converse(test: Case): Promise<{ received: Buffer; closed: boolean }> {
    const socket = connectTcp({ host: '127.0.0.1', port: app.app.ports.mqtt ?? 0, noDelay: true });
    let received = Buffer.alloc(0);
    let closed = false;
    const arrivals = createArrivals();
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      arrivals.arrived();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      closed = true;
      arrivals.arrived();
    });
    const until = (isSo: () => boolean) =>
      arrivals.until(
        () => `the answer; received ${received.toString('hex')}`,
        () => closed || isSo() || undefined,
      );
    const send = async (bytes: Buffer) => {
      if (test.byteByByte !== true) return void socket.write(bytes);
      for (const byte of bytes) {
        socket.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
    };

    if (test.first !== true) {
      await send(welcome());
      await until(() => received.length >= 4);
      assert.deepEqual(received, connack(0), 'CONNECT');
      received = Buffer.alloc(0);
    }
    await send(test.sent());
    const expected = (test.answers ?? []).reduce((sum, { length }) => sum + length, 0);
    await until(() => test.end === 'open' && received.length >= expected);
    if (test.end === 'open' && !closed) {
      socket.write(PINGREQ);
      await until(() => received.length >= expected + PINGRESP.length);
    }
    socket.destroy();
    return { received, closed };
  }

  async function hold(test: Case): Promise<void> {
    const { received, closed } = await converse(test);
    const expected = [...(test.answers ?? []), ...(test.end === 'open' ? [PINGRESP] : [])];
    assert.equal(received.toString('hex'), Buffer.concat(expected).toString('hex'));
    assert.equal(closed, test.end === 'closed', test.end);
  }

  for (const [title, cases] of Object.entries({ headers, publishes, subscriptions, others })) {
    describe(title, () => {
      for (const test of cases) it(`[${test.clause}] ${test.what}`, () => hold(test));
    });
  }

  describe('CONNECT', () => {
    const rule = (clause: string, what: string, sent: () => Buffer, code: number | undefined): void => {
      it(`[${clause}] ${what}`, () =>
        hold({
          clause,
          what,
          sent,
          first: true,
          answers: code === undefined ? [] : [connack(code)],
          end: code === 0 ? 'open' : 'closed',
        }));
    };
    const closedAt = (clause: string, what: string, sent: () => Buffer) =>
      rule(clause, what, sent, undefined);
    const ID = text('conformance');

    rule('MQTT-3.2.2-4', 'is accepted', () => welcome(), 0);
    rule('MQTT-3.2.2-4', 'is accepted in MQTT 3.1', () => welcome({ name: 'MQIsdp', level: 3 }), 0);
    rule('MQTT-3.1.2-24', 'may have no keep-alive', () => welcome({ keepAlive: 0 }), 0);
    rule('MQTT-3.1.2-24', 'may have a keep-alive of hours', () => welcome({ keepAlive: 65535 }), 0);
    rule('MQTT-3.1.2-4', 'may request a persistent session', () => welcome({ flags: 0xc0 }), 0);
    rule('MQTT-3.2.2-1', 'may request a clean session after it', () => welcome(), 0);
    closedAt('MQTT-3.1.0-2', 'closes the connection when it is sent twice', () =>
      Buffer.concat([welcome(), welcome()]),
    );
    for (const name of ['', 'mqtt', 'MQT', 'MQTTT', 'MQIsdP', 'HTTP', '__proto__']) {
      closedAt('MQTT-3.1.2-1', `with the protocol name "${name}"`, () => welcome({ name }));
    }
    closedAt('MQTT-3.1.2-1', 'with a protocol name that is not UTF-8', () => welcome({ name: [0xff] }));
    for (const level of [0, 1, 2, 3, 6, 0x83, 0x84, 255]) {
      rule('MQTT-3.1.2-2', `with protocol level ${level}`, () => welcome({ level }), 1);
    }
    for (const level of [0, 2, 4, 5]) {
      rule('MQTT-3.1.2-2', `as MQIsdp with level ${level}`, () => welcome({ name: 'MQIsdp', level }), 1);
    }
    for (const flags of [1, 2, 4, 8, 15]) {
      closedAt('MQTT-2.2.2-2', `with the fixed header's flags ${flags}`, () =>
        welcome({ firstByte: 0x10 | flags }),
      );
    }
    closedAt('MQTT-3.1.2-3', 'with the reserved flag', () => welcome({ flags: 0xc3 }));
    for (const flags of [0xca, 0xd2, 0xda]) {
      closedAt('MQTT-3.1.2-13', `with Will QoS and no Will (${flags.toString(16)})`, () =>
        welcome({ flags }),
      );
    }
    closedAt('MQTT-3.1.2-15', 'with Will Retain and no Will', () => welcome({ flags: 0xe2 }));
    closedAt('MQTT-3.1.2-22', 'with a password and no user name', () =>
      welcome({ flags: 0x42, payload: [ID, token] }),
    );

    const will = (topic: Buffer, flags = 0xc6) =>
      welcome({ flags, payload: [ID, topic, text('{}'), email, token] });
    rule('MQTT-3.1.2-9', 'with a Will', () => will(READINGS), 0);
    rule('MQTT-3.1.2-14', 'with a Will of QoS 2', () => will(READINGS, 0xd6), 0);
    closedAt('MQTT-3.1.2-14', 'with a Will of QoS 3', () => will(READINGS, 0xde));
    closedAt('MQTT-3.1.3-10', 'with NUL in the Will topic', () => will(text(NUL)));
    closedAt('MQTT-3.1.3-10', 'with a Will topic that is not UTF-8', () => will(text([0xc3])));
    closedAt('MQTT-4.7.3-1', 'with an empty Will topic', () => will(text('')));
    closedAt('MQTT-4.7.1-1', 'with wildcards in the Will topic', () => will(text('devices/+/readings')));
    closedAt('MQTT-3.1.2-9', 'with the Will flag and no Will', () => welcome({ flags: 0xc6, payload: [ID] }));
    closedAt('MQTT-3.1.2-11', 'with a Will and no flag for it', () =>
      welcome({ payload: [ID, READINGS, text('{}'), email, token] }),
    );

    for (const [what, bytes] of Object.entries({ ...BAD_UTF8, NUL })) {
      closedAt('MQTT-3.1.3-4', `with ${what} in the client id`, () =>
        welcome({ payload: [text(bytes), email, token] }),
      );
      closedAt('MQTT-3.1.3-11', `with ${what} in the user name`, () =>
        welcome({ payload: [ID, text(bytes), token] }),
      );
    }
    closedAt('MQTT-3.1.2-19', 'without the user name that it announces', () => welcome({ payload: [ID] }));
    closedAt('MQTT-3.1.2-21', 'without the password that it announces', () =>
      welcome({ payload: [ID, email] }),
    );
    closedAt('MQTT-3.1.2-18', 'with a user name and no flag for it', () =>
      welcome({ flags: 0x02, payload: [ID, email] }),
    );
    closedAt('MQTT-3.1.3-3', 'without a client id', () => welcome({ payload: [] }));
    closedAt('MQTT-3.1.3-1', 'with trailing bytes', () => welcome({ payload: [ID, email, token, text('')] }));
    for (const length of [0, 1, 4, 6, 7, 8, 9, 10, 11]) {
      closedAt('MQTT-3.1.0-1', `cut after ${length} bytes`, () =>
        packet(
          0x10,
          welcome()
            .subarray(welcome().indexOf('MQTT') - 2)
            .subarray(0, length),
        ),
      );
    }
    rule('MQTT-3.1.3-6', 'with an empty client id', () => welcome({ payload: [text(''), email, token] }), 0);
    rule(
      'MQTT-3.1.3-8',
      'with an empty client id, for a persistent session',
      () => welcome({ flags: 0xc0, payload: [text(''), email, token] }),
      2,
    );
    rule(
      'MQTT 3.1, 3.1',
      'with an empty client id in MQTT 3.1',
      () => welcome({ name: 'MQIsdp', level: 3, payload: [text(''), email, token] }),
      2,
    );
    rule(
      'MQTT 3.1, 3.1',
      'with 24 characters in MQTT 3.1',
      () => welcome({ name: 'MQIsdp', level: 3, payload: [text('x'.repeat(24)), email, token] }),
      2,
    );
    rule(
      'MQTT-3.1.3-5',
      'with 23 letters and digits',
      () => welcome({ payload: [text('0123456789abcdefghijXYZ'), email, token] }),
      0,
    );
    rule(
      'MQTT-3.2.2-5',
      'with wrong credentials',
      () => welcome({ payload: [ID, email, text(`${person.token}x`)] }),
      4,
    );
    rule('MQTT-3.2.2-5', 'without credentials', () => welcome({ flags: 0x02, payload: [ID] }), 5);
    it('[MQTT-2.2] may arrive byte by byte', () =>
      hold({
        clause: '',
        what: '',
        sent: () => welcome(),
        first: true,
        byteByByte: true,
        answers: [connack(0)],
        end: 'open',
      }));
  });

  it('[MQTT-3.10.4-2] UNSUBSCRIBE ends a subscription in any spelling of the MAC', async () => {
    const client = await joinRaw(app, bySession(person));
    client.socket.write(subscribe(1, [SAME_FILTER_SPELLED_OTHERWISE, 0]));
    assert.equal((await client.next()).cmd, 'suback');
    client.socket.write(packet(0x32, READINGS, u16(2), reading()));
    assert.deepEqual([(await client.next()).cmd, (await client.next()).cmd].sort(), ['puback', 'publish']);
    client.socket.write(unsubscribe(3, SAME_FILTER_SPELLED_OTHERWISE));
    assert.equal((await client.next()).cmd, 'unsuback');
    client.socket.write(packet(0x32, READINGS, u16(4), reading()));
    assert.equal((await client.next()).cmd, 'puback');
    client.socket.write(PINGREQ);
    assert.equal((await client.next()).cmd, 'pingresp', 'no assessment arrives');
    client.socket.destroy();
  });

  it('[MQTT-3.14.4-2] packets after DISCONNECT are not processed', async () => {
    const mac = randomMac();
    const late = packet(
      0x32,
      text(`devices/${mac}/readings`),
      id1,
      Buffer.from(JSON.stringify(resting(mac))),
    );
    await hold(closes('MQTT-3.14.4-2', 'a reading', Buffer.concat([DISCONNECT, late])));
    assert.equal(await rowsOf(app, mac), 0);
  });
});
