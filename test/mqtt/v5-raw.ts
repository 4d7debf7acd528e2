import type { Socket } from 'node:net';
import type { Packet } from 'mqtt-packet';
import type { Broker, Credentials } from './clients.ts';
import { connectPacket, type RawClient, rawClient } from './raw.ts';

/** The parts of an answer that tests look at. */
export interface Answer5 {
  readonly cmd: string;
  readonly messageId?: number;
  readonly reasonCode?: number;
  readonly sessionPresent?: boolean;
  readonly granted?: readonly number[];
  readonly topic?: string;
  readonly payload?: Buffer;
  readonly qos?: number;
  readonly dup?: boolean;
  readonly retain?: boolean;
  readonly properties?: Readonly<Record<string, unknown>> & {
    readonly userProperties?: Readonly<Record<string, string>>;
  };
}

export interface RawClient5 extends RawClient {
  /** The next packet, without the fields that the parser adds. */
  answer(patienceMs?: number): Promise<Answer5>;
}

export function rawClient5(app: Broker, socket?: Socket): RawClient5 {
  const client = rawClient(app, 5, socket);
  return Object.assign(client, {
    async answer(patienceMs?: number): Promise<Answer5> {
      const { cmd, messageId, reasonCode, properties, ...rest } = (await client.next(patienceMs)) as Answer5;
      const { sessionPresent, granted, topic, payload, qos, dup, retain } = rest;
      const given = {
        cmd,
        messageId,
        reasonCode,
        sessionPresent: cmd === 'connack' ? sessionPresent : undefined,
        granted,
        ...(cmd === 'publish' && { topic, payload, qos, dup, retain }),
        properties: properties && { ...properties, ...plainPairs(properties) },
      };
      return Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      ) as unknown as Answer5;
    },
  });
}

const plainPairs = ({ userProperties }: { readonly userProperties?: object }): object =>
  userProperties === undefined ? {} : { userProperties: { ...userProperties } };

export const connectPacket5 = (credentials: Credentials, more: object = {}): Packet =>
  connectPacket(credentials, { protocolVersion: 5, ...more });

/** Resolves with the client, and CONNACK in `welcome`. */
export async function joinRaw5(
  app: Broker,
  credentials: Credentials,
  more: object = {},
): Promise<RawClient5 & { readonly welcome: Answer5 }> {
  const client = rawClient5(app);
  client.send(connectPacket5(credentials, more));
  const welcome = await client.answer();
  if (welcome.cmd !== 'connack' || welcome.reasonCode !== 0)
    throw new Error(`connection refused: ${JSON.stringify(welcome)}`);
  return Object.assign(client, { welcome });
}
