import assert from 'node:assert/strict';
import type { MqttClient } from 'mqtt';
import { inTime } from '../helpers/eventually.ts';
import { closed, roundTrip } from './clients.ts';
import type { RawClient } from './raw.ts';
import { mqttVersion } from './version.ts';

const NOT_AUTHORIZED = 0x87;

/**
 * Publishes with QoS 1 where the client may not, and ends the client. MQTT 3.1.1 has no word for it, so the connection
 * closes without PUBACK; version 5 answers 0x87 and keeps the connection.
 */
export async function refusedPublish(client: MqttClient, topic: string, payload: string): Promise<void> {
  client.on('error', () => {});
  const answer = new Promise<(Error & { readonly code?: unknown }) | undefined>((resolve) => {
    client.publish(topic, payload, { qos: 1 }, (error) => resolve(error ?? undefined));
  });
  if (mqttVersion() === 4) {
    await closed(client).catch(() => assert.fail(topic));
    assert.notEqual(await answer, undefined, `${topic}: no PUBACK`);
    return;
  }
  const error = await inTime(`the broker answers the message to ${topic}`, answer);
  assert.equal(error?.code, NOT_AUTHORIZED, topic);
  await roundTrip(client);
  client.end(true);
}

/** The server closes the connection: MQTT 3.1.1 without a packet, version 5 after DISCONNECT with the reason. */
export async function closedFor(client: RawClient, reason: number, patienceMs?: number): Promise<void> {
  if (mqttVersion() === 5) {
    const packet = await client.next(patienceMs);
    assert.equal(packet.cmd, 'disconnect');
    assert.equal(packet.cmd === 'disconnect' && packet.reasonCode, reason);
  }
  await assert.rejects(client.next(patienceMs), /closed/);
}
