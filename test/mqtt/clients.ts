import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { Json } from '../helpers/app.ts';
import { inTime, TIMEOUT_MS } from '../helpers/eventually.ts';
import type { Person } from '../helpers/people.ts';
import { mqttVersion, sessionOf } from './version.ts';

/** An MQTT server: the app in this process or in another one. */
export interface Broker {
  readonly app: { readonly ports: { readonly mqtt?: number | undefined } };
}

export type Credentials = { readonly username?: string; readonly password?: string };

export const bySession = (person: Person): Credentials => ({
  username: person.email,
  password: person.token,
});

export const urlOf = ({ app }: Broker): string => `mqtt://127.0.0.1:${app.ports.mqtt}`;

/** Resolves with the client after CONNACK; rejects with `code`, CONNACK's return code, when it is refused. */
export async function join(
  app: Broker,
  credentials: Credentials,
  options: IClientOptions = {},
  url = urlOf(app),
): Promise<MqttClient> {
  const version = { protocolVersion: mqttVersion(), ...sessionOf(options) };
  const client = connect(url, { reconnectPeriod: 0, ...version, ...credentials, ...options });
  try {
    const connected = new Promise((resolve, reject) => {
      client.once('connect', resolve);
      client.once('error', reject);
      client.once('close', () => reject(new Error('closed')));
    });
    await inTime('the MQTT client connects', connected);
    // Rejects pending publishes when the connection closes.
    client.once('close', () => client.end(true));
    return mqttVersion() === 4 ? client : acknowledging(client);
  } catch (error) {
    client.end(true);
    throw error;
  }
}

const FIRST_FAILURE = 0x80;

/** A refused message is acknowledged in every version; only in version 5 does mqtt.js know that it was refused. */
function acknowledging(client: MqttClient): MqttClient {
  const publish = client.publishAsync.bind(client) as (...args: unknown[]) => Promise<undefined>;
  return Object.assign(client, {
    publishAsync: (...args: unknown[]) =>
      publish(...args).catch((error: { readonly code?: unknown }) => {
        if (typeof error.code !== 'number' || error.code < FIRST_FAILURE) throw error;
      }),
  });
}

export const codeOf = (attempt: Promise<MqttClient>): Promise<number | undefined> =>
  attempt.then(
    (client) => {
      client.end(true);
      return 0;
    },
    (error: { code?: number }) => error.code,
  );

export const closed = async (client: MqttClient, patienceMs = TIMEOUT_MS): Promise<void> => {
  if (!client.connected) return;
  const isClosed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await inTime('the broker closes the connection', isClosed, patienceMs);
};

export interface Received {
  readonly topic: string;
  readonly text: string;
  readonly json: Json;
  readonly retain: boolean;
}

/** Collects the messages that a client receives from now on. */
export function listenTo(client: MqttClient) {
  const received: Received[] = [];
  let wake = () => {};
  client.on('message', (topic, payload, { retain }) => {
    const text = payload.toString();
    received.push({
      topic,
      text,
      get json() {
        return JSON.parse(text);
      },
      retain,
    });
    wake();
  });
  return {
    received,
    /** The next unread message whose topic has this ending. */
    async next(ending = '', patienceMs = TIMEOUT_MS): Promise<Received> {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const place = received.findIndex(({ topic }) => topic.endsWith(ending));
        const [found] = place === -1 ? [] : received.splice(place, 1);
        if (found !== undefined) return found;
        if (Date.now() > deadline) throw new Error(`no message arrived on …${ending}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 50);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
  };
}

/** Resolves with the answer to a ping: every earlier message of the broker has arrived by then. */
export const roundTrip = (client: MqttClient): Promise<void> => {
  const answered = new Promise<void>((resolve) => {
    const onPacket = ({ cmd }: { cmd?: string }) => {
      if (cmd !== 'pingresp') return;
      client.off('packetreceive', onPacket);
      resolve();
    };
    client.on('packetreceive', onPacket);
    client.sendPing();
  });
  return inTime('the broker answers a ping', answered);
};

export const granted = (client: MqttClient, topic: string, qos: 0 | 1 | 2 = 0): Promise<number> => {
  const answered = new Promise<number>((resolve) => {
    client.subscribe(topic, { qos }, (error, grants, packet) => {
      const code = (packet as { granted?: number[] } | undefined)?.granted?.[0];
      resolve(code ?? grants?.[0]?.qos ?? (error ? 128 : 0));
    });
  });
  return inTime(`the broker answers the subscription to ${topic}`, answered);
};

export const readingsTopic = (mac: string): string => `devices/${mac}/readings`;
export const assessmentsTopic = (mac: string): string => `devices/${mac}/assessments`;
