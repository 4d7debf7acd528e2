import { connectAsync, type MqttClient } from 'mqtt';
import {
  type Answered,
  answerOutcomeOf,
  backlogOutcomeOf,
  type Link,
  outcomeOf,
  type Silence,
} from './link.ts';

export interface MqttLinkOptions {
  /** `mqtt://host:1883`, `mqtts://host:8883`, or `wss://host/mqtt`. */
  readonly url: string;
  readonly macAddress: string;
  /** Defaults to the MAC address, for a device token; use an e-mail with a session token or a password. */
  readonly username?: string;
  readonly password: string;
  /** 4 is MQTT 3.1.1, the default. With 5, results come to the Response Topic of each message, without a subscription. */
  readonly protocolVersion?: 4 | 5;
}

const PATIENCE_MS = 10_000;
const UNSENT = { kind: 'unsent' } as const;
const UNANSWERED = { kind: 'unanswered', reason: 'no answer' } as const;

/**
 * One connection per wearable, QoS 1, one message at a time: the answer on `assessments` carries the result, in MQTT 5 as
 * the response to the message. A message
 * without an answer is sent again with the DUP flag, as the first of a new connection, so that the service recognises
 * it.
 */
export function mqttLink({
  url,
  macAddress,
  username = macAddress,
  password,
  protocolVersion = 4,
}: MqttLinkOptions): Link {
  const topic = (name: string): string => `devices/${macAddress}/${name}`;
  const request = protocolVersion === 5 ? { properties: { responseTopic: topic('assessments') } } : {};
  let client: MqttClient | undefined;
  let answered: (answer: Answered | undefined) => void = () => {};

  async function exchange(name: string, message: object, dup = false): Promise<Answered | Silence> {
    const open = client;
    if (open?.connected !== true) return UNSENT;
    const answer = await new Promise<Answered | undefined>((resolve) => {
      const timer = setTimeout(() => answered(undefined), PATIENCE_MS);
      answered = (given) => {
        clearTimeout(timer);
        answered = () => {};
        resolve(given);
      };
      open.publish(topic(name), JSON.stringify(message), { qos: 1, dup, ...request }, () => {});
    });
    // A late answer would be taken for the answer to the next message.
    if (answer === undefined) hangUp();
    return answer ?? UNANSWERED;
  }

  function hangUp(): void {
    client?.end(true);
    client = undefined;
    answered(undefined);
  }

  return {
    repeats: ['reading', 'answer'],

    async send(reading, { isRepetition }) {
      const answer = await exchange('readings', reading, isRepetition);
      return 'kind' in answer ? answer : outcomeOf(answer);
    },

    async answer(answer, { isRepetition }) {
      const given = await exchange('answers', { answer }, isRepetition);
      return 'kind' in given ? given : answerOutcomeOf(given);
    },

    // The service recognises resent entries by `recorded_at`.
    async sendBacklog(readings) {
      const answer = await exchange('backlog', readings);
      return 'kind' in answer ? answer : backlogOutcomeOf(answer);
    },

    drop: hangUp,

    async restore() {
      if (client?.connected === true) return false;
      hangUp();
      const settings = {
        username,
        password,
        protocolVersion,
        reconnectPeriod: 0,
        connectTimeout: PATIENCE_MS,
      };
      const clientId = `wearable-${macAddress.replaceAll(/[^\dA-Fa-f]/g, '')}`;
      const opened = await connectAsync(url, { ...settings, clientId }, false);
      opened.on('error', () => {});
      opened.on('close', () => {
        if (client === opened) hangUp();
      });
      opened.on('message', (_, payload) => answered(JSON.parse(payload.toString()) as Answered));
      if (protocolVersion === 4) await opened.subscribeAsync(topic('assessments'));
      client = opened;
      return true;
    },

    async close() {
      await client?.endAsync();
      hangUp();
    },
  };
}
