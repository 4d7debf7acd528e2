import type { AedesOptions, AedesPublishPacket } from 'aedes';
import type { Access } from '../access.ts';
import { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import { MAX_PACKET_BYTES } from '../limits.ts';
import { closedClient, failClient, refreshKeepAlive } from '../private-apis.ts';
import { deviceTopic, type PublishTopic, parsePublished } from '../topics.ts';
import type { DelayedWill, DelayedWills } from '../v5/delayed-wills.ts';
import { PacketReader } from './packet-reader.ts';
import { createPubackWriter } from './pubacks.ts';
import { PublishJob, type PublishJobDeps, type Receive } from './publish-job.ts';
import { type Published, payloadBytes, type TakeReading } from './published.ts';

/** Topics that a module owns, besides the topics of devices, and to which clients publish. */
export interface ModuleInbound {
  /** What the topic names, for example a sensor; undefined for a topic of another module. */
  subjectOf(topic: string): string | undefined;
  readonly receive: Receive;
}

interface PublishDeps extends Omit<PublishJobDeps, 'pubacks' | 'held' | 'isDraining'> {
  readonly connections: Connections;
  readonly access: Access;
  readonly receive: Readonly<Record<PublishTopic, Receive>>;
  /** Topics of modules, besides the topics of devices. */
  readonly modules: readonly ModuleInbound[];
  readonly wills: DelayedWills;
}

/** A PUBLISH, or a will. */
type Message = Pick<AedesPublishPacket, 'topic' | 'payload' | 'qos' | 'dup' | 'messageId'>;
type Done = (error?: Error | null) => void;

const nothing = (): void => {};
const forbid: Receive = (job) => job.forbidden();

/**
 * PUBLISH, by two paths: readings straight from the bytes, all other messages through Aedes. Both wait for the commit.
 */
export function createPublish(deps: PublishDeps) {
  const { connections, access, receive, modules, wills } = deps;
  const jobDeps: PublishJobDeps = { ...deps, pubacks: createPubackWriter(), held: 0, isDraining: false };

  function accept(connection: Connection, packet: Message, done: Done): void {
    // Not acknowledged, so the client sends it again after reconnecting. A will is dropped: the server closed, not the
    // client.
    if (jobDeps.isDraining) return connection.client.closed ? done(new Error('stopping')) : undefined;
    const request = connection.reader.v5?.incoming?.requestOf(packet);
    const { payload, qos, dup } = packet;
    const message: Published = { payload, qos, dup: dup === true, request };
    const begin = (subject: string, handle: Receive) =>
      new BrokerMessage(jobDeps, connection, subject, handle, message, packet, done);
    const topic = parsePublished(packet.topic);
    if (topic === undefined) {
      const owner = modules.find((module) => module.subjectOf(packet.topic) !== undefined);
      return begin(owner?.subjectOf(packet.topic) ?? '', owner?.receive ?? forbid).receive(message);
    }
    const { macAddress, channel } = topic;
    const job = begin(macAddress, receive[channel]);
    const deliver = () => job.deliver(message, channel === 'readings');
    if (access.isOwn(connection, macAddress)) return deliver();
    access
      .mayPublish(connection, macAddress)
      .then((allowed) => (allowed ? deliver() : job.forbidden()))
      .catch(() => (qos > 0 ? job.unavailable() : job.taken()));
  }

  /**
   * Aedes sends PUBACK when this calls back without an error, and closes the connection when it calls back with one.
   * So the callback waits until the message may be acknowledged.
   */
  const authorizePublish: NonNullable<AedesOptions['authorizePublish']> = (client, packet, done) => {
    const connection = client === null ? undefined : connections.of(client);
    if (connection === undefined || connection.ended) return done(new Error('no such connection'));
    const message = packet as AedesPublishPacket;
    const isWill = connection.client.closed;
    if (isWill && !wills.isDue(connection, { ...message, payload: payloadBytes(message.payload) }))
      return done(new Error('the will waits'));
    accept(connection, message, done);
  };

  /** Long after its connection, of which nothing is left. */
  function acceptDelayedWill({ identity, address, connectedAt, message }: DelayedWill): void {
    const client = closedClient();
    const reader = new PacketReader(MAX_PACKET_BYTES, () => false);
    const sender = new Connection(client, identity, address, reader, connectedAt);
    accept(sender, { ...message, dup: false }, nothing);
  }

  /** Takes a reading if the device is known to belong to the sender; everything else is left to Aedes. */
  const takeReading =
    (connectionOf: () => Connection | undefined): TakeReading =>
    (topic, message, messageId) => {
      const connection = connectionOf();
      if (connection === undefined || connection.ended || !connection.client.connected || jobDeps.isDraining)
        return false;
      const published = connection.publishedTo(topic);
      if (published?.channel !== 'readings') return false;
      const { macAddress } = published;
      if (!access.isOwn(connection, macAddress)) return false;
      refreshKeepAlive(connection.client);
      const job = new TakenReading(jobDeps, connection, macAddress, receive.readings, message, messageId);
      job.deliver(message, true);
      return true;
    };

  return {
    authorizePublish,
    acceptDelayedWill,
    takeReading,
    /** Takes no new messages from now on. */
    stop(): void {
      jobDeps.isDraining = true;
    },
    /** The number of messages that are not acknowledged yet. */
    held: (): number => jobDeps.held,
  };
}

/** A reading that Aedes does not see. */
class TakenReading extends PublishJob {
  protected get topic(): string {
    return deviceTopic(this.subject, 'readings');
  }

  protected acknowledge(isAnswered: boolean): void {
    if (this.qos > 0 && !isAnswered) this.deps.pubacks.acknowledge(this.connection, this.messageId);
  }

  protected close(error: Error): void {
    failClient(this.connection.client, error);
  }
}

/** A message that Aedes acknowledges when it is called back, unless it is called back with an error. */
class BrokerMessage extends PublishJob {
  readonly #packet: Message;
  readonly #done: Done;

  constructor(
    deps: PublishJobDeps,
    connection: Connection,
    subject: string,
    receive: Receive,
    message: Published,
    packet: Message,
    done: Done,
  ) {
    super(deps, connection, subject, receive, message, packet.messageId ?? 0);
    this.#packet = packet;
    this.#done = done;
  }

  protected get topic(): string {
    return this.#packet.topic;
  }

  protected acknowledge(isAnswered: boolean): void {
    // Aedes acknowledges by the QoS.
    if (isAnswered) this.#packet.qos = 0;
    this.#done(null);
  }

  protected close(error: Error): void {
    this.#done(error);
  }
}
