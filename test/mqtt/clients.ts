import { connect, type IClientOptions, type MqttClient, type OnMessageCallback } from 'mqtt';
import type { Json } from '../helpers/app.ts';
import { createArrivals, inTime, TIMEOUT_MS } from '../helpers/eventually.ts';
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

type Message = Parameters<OnMessageCallback>;

/** Messages that arrived in one piece with CONNACK, before the caller of `join` could listen. */
const early = new WeakMap<MqttClient, readonly Message[]>();

/** Resolves with the client after CONNACK; rejects with `code`, CONNACK's return code, when it is refused. */
export async function join(
  app: Broker,
  credentials: Credentials,
  options: IClientOptions = {},
  url = urlOf(app),
): Promise<MqttClient> {
  const version = { protocolVersion: mqttVersion(), ...sessionOf(options) };
  const client = connect(url, { reconnectPeriod: 0, ...version, ...credentials, ...options });
  const messages: Message[] = [];
  const keep = (...message: Message) => void messages.push(message);
  client.on('message', keep);
  early.set(client, messages);
  try {
    const connected = new Promise((resolve, reject) => {
      client.once('connect', resolve);
      client.once('error', reject);
      client.once('close', () => reject(new Error('closed')));
    });
    await inTime('the MQTT client connects', connected);
    // Rejects pending publishes when the connection closes.
    client.once('close', () => client.end(true));
    setImmediate(() => {
      client.off('message', keep);
      early.delete(client);
    });
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

/** Collects the messages that a client receives from now on, or, right after `join`, from the start. */
export function listenTo(client: MqttClient) {
  const received: Received[] = [];
  const { arrived, until } = createArrivals();
  const take: OnMessageCallback = (topic, payload, { retain }) => {
    const text = payload.toString();
    received.push({
      topic,
      text,
      get json() {
        return JSON.parse(text);
      },
      retain,
    });
    arrived();
  };
  for (const message of early.get(client) ?? []) take(...message);
  early.delete(client);
  client.on('message', take);
  return {
    received,
    /** The next unread message whose topic has this ending. */
    next: (ending = '', patienceMs?: number): Promise<Received> =>
      until(
        `no message arrived on …${ending}`,
        () => {
          const place = received.findIndex(({ topic }) => topic.endsWith(ending));
          return place === -1 ? undefined : received.splice(place, 1)[0];
        },
        patienceMs,
      ),
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
