import { Duplex } from 'node:stream';
import type { Access } from '../access.ts';
import { failClient } from '../aedes/client.ts';
import type { BrokerClient, BrokerHandlers, PublishPacket } from '../broker.ts';
import { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import { MAX_PACKET_BYTES } from '../limits.ts';
import { type ModuleTopic, rowOf } from '../module-topics.ts';
import { deviceTopic, type PublishTopic, parsePublished } from '../topics.ts';
import type { DelayedWill, DelayedWills } from '../v5/delayed-wills.ts';
import { PacketReader } from './packet-reader.ts';
import { createPubackWriter } from './pubacks.ts';
import { PublishJob, type PublishJobDeps, type Receive } from './publish-job.ts';
import { type Published, payloadBytes, type TakeReading } from './published.ts';

interface PublishDeps extends Omit<PublishJobDeps, 'pubacks' | 'held' | 'isDraining'> {
  readonly connections: Connections;
  readonly access: Access;
  readonly receive: Readonly<Record<PublishTopic, Receive>>;
  readonly topics: readonly ModuleTopic[];
  readonly wills: DelayedWills;
}

type Done = (error?: Error) => void;

const nothing = (): void => {};
/** A client that has left, without all that the broker keeps of one. */
const CLOSED: BrokerClient = {
  id: '',
  conn: new Duplex().destroy(),
  connected: false,
  closed: true,
  close: nothing,
};
const forbid: Receive = (job) => job.forbidden();

/**
 * PUBLISH, by two paths: readings straight from the bytes, all other messages through Aedes. Both wait for the commit.
 */
export function createPublish(deps: PublishDeps) {
  const { connections, access, receive, topics, wills } = deps;
  const jobDeps: PublishJobDeps = { ...deps, pubacks: createPubackWriter(), held: 0, isDraining: false };

  function accept(connection: Connection, packet: PublishPacket, done: Done): void {
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
      const row = rowOf(topics, packet.topic);
      return begin(row?.subjectOf(packet.topic) ?? '', row?.receive ?? forbid).receive(message);
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

  const publish: BrokerHandlers['publish'] = (client, packet, done) => {
    const connection = connections.of(client);
    if (connection === undefined || connection.ended) return done(new Error('no such connection'));
    const isWill = client.closed;
    if (isWill && !wills.isDue(connection, { ...packet, payload: payloadBytes(packet.payload) }))
      return done(new Error('the will waits'));
    accept(connection, packet, done);
  };

  /** Long after its connection, of which nothing is left. */
  function acceptDelayedWill({ identity, address, connectedAt, message }: DelayedWill): void {
    const reader = new PacketReader(MAX_PACKET_BYTES, () => false);
    const sender = new Connection(CLOSED, identity, address, reader, connectedAt);
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
      const job = new TakenReading(jobDeps, connection, macAddress, receive.readings, message, messageId);
      job.deliver(message, true);
      return true;
    };

  return {
    publish,
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

  protected acknowledge(hasReply: boolean): void {
    if (this.qos > 0 && !hasReply) this.deps.pubacks.acknowledge(this.connection, this.messageId);
  }

  protected close(error: Error): void {
    failClient(this.connection.client, error);
  }
}

/** A message that Aedes acknowledges when it is called back, unless it is called back with an error. */
class BrokerMessage extends PublishJob {
  readonly #packet: PublishPacket;
  readonly #done: Done;

  constructor(
    deps: PublishJobDeps,
    connection: Connection,
    subject: string,
    receive: Receive,
    message: Published,
    packet: PublishPacket,
    done: Done,
  ) {
    super(deps, connection, subject, receive, message, packet.messageId ?? 0);
    this.#packet = packet;
    this.#done = done;
  }

  protected get topic(): string {
    return this.#packet.topic;
  }

  protected acknowledge(hasReply: boolean): void {
    // Aedes acknowledges by the QoS.
    if (hasReply) this.#packet.qos = 0;
    this.#done();
  }

  protected close(error: Error): void {
    this.#done(error);
  }
}
