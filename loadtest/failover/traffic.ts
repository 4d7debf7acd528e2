// Wearables, wearers and caregivers who go on during a failover: each sends again, to either instance, until it gets its
// answer, as firmware and clients do.
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { quietReading, severeReading } from '../reading.ts';
import type { SeededDevice } from '../seed.ts';
import type { Field } from './field.ts';

export interface Instance {
  readonly url: string;
  readonly mqttPort: number;
}

interface Answer {
  readonly status: number;
  readonly data: { readonly id?: string };
}

const HTTP_PAUSE_MS = 100;
const FALL_PAUSE_MS = 400;
const RESEND_MS = 50;
const NO_ANSWER_MS = 30_000;
/** For what is not answered yet at the end. */
const DRAIN_MS = 20_000;
const MQTT_FAILURE = 0x80;
/** A reading that was sent to both instances at once: it is sent again. */
const TOO_EARLY = 429;
const UNAVAILABLE = 503;
const MAX_IDS = 65_535;

export class Traffic {
  readonly #instances: readonly Instance[];
  readonly #field: Field;
  /** Readings by `MAC uptime`. */
  readonly sent = new Set<string>();
  readonly acknowledged = new Set<string>();
  /** Of those who fell: what was acknowledged. */
  readonly falls = new Set<string>();
  /** By fall: the caregiver whose claim was acknowledged. */
  readonly claims = new Map<string, string>();
  /** Answers other than 200, 201, 429 and 503, with their number; 0 for none. */
  readonly errors = new Map<number, number>();
  /** When readings were acknowledged. */
  readonly #times: number[] = [];
  /** The uptime of the first reading. */
  readonly since = Date.now();
  #stamp = this.since;
  #fallen = 0;
  #newcomers = 0;
  readonly #unclaimed: { readonly userId: string; readonly fallId: string }[] = [];
  #isOver = false;
  #isDrained = false;
  readonly #work: Promise<unknown>[] = [];

  constructor(instances: readonly Instance[], field: Field) {
    this.#instances = instances;
    this.#field = field;
    for (const [nth, device] of field.overHttp.entries()) this.#work.push(this.#wearable(nth, device));
    for (const [nth, device] of field.overMqtt.entries()) this.#work.push(this.#mqttWearable(nth, device));
    this.#work.push(this.#everyFall(), this.#everyNewcomer());
  }

  /** The longest time that a request waited for its answer. */
  longestMs = 0;
  /** The same for a connection or a publish: its acknowledgement, or the end of the connection. */
  longestMqttMs = 0;

  firstAcknowledgedAfter(time: number): number | undefined {
    return this.#times.find((at) => at > time);
  }

  /** The longest time without an acknowledgement since the loss: those that were under way may still arrive after it. */
  longestGapMs(lostAt: number): number {
    const times = [lostAt, ...this.#times.filter((at) => at > lostAt)];
    return Math.max(0, ...times.slice(1).map((at, i) => at - (times[i] ?? at)));
  }

  /** Two falls, and the claim of another one, at once. */
  burst(): void {
    const open = this.#unclaimed.pop();
    for (let i = 0; i < 2; i++) this.#work.push(this.#fall());
    if (open !== undefined) this.#work.push(this.#claim(open.userId, open.fallId));
  }

  /** Resolves when everything that was sent is answered, or a while has passed. */
  async end(): Promise<void> {
    this.#isOver = true;
    const drained = delay(DRAIN_MS, undefined, { ref: false }).then(() => {
      this.#isDrained = true;
    });
    await Promise.race([Promise.all(this.#work), drained]);
    this.#isDrained = true;
    await Promise.all(this.#work);
  }

  async #wearable(nth: number, { macAddress, token }: SeededDevice): Promise<void> {
    while (!this.#isOver) {
      // Some send each reading to both instances, at the same moment.
      await this.#reading(nth, macAddress, token, nth % 4 === 0);
      await delay(HTTP_PAUSE_MS);
    }
  }

  async #everyNewcomer(): Promise<void> {
    for (; !this.#isOver; this.#newcomers++) {
      const owner = this.#field.overHttp[this.#newcomers % this.#field.overHttp.length];
      const number = (Date.now() % 0x10_00_00_00_00).toString(16).padStart(10, '0').toUpperCase();
      const macAddress = `06:${number.match(/../g)?.join(':')}`;
      await this.#reading(0, macAddress, owner?.token ?? '', true);
      await delay(2 * HTTP_PAUSE_MS);
    }
  }

  async #reading(nth: number, macAddress: string, token: string, isToBoth: boolean): Promise<void> {
    const uptime = this.#nextStamp();
    const name = `${macAddress} ${uptime}`;
    this.sent.add(name);
    const send = (first: number) =>
      this.#untilDone(first, '/device/sensor-stream', token, quietReading(macAddress, uptime), name);
    const answers = await Promise.all((isToBoth ? [nth, nth + 1] : [nth]).map(send));
    if (answers.some((answer) => answer !== undefined)) this.#isAcknowledged(name);
  }

  async #everyFall(): Promise<void> {
    while (!this.#isOver) {
      await this.#fall();
      await delay(FALL_PAUSE_MS);
    }
  }

  /** Of the next wearer: by a reading, or by the help button, and then its caregiver claims it. */
  async #fall(): Promise<void> {
    const nth = this.#fallen++;
    const device = this.#field.wearers[nth];
    if (device === undefined) return;
    const { token, userId, macAddress } = device;
    const [path, body] =
      nth % 2 === 0 ? ['/falls', { confidence: 0.95 }] : ['/device/sensor-stream', severeReading(macAddress)];
    const answer = await this.#untilDone(nth, path, token, body, `fall of ${userId}`);
    if (answer === undefined) return;
    this.falls.add(userId);
    const fallId = answer.data.id;
    if (fallId === undefined) return;
    if (nth % 4 === 0) await this.#claim(userId, fallId);
    else this.#unclaimed.push({ userId, fallId });
  }

