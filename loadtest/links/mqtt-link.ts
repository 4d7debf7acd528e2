// A light MQTT client for thousands of connections: packets are encoded once and sent again with another packet ID, and
// of the incoming packets only acknowledgements are counted.
import { connect, type Socket } from 'node:net';
import mqttPacket from 'mqtt-packet';
import { quietReading } from '../reading.ts';
import type { SeededDevice } from '../seed.ts';
import { type Answered, type Link, NO_ANSWER, openInTurn, Refused, STORED } from './link.ts';

const CONNACK = 0x20;
const PUBACK = 0x40;
const SUBACK = 0x90;
const DISCONNECT = 0xe0;
const EXPECTED: ReadonlySet<number> = new Set([CONNACK, PUBACK, SUBACK, DISCONNECT]);
const FIRST_FAILURE = 0x80;
const SUBSCRIPTION_ID = 1;
const SESSION_S = 3_600;
/** From the end of the topic to the payload of a QoS 1 PUBLISH. */
const ID_BYTES = 2;
const MAX_IDS = 65_535;

export type MqttVersion = 4 | 5;

export interface MqttLinkOptions {
  /** Called when the broker closes the connection. */
  readonly lost?: () => void;
  /**
   * Called for each acknowledged reading with its send time in milliseconds since 1970. Readings carry this time as their
   * uptime, so that no two readings of a wearable are equal.
   */
  readonly acknowledged?: (device: SeededDevice, sentAt: number) => void;
  /** Local address: one address has too few ports for tens of thousands of connections. */
  readonly localAddress?: string;
  /** 4 is MQTT 3.1.1, the default. */
  readonly protocol?: MqttVersion;
  /** Requests a persistent session and subscribes to the responses to its readings, but sends no readings. */
  readonly persistent?: boolean;
}

class MqttLink implements Link {
  readonly #socket: Socket;
  readonly #packet: Buffer;
  readonly #idAt: number;
  /** By the packet ID of the PUBLISH. */
  readonly #dues = new Map<number, number>();
  readonly #acknowledgedAt: ((sentAt: number) => void) | undefined;
  readonly #stampAt: number;
  /** By the packet ID of the PUBLISH, if readings carry a send time. */
  readonly #stamps = new Map<number, number>();
  #lastStamp = 0;
  #nextId = 1;
  #rest: Buffer = Buffer.alloc(0);
  #answered: Answered = () => {};
  #greeted: (code: number | 'closed') => void = () => {};
  #subscribed: (code: number | 'closed') => void = () => {};
  readonly #subscription: Buffer | undefined;
  #greetedAs: number | undefined;
  #closed = false;

