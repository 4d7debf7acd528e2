// A light MQTT client for thousands of connections: packets are made once and written again with another id, and of
// what comes back only the acknowledgements are counted.
import { connect, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';

export interface Device {
  readonly macAddress: string;
  readonly userName: string;
  readonly password: string;
}

const CONNACK = 0x20;
const PUBACK = 0x40;
/** From the end of the topic to the payload of a QoS 1 PUBLISH. */
const ID_BYTES = 2;

export class DrivenConnection {
  readonly #socket: Socket;
  readonly #packet: Buffer;
  readonly #idAt: number;
  #nextId = 1;
  #rest: Buffer = Buffer.alloc(0);
  #acknowledged: () => void = () => {};
  #greeted: (code: number) => void = () => {};
  readonly failed: Promise<string>;

  constructor(port: number, device: Device, payload: string) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const topic = `devices/${device.macAddress}/readings`;
    this.#packet = mqttPacket.generate({
      cmd: 'publish',
      topic,
      payload,
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    });
    this.#idAt = this.#packet.length - Buffer.byteLength(payload) - ID_BYTES;
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('error', () => {});
    this.failed = new Promise((resolve) => {
      this.#socket.once('close', () => resolve(`connection of ${device.macAddress} closed`));
    });
    this.#socket.write(
      mqttPacket.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 300,
        clientId: device.macAddress,
        username: device.userName,
        password: Buffer.from(device.password),
      }),
    );
  }

  greeted(): Promise<number> {
    return new Promise((resolve) => {
      this.#greeted = resolve;
      void this.failed.then(() => resolve(-1));
    });
  }

  onAcknowledged(listener: () => void): void {
    this.#acknowledged = listener;
  }

  publish(): void {
    this.#nextId = (this.#nextId % 65_535) + 1;
    const packet = Buffer.from(this.#packet);
    packet.writeUInt16BE(this.#nextId, this.#idAt);
    this.#socket.write(packet);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Every packet that can come here, CONNACK and PUBACK, is four bytes long. */
  #receive(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (; at + 4 <= all.length; at += 4) {
      if (all[at] === PUBACK) this.#acknowledged();
      else if (all[at] === CONNACK) this.#greeted(all[at + 3] ?? -1);
      else throw new Error(`a packet of type ${all[at]} was not expected`);
    }
    this.#rest = all.subarray(at);
  }
}

const CONNECT_AT_ONCE = 50;

export async function connectAll(
  port: number,
  devices: readonly Device[],
  payloadOf: (macAddress: string) => string,
): Promise<DrivenConnection[]> {
  const connections: DrivenConnection[] = [];
  for (let from = 0; from < devices.length; from += CONNECT_AT_ONCE) {
    const some = devices
      .slice(from, from + CONNECT_AT_ONCE)
      .map((device) => new DrivenConnection(port, device, payloadOf(device.macAddress)));
    const codes = await Promise.all(some.map((connection) => connection.greeted()));
    const refused = codes.find((code) => code !== 0);
    if (refused !== undefined) throw new Error(`a connection was refused with ${refused}`);
    connections.push(...some);
  }
  return connections;
}

export interface Driven {
  readonly acknowledged: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Keeps `window` publishes in flight on every connection for a time, then waits until all are acknowledged. */
export function drive(
  connections: readonly DrivenConnection[],
  window: number,
  seconds: number,
): Promise<Driven> {
  const from = performance.now();
  const until = from + seconds * 1000;
  const latencies: number[] = [];
  let inFlight = 0;
  return new Promise((resolve, reject) => {
    for (const connection of connections) {
      const sent: number[] = [];
      const publish = () => {
        inFlight += 1;
        sent.push(performance.now());
        connection.publish();
      };
      // PUBACKs come in the order of their PUBLISHes.
      connection.onAcknowledged(() => {
        const now = performance.now();
        inFlight -= 1;
        latencies.push(now - (sent.shift() ?? now));
        if (now < until) publish();
        else if (inFlight === 0) resolve(summary(latencies, (now - from) / 1000));
      });
      void connection.failed.then((reason) => reject(new Error(reason)));
      for (let i = 0; i < window; i++) publish();
    }
  });
}

function summary(latencies: number[], seconds: number): Driven {
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { acknowledged: latencies.length, seconds, p50: at(0.5), p99: at(0.99) };
}
