import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { Aedes } from 'aedes';
import { openMqttLink } from '../../loadtest/links/mqtt-link.ts';
import { eventually } from '../helpers/eventually.ts';

const DEVICE = { macAddress: '02:00:00:00:00:01', token: 'token', userId: 'user', email: 'e@example.org' };
const READINGS = 20;

suite('the light MQTT client', () => {
  const received: number[] = [];
  let broker: Aedes;
  const server = createServer((socket) => {
    broker.handle(socket);
  });
  before(async () => {
    broker = await Aedes.createBroker();
    broker.on('publish', ({ topic, payload }) => {
      if (topic.endsWith('/readings')) received.push(JSON.parse(payload.toString()).uptime_ms);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => {
    server.close();
    broker.close();
  });

  test('on request every reading carries its send time, no two are alike, and acknowledgements name it', async () => {
    const began = Date.now();
    const acknowledged: number[] = [];
    const { port } = server.address() as AddressInfo;
    const link = await openMqttLink(port, DEVICE, {
      acknowledged: ({ macAddress }, sentAt) => {
        assert.equal(macAddress, DEVICE.macAddress);
        acknowledged.push(sentAt);
      },
    });
    await new Promise<void>((resolve) => {
      let answered = 0;
      link.onAnswered(() => {
        answered += 1;
        if (answered === READINGS) resolve();
      });
      for (let i = 0; i < READINGS; i++) link.send(performance.now());
    });
    link.close();
    // The broker acknowledges before it announces what it received.
    await eventually('the broker has announced all', () => received.length === READINGS);
    assert.deepEqual(acknowledged, received);
    assert.equal(new Set(received).size, READINGS);
    assert.ok(received.every((sentAt) => sentAt >= began && sentAt <= Date.now() + READINGS));
  });
});
