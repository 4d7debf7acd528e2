import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { Log } from '../platform/log.ts';
import { SECOND_MS } from '../platform/time.ts';

/** A connection to the home's broker, which is opened again whenever it breaks. */
export interface BrokerClient {
  isConnected(): boolean;
  /** Resolves when the broker has the message; rejects when the connection breaks before that. */
  publishRetained(topic: string, payload: string): Promise<void>;
  /** `finalMessage` is published instead of the last will. */
  close(finalMessage?: Message): Promise<void>;
}

interface Message {
  readonly topic: string;
  readonly payload: string;
}

interface BrokerClientDeps {
  readonly url: string;
  readonly will: Message;
  readonly filters: readonly string[];
  /** Called when the filters are subscribed, after every connect. */
  readonly onConnected: () => void;
  readonly onDisconnected: () => void;
  /** Called for live messages: a retained one tells of the past. */
  readonly onMessage: (topic: string, payload: string) => void;
  readonly log: Log;
}

const RECONNECT_MS = 2 * SECOND_MS;
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
/** A broker that takes longer to acknowledge a message is treated as gone. */
const PUBACK_MS = 10 * SECOND_MS;
const CLOSE_MS = SECOND_MS;
/** Enough for the words that are expected. */
const MAX_PAYLOAD = 64;
const VERSION_5 = 5;
const VERSION_3_1_1 = 4;

export function openBrokerClient(deps: BrokerClientDeps): BrokerClient {
  const { url, will, filters, onConnected, onDisconnected, onMessage, log } = deps;
  const waiting = new Set<(error: Error) => void>();
  let isReady = false;
  /** Of the last attempt to connect. */
  let failure: Error | undefined;
  let isReported = false;

  const client = connect(url, {
    protocolVersion: VERSION_5,
    clean: true,
    resubscribe: false,
    reconnectPeriod: RECONNECT_MS,
    reconnectOnConnackError: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    queueQoSZero: false,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
  });

  client.on('connect', () => {
    isReported = false;
    subscribe(client, filters).then(
      () => {
        isReady = true;
        log.info({ version: client.options.protocolVersion }, 'home broker: connected');
        onConnected();
      },
      (error: unknown) => {
        log.warn({ err: error }, 'home broker: subscription refused');
        client.stream.destroy();
      },
    );
  });
  client.on('close', () => {
    if (!isReady && mayDislikeVersion(failure)) client.options.protocolVersion = otherVersion(client.options);
    isReady = false;
    failure = undefined;
    for (const reject of waiting) reject(new Error('The connection to the home broker broke'));
    waiting.clear();
    onDisconnected();
  });
  // Followed by `close`. One line for each outage, not for each attempt.
  client.on('error', (error) => {
    if (!isReported) log.warn({ err: error }, 'home broker: connection failed, retrying');
    isReported = true;
    failure = error;
  });
  client.on('message', (topic, payload, { retain }) => {
    if (!retain && payload.length <= MAX_PAYLOAD) onMessage(topic, payload.toString());
  });

  function publishRetained(topic: string, payload: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (error?: Error): void => {
        clearTimeout(tooLate);
        waiting.delete(settle);
        if (error) reject(error);
        else resolve();
      };
      const tooLate = setTimeout(() => client.stream.destroy(), PUBACK_MS);
      waiting.add(settle);
      client.publish(topic, payload, { qos: 1, retain: true }, (error) => settle(error ?? undefined));
    });
  }

  return {
    isConnected: () => isReady,
    publishRetained,
    async close(finalMessage) {
      if (isReady && finalMessage !== undefined)
        await withinTime(publishRetained(finalMessage.topic, finalMessage.payload)).catch(() => {});
      await withinTime(client.endAsync(true));
    },
  };
}

const otherVersion = ({ protocolVersion }: IClientOptions) =>
  protocolVersion === VERSION_5 ? VERSION_3_1_1 : VERSION_5;

/** Version 5 and 3.1.1. An older broker refuses version 5 with a code of its own, or closes the connection without one. */
const BAD_VERSION: readonly unknown[] = [0x84, 1];
const mayDislikeVersion = (failure: Error | undefined): boolean =>
  failure === undefined || !('code' in failure) || BAD_VERSION.includes(failure.code);

async function subscribe(client: MqttClient, filters: readonly string[]): Promise<void> {
  for (const { qos, topic } of await client.subscribeAsync([...filters], { qos: 1 }))
    if (qos > 2) throw new Error(`The home broker refused the subscription to ${topic}`);
}

function withinTime(work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
}
