import type { TestApp } from '../helpers/app.ts';
import { live } from '../helpers/live.ts';
import type { Person } from '../helpers/people.ts';
import { type Reading, stream } from '../helpers/readings.ts';
import { type Broker, bySession, join } from '../mqtt/clients.ts';

/** The service in this process or in another one. */
type Service = Pick<TestApp, 'call' | 'url'> & Broker;

export interface Sent {
  readonly reading: Reading;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Sends a wearable's readings; resolves, when they are stored, with what cuts its connection. */
export type Way = (service: Service, person: Person, readings: Iterable<Sent>) => Promise<() => void>;

const overMqtt =
  (protocolVersion: 4 | 5): Way =>
  async (service, person, readings) => {
    const client = await join(service, bySession(person), { protocolVersion });
    for (const { reading } of readings)
      await client.publishAsync(`devices/${reading.device_id}/readings`, JSON.stringify(reading), { qos: 1 });
    return () => client.stream.destroy();
  };

/** How readings reach the service. */
export const WAYS: Readonly<Record<string, Way>> = {
  HTTP: async (service, person, readings) => {
    for (const { reading } of readings) await stream(service, person, reading);
    return () => {};
  },
  'MQTT 3.1.1': overMqtt(4),
  'MQTT 5': overMqtt(5),
  'the live socket': async (service, person, readings) => {
    const client = await live(service, person);
    for (const { reading } of readings) await client.ask({ type: 'reading', data: reading });
    return () => client.ws.terminate();
  },
  'a backlog': async (service, person, readings) => {
    const client = await join(service, bySession(person));
    const entries = Array.from(readings, ({ reading, at }) => ({
      ...reading,
      recorded_at: new Date(at).toISOString(),
    }));
    const topic = `devices/${entries[0]?.device_id}/backlog`;
    await client.publishAsync(topic, JSON.stringify(entries), { qos: 1 });
    return () => client.stream.destroy();
  },
};
