import { connect as connectTcp, type Socket } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { createArrivals, inTime } from '../helpers/eventually.ts';
import type { Broker, Credentials } from './clients.ts';
import { type MqttVersion, mqttVersion, sessionOf } from './version.ts';

/** A client that sends exactly the given packets and exposes those it receives. */
export interface RawClient {
  readonly socket: Socket;
  send(packet: Packet): void;
  /** The next packet; rejects when the connection closes first or no packet arrives. */
  next(patienceMs?: number): Promise<Packet>;
  /** Resolves when the server has closed the connection; rejects when it does not. */
  readonly gone: Promise<void>;
}

const tcp = (app: Broker): Socket =>
  connectTcp({ host: '127.0.0.1', port: app.app.ports.mqtt ?? 0, noDelay: true });

export function rawClient(
  app: Broker,
  protocolVersion: MqttVersion = mqttVersion(),
  socket: Socket = tcp(app),
): RawClient {
  const parser = mqttPacket.parser({ protocolVersion });
  const packets: Packet[] = [];
  const { arrived, until } = createArrivals();
  parser.on('packet', (packet) => {
    packets.push(packet);
    arrived();
  });
  socket.on('data', (bytes) => parser.parse(bytes));
  socket.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    socket.on('close', () => {
      resolve();
      arrived();
    });
  });
  return {
    socket,
    get gone() {
      return inTime('the server closes the connection', gone);
    },
    send: (packet) => void socket.write(bytesOf(packet, protocolVersion)),
    next: (patienceMs) =>
      until(
        'no packet came',
        () => {
          const packet = packets.shift();
          if (packet === undefined && socket.destroyed) throw new Error('closed');
          return packet;
        },
        patienceMs,
      ),
  };
}

export const bytesOf = (packet: Packet, protocolVersion: MqttVersion = mqttVersion()): Buffer =>
  mqttPacket.generate(packet, { protocolVersion });

export const connectPacket = (credentials: Credentials, more: object = {}): Packet =>
  ({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: mqttVersion(),
    clean: true,
    keepalive: 60,
    // Random so that it is unique; no test's outcome depends on its value.
    clientId: `raw${Math.random()}`,
    ...credentials,
    ...(credentials.password !== undefined && { password: Buffer.from(credentials.password) }),
    ...sessionOf(more),
    ...more,
  }) as Packet;

export async function joinRaw(app: Broker, credentials: Credentials, more: object = {}): Promise<RawClient> {
  const client = rawClient(app);
  client.send(connectPacket(credentials, more));
  const answer = await client.next();
  if (answer.cmd !== 'connack' || (answer.returnCode ?? answer.reasonCode) !== 0)
    throw new Error(`connection refused: ${JSON.stringify(answer)}`);
  return client;
}

export const publishPacket = (topic: string, body: unknown, more: object = {}): Packet =>
  ({
    cmd: 'publish',
    topic,
    payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    ...more,
  }) as Packet;