  async #claim(userId: string, fallId: string): Promise<void> {
    const caregiver = this.#field.caregiverOf.get(userId);
    const path = `/falls/${fallId}/claim`;
    const body = { etaMinutes: 3 };
    const answer = await this.#untilDone(1, path, caregiver?.token ?? '', body, `claim of ${fallId}`);
    if (answer !== undefined) this.claims.set(fallId, caregiver?.id ?? '');
  }

  #nextStamp(): number {
    this.#stamp = Math.max(this.#stamp + 1, Date.now());
    return this.#stamp;
  }

  #isAcknowledged(name: string): void {
    this.acknowledged.add(name);
    this.#times.push(performance.now());
  }

  /** Sends a request with its key to the instances in turn until one of them carries it out; undefined if none does. */
  async #untilDone(
    first: number,
    path: string,
    token: string,
    body: object,
    key: string,
  ): Promise<Answer | undefined> {
    for (let attempt = first; !this.#isDrained; attempt++) {
      const answer = await this.#post(this.#instance(attempt), path, token, body, key);
      if (answer.status === 200 || answer.status === 201) return answer;
      this.#refused(answer.status);
      if (answer.status >= 400 && answer.status < 500 && answer.status !== TOO_EARLY) return undefined;
      await delay(RESEND_MS);
    }
    return undefined;
  }

  async #post({ url }: Instance, path: string, token: string, body: object, key: string): Promise<Answer> {
    const from = performance.now();
    try {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(NO_ANSWER_MS),
      });
      const { data = {} } = (await response.json()) as { data?: Answer['data'] };
      return { status: response.status, data };
    } catch {
      return { status: 0, data: {} };
    } finally {
      this.longestMs = Math.max(this.longestMs, performance.now() - from);
    }
  }

  #refused(status: number): void {
    if (status === TOO_EARLY || status === UNAVAILABLE) return;
    this.errors.set(status, (this.errors.get(status) ?? 0) + 1);
  }

  #instance(nth: number): Instance {
    return this.#instances[nth % this.#instances.length] as Instance;
  }

  async #mqttWearable(nth: number, device: SeededDevice): Promise<void> {
    let connection: Mqtt5 | undefined;
    let attempt = nth;
    for (let n = 0; !this.#isOver; n++) {
      const uptime = this.#nextStamp();
      const name = `${device.macAddress} ${uptime}`;
      this.sent.add(name);
      const packet = publishOf(device.macAddress, quietReading(device.macAddress, uptime), (n % MAX_IDS) + 1);
      for (let dup = false; !this.#isDrained; dup = true) {
        if (connection?.isOpen !== true)
          connection = await this.#timed(open(this.#instance(attempt++), device));
        if (connection !== undefined && (await this.#timed(connection.publish({ ...packet, dup })))) {
          this.#isAcknowledged(name);
          break;
        }
        await delay(RESEND_MS);
      }
      await delay(HTTP_PAUSE_MS);
    }
    connection?.close();
  }

  async #timed<T>(work: Promise<T>): Promise<T> {
    const from = performance.now();
    return work.finally(() => {
      this.longestMqttMs = Math.max(this.longestMqttMs, performance.now() - from);
    });
  }
}

const publishOf = (macAddress: string, reading: object, messageId: number) =>
  ({
    cmd: 'publish',
    topic: `devices/${macAddress}/readings`,
    payload: JSON.stringify(reading),
    qos: 1,
    messageId,
    dup: false,
    retain: false,
  }) as const;

interface Mqtt5 {
  readonly isOpen: boolean;
  /** Whether it was acknowledged. */
  publish(packet: Packet): Promise<boolean>;
  close(): void;
}

const VERSION = { protocolVersion: 5 } as const;

async function open({ mqttPort }: Instance, device: SeededDevice): Promise<Mqtt5 | undefined> {
  const socket = connect({ host: '127.0.0.1', port: mqttPort, noDelay: true });
  const parser = mqttPacket.parser(VERSION);
  let heard: (packet: Packet | undefined) => void = () => {};
  const next = () =>
    new Promise<Packet | undefined>((resolve) => {
      heard = resolve;
      if (socket.destroyed) resolve(undefined);
    });
  parser.on('packet', (packet) => {
    if (packet.cmd === 'disconnect') return;
    heard(packet);
  });
  socket.on('data', (bytes) => parser.parse(bytes));
  socket.on('error', () => {});
  socket.on('close', () => heard(undefined));
  socket.setTimeout(NO_ANSWER_MS, () => socket.destroy());
  const write = (packet: Packet) => void socket.write(mqttPacket.generate(packet, VERSION));
  write({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clean: true,
    keepalive: 60,
    clientId: device.macAddress,
    username: device.email,
    password: Buffer.from(device.token),
  });
  const answer = await next();
  if (answer?.cmd !== 'connack' || answer.reasonCode !== 0) {
    socket.destroy();
    return undefined;
  }
  return {
    get isOpen() {
      return isOpen(socket);
    },
    async publish(packet) {
      const answered = next();
      write(packet);
      const reply = await answered;
      return reply?.cmd === 'puback' && (reply.reasonCode ?? 0) < MQTT_FAILURE;
    },
    close: () => socket.destroy(),
  };
}

const isOpen = (socket: Socket): boolean => !socket.destroyed && socket.writable;
