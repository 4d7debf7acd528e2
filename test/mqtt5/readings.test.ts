import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { bySession } from '../mqtt/clients.ts';
import { joinRaw5 } from './raw5.ts';
import { publishPacket } from '../mqtt/raw.ts';
import { rowsOf } from '../mqtt/stored.ts';

describe('readings over MQTT 5', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    person = await signUp(app);
  });
  after(() => app.close());

  it('PUBACK says that a reading is stored, and why another is not', async () => {
    const mac = randomMac();
    const client = await joinRaw5(app, bySession(person));
    const topic = `devices/${mac}/readings`;
    client.send(publishPacket(topic, resting(mac), { messageId: 1 }));
    assert.deepEqual(await client.answer(), { cmd: 'puback', messageId: 1, reasonCode: 0 });
    client.send(publishPacket(topic, resting(mac, { uptime_ms: 1 }), { messageId: 2 }));
    const early = await client.answer();
    assert.deepEqual([early.reasonCode, early.properties?.userProperties?.code], [0x97, '429']);
    client.send(publishPacket(topic, '{', { messageId: 3 }));
    const bad = await client.answer();
    assert.equal(bad.reasonCode, 0x99);
    assert.equal(await rowsOf(app, mac), 1);
    client.socket.destroy();
  });
});
