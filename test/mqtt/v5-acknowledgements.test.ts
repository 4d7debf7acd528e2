import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { standingClock, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { bySession } from './clients.ts';
import { packet, u16 } from './packets.ts';
import { joinRaw5 } from './v5-raw.ts';

/** MQTT 5, 3.5.2.1: the reasons of a PUBREC that refuses the message. */
const REFUSALS = [0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99];
const PINGREQ = packet(0xc0);

describe('acknowledgements of MQTT 5 clients', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' }, { now: standingClock() });
    person = await signUp(app, 'CAREGIVER');
  });
  after(() => app.close());

  it('a PUBREC that refuses the message ends its delivery: no PUBREL follows (4.3.3)', async () => {
    const client = await joinRaw5(app, bySession(person));
    for (const reason of REFUSALS) {
      for (const rest of [[], [0], [4, 0x1f, 0, 1, 0x78]])
        client.socket.write(packet(0x50, u16(7), reason, ...rest));
    }
    client.socket.write(PINGREQ);
    assert.equal((await client.next()).cmd, 'pingresp');
    client.socket.destroy();
  });

  it('a PUBREC that accepts the message is answered by PUBREL', async () => {
    const client = await joinRaw5(app, bySession(person));
    for (const rest of [[], [0x00], [0x10]]) {
      client.socket.write(packet(0x50, u16(7), ...rest));
      assert.equal((await client.next()).cmd, 'pubrel');
    }
    client.socket.destroy();
  });

  it('a refused alert makes room for the next where Receive Maximum is 1', async () => {
    const patient = await signUp(app);
    await assign(app, person, patient);
    const client = await joinRaw5(app, bySession(person), { properties: { receiveMaximum: 1 } });
    const subscriptions = [{ topic: `caregivers/${person.id}/alerts`, qos: 2 as const }];
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions });
    assert.equal((await client.answer()).cmd, 'suback');
    for (let nth = 0; nth < 3; nth++)
      await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.8 } });
    for (let nth = 0; nth < 3; nth++) {
      const { cmd, messageId = 0 } = await client.answer();
      assert.equal(cmd, 'publish');
      client.socket.write(packet(0x50, u16(messageId), 0x80));
    }
    client.socket.destroy();
  });
});
