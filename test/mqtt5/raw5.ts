import { connect as connectTcp, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { inTime, TIMEOUT_MS } from '../helpers/eventually.ts';
import type { Broker, Credentials } from '../mqtt/clients.ts';
import { connectPacket, type RawClient } from '../mqtt/raw.ts';

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
  answer(): Promise<Answer5>;
}

const VERSION = { protocolVersion: 5 } as const;

export function rawClient5(app: Broker, socket = tcp(app)): RawClient5 {
  const parser = mqttPacket.parser(VERSION);
  const packets: Packet[] = [];
  let wake = () => {};
  parser.on('packet', (packet) => {
    packets.push(packet);
    wake();
  });
  socket.on('data', (bytes) => parser.parse(bytes));
  socket.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    socket.on('close', () => {
      resolve();
      wake();
    });
  });
  async function next(patienceMs = TIMEOUT_MS): Promise<Packet> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const packet = packets.shift();
      if (packet !== undefined) return packet;
      if (socket.destroyed) throw new Error('closed');
      if (Date.now() > deadline) throw new Error('no packet came');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
  return {
    socket,
    get gone() {
      return inTime('the server closes the connection', gone);
    },
    send: (packet) => void socket.write(mqttPacket.generate(packet, VERSION)),
    next,
    async answer() {
      const { cmd, messageId, reasonCode, properties, ...rest } = (await next()) as Answer5;
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
  };
}

const plainPairs = ({ userProperties }: { readonly userProperties?: object }): object =>
  userProperties === undefined ? {} : { userProperties: { ...userProperties } };

const tcp = (app: Broker): Socket =>
  connectTcp({ host: '127.0.0.1', port: app.app.ports.mqtt ?? 0, noDelay: true });

export const connectPacket5 = (credentials: Credentials, more: object = {}): Packet =>
  connectPacket(credentials, { ...VERSION, ...more });

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