  constructor(
    port: number,
    device: SeededDevice,
    {
      lost = () => {},
      acknowledged,
      localAddress,
      persistent = false,
      protocol: protocolVersion = 4,
    }: MqttLinkOptions = {},
  ) {
    const version = { protocolVersion };
    const { macAddress, email, token, deviceToken } = device;
    const topic = `devices/${macAddress}/assessments`;
    if (persistent) {
      this.#subscription = mqttPacket.generate(
        { cmd: 'subscribe', messageId: SUBSCRIPTION_ID, subscriptions: [{ topic, qos: 0 }] },
        version,
      );
    }
    this.#acknowledgedAt = acknowledged && ((sentAt) => acknowledged(device, sentAt));
    // Another uptime for each connection: the service would treat an equal reading as resent.
    const uptime = acknowledged ? Date.now() : Math.round(performance.now() * 1000);
    const payload = JSON.stringify(quietReading(macAddress, uptime));
    this.#packet = mqttPacket.generate(
      {
        cmd: 'publish',
        topic: `devices/${macAddress}/readings`,
        payload,
        qos: 1,
        messageId: 1,
        dup: false,
        retain: false,
      },
      version,
    );
    this.#stampAt = this.#packet.indexOf(`"uptime_ms":${uptime}`) + '"uptime_ms":'.length;
    // Version 5 has the length of the properties, which are none, before the payload.
    this.#idAt =
      this.#packet.length - Buffer.byteLength(payload) - ID_BYTES - (protocolVersion === 5 ? 1 : 0);
    this.#socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      ...(localAddress !== undefined && { localAddress }),
    });
    this.#socket.on('data', (bytes) => this.#receive(bytes));
    this.#socket.on('error', () => {});
    this.#socket.once('close', () => {
      this.#lost();
      if (this.#greetedAs === 0) lost();
    });
    this.#socket.write(
      mqttPacket.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion,
        ...(persistent && protocolVersion === 5 && { properties: { sessionExpiryInterval: SESSION_S } }),
        clean: !persistent,
        keepalive: 300,
        clientId: macAddress,
        username: deviceToken === undefined ? email : macAddress,
        password: Buffer.from(deviceToken ?? token),
      }),
    );
  }

  async open(): Promise<this> {
    const code = await new Promise<number | 'closed'>((resolve) => {
      this.#greeted = resolve;
    });
    if (code === 'closed') throw new Error('an MQTT connection was closed while it opened');
    if (code !== 0) throw new Refused(`an MQTT connection was refused: ${code}`);
    if (this.#subscription !== undefined) await this.#subscribe(this.#subscription);
    return this;
  }

  async #subscribe(packet: Buffer): Promise<void> {
    const code = await new Promise<number | 'closed'>((resolve) => {
      this.#subscribed = resolve;
      if (this.#closed) resolve('closed');
      this.#socket.write(packet);
    });
    if (code === 'closed') throw new Error('an MQTT connection was closed while it subscribed');
    if (code !== 0) throw new Refused(`a subscription was refused: ${code}`);
  }

  onAnswered(listener: Answered): void {
    this.#answered = listener;
  }

  send(due: number): void {
    if (this.#closed) return this.#answered(due, NO_ANSWER);
    this.#nextId = (this.#nextId % MAX_IDS) + 1;
    const packet = Buffer.from(this.#packet);
    packet.writeUInt16BE(this.#nextId, this.#idAt);
    this.#dues.set(this.#nextId, due);
    if (this.#acknowledgedAt !== undefined) this.#stamp(packet);
    this.#socket.write(packet);
  }

  #stamp(packet: Buffer): void {
    this.#lastStamp = Math.max(this.#lastStamp + 1, Date.now());
    packet.write(String(this.#lastStamp), this.#stampAt, 'latin1');
    this.#stamps.set(this.#nextId, this.#lastStamp);
  }

  close(): void {
    this.#dues.clear();
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    while (at + 1 < all.length) {
      const type = all[at] ?? 0;
      const length = 2 + (all[at + 1] ?? 0);
      // None of these packets has a length of two bytes.
      if (!EXPECTED.has(type) || length > 129) throw new Error(`a packet of type ${type} was not expected`);
      if (at + length > all.length) break;
      if (type === PUBACK) this.#puback(all.readUInt16BE(at + 2), length > 4 ? (all[at + 4] ?? 0) : 0);
      else if (type === CONNACK) this.#greet(all[at + 3] ?? -1);
      else if (type === SUBACK) this.#subscribed(all[at + length - 1] ?? -1);
      at += length;
    }
    this.#rest = all.subarray(at);
  }

  #greet(code: number): void {
    this.#greetedAs = code;
    this.#greeted(code);
  }

  /** Version 5 says why a reading is refused. */
  #puback(id: number, reason: number): void {
    const due = this.#dues.get(id);
    if (reason < FIRST_FAILURE || due === undefined) return this.#acknowledged(id);
    this.#dues.delete(id);
    this.#answered(due, NO_ANSWER);
  }

  #acknowledged(id: number): void {
    const due = this.#dues.get(id);
    if (due === undefined) return;
    this.#dues.delete(id);
    const sentAt = this.#stamps.get(id);
    if (sentAt !== undefined) this.#acknowledgedAt?.(sentAt);
    this.#answered(due, STORED);
  }

  #lost(): void {
    this.#closed = true;
    this.#greeted('closed');
    this.#subscribed('closed');
    const dues = [...this.#dues.values()];
    this.#dues.clear();
    for (const due of dues) this.#answered(due, NO_ANSWER);
  }
}

export const openMqttLink = (port: number, device: SeededDevice, options?: MqttLinkOptions): Promise<Link> =>
  new MqttLink(port, device, options).open();

export const openMqttLinks = (
  port: number,
  devices: readonly SeededDevice[],
  options?: MqttLinkOptions,
): Promise<Link[]> => openInTurn(devices, (device) => openMqttLink(port, device, options));
