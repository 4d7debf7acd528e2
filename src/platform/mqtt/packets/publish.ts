import type { AedesOptions, AedesPublishPacket } from 'aedes';
import { type AppError, Forbidden } from '../../errors.ts';
import { fingerprintOf } from '../../fingerprint.ts';
import type { Access } from '../access.ts';
import { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { RecordRefusal } from '../connections/refusals.ts';
import { MAX_PACKET_BYTES, unavailableWaitMs } from '../limits.ts';
import { closedClient, failClient, refreshKeepAlive } from '../private-apis.ts';
import { type DeviceTopic, deviceTopic, type PublishTopic, parsePublished } from '../topics.ts';
import type { DelayedWill, DelayedWills } from '../v5/delayed-wills.ts';
import { ClosedFor, REASON } from '../v5/reasons.ts';
import type { FindResendable } from './find-resendable.ts';
import { PacketReader } from './packet-reader.ts';
import type { Settle } from './puback-order.ts';
import { createPubackWriter } from './pubacks.ts';
import type { PublishOutcome, Settled } from './publish-outcome.ts';
import { type Published, payloadBytes, type TakeReading } from './published.ts';
import type { ModuleInbound, Receive } from './receive.ts';

interface PublishDeps {
  readonly connections: Connections;
  readonly access: Access;
  readonly receive: Readonly<Record<PublishTopic, Receive>>;
  /** Topics of modules, besides the topics of devices. */
  readonly modules: readonly ModuleInbound[];
  readonly recordRefusal: RecordRefusal;
  readonly findResendable: FindResendable;
  readonly wills: DelayedWills;
  readonly now: () => number;
}

const NOT_ALLOWED = 'not allowed to publish here';
const notAllowed = new Forbidden(NOT_ALLOWED);

/** A PUBLISH, or a will. */
type Message = Pick<AedesPublishPacket, 'topic' | 'payload' | 'qos' | 'dup'>;

const nothing = (): void => {};
const isGiven = <T>(value: T | undefined): value is T => value !== undefined;

/**
 * PUBLISH, by two paths: readings straight from the bytes, all other messages through Aedes. Both wait for the commit.
 */
export function createPublish(deps: PublishDeps) {
  const { connections, access, receive, modules, recordRefusal, findResendable, wills, now } = deps;
  const { acknowledge, flush } = createPubackWriter();
  let held = 0;
  let draining = false;

  /** MQTT 5 can say so, unless the message has QoS 0; otherwise the connection is closed. */
  function refuse(connection: Connection, topic: string, qos: Published['qos'], settlePuback: Settle): void {
    recordRefusal(connection, `publish to ${JSON.stringify(topic.slice(0, 80))}`);
    if (qos > 0 && connection.reader.v5 !== undefined) settlePuback(null, notAllowed);
    else settlePuback(new ClosedFor(REASON.notAuthorized, NOT_ALLOWED));
  }

  function settle(
    connection: Connection,
    topic: () => string,
    qos: Published['qos'],
    outcome: PublishOutcome,
    settlePuback: Settle,
    refusal?: AppError,
  ): void {
    if (outcome === 'taken') return settlePuback(null, refusal);
    if (outcome === 'forbidden') return refuse(connection, topic(), qos, settlePuback);
    const close = () => settlePuback(new ClosedFor(REASON.busy, 'nothing can be stored now'));
    if (draining) close();
    else setTimeout(close, unavailableWaitMs()).unref();
  }

  function deliver(
    connection: Connection,
    { macAddress, channel }: DeviceTopic,
    message: Published,
    settled: Settled,
  ): void {
    const { resends, client } = connection;
    // QoS 0 messages are never resent, nor is a will, which comes after the connection.
    if (resends.isOver || message.qos === 0 || client.closed) {
      return receive[channel](connection, macAddress, message, settled);
    }
    const { payload, qos, dup, request } = message;
    const fingerprint = channel === 'readings' ? fingerprintOf(macAddress, payloadBytes(payload)) : undefined;
    resends.deliver(
      {
        message: { payload, qos, dup, fingerprint, request },
        reading: fingerprint === undefined ? undefined : { macAddress, fingerprint },
        ageMs: now() - connection.connectedAt,
        deliver: (one, done) => receive[channel](connection, macAddress, one, done),
        settled,
      },
      { findResendable, isClosed: () => client.closed },
    );
  }

  function hold(connection: Connection, callback: Settle): Settle {
    held += 1;
    return connection.pubackOrder.reserve((error, refusal) => {
      held -= 1;
      if (connection.client.closed) return;
      callback(error, refusal);
      connection.reader.resume();
    });
  }

  /** Tells Aedes to acknowledge or to close; in MQTT 5, says why. */
  const answer =
    (connection: Connection, packet: AedesPublishPacket, done: (error?: Error | null) => void): Settle =>
    (error, refusal) => {
      const { v5 } = connection.reader;
      if (error instanceof ClosedFor) v5?.disconnect(error.reason, error.message);
      if (error || v5 === undefined || refusal === undefined || packet.qos === 0) return done(error);
      flush(connection);
      v5.refuse(packet.qos, packet.messageId ?? 0, refusal);
      // Aedes acknowledges by the QoS, and this message has its answer.
      packet.qos = 0;
      done(null);
    };

  function accept(connection: Connection, packet: Message, callback: Settle): void {
    // Not acknowledged, so the client sends it again after reconnecting. A will is dropped: the server closed, not the
    // client.
    if (draining) return connection.client.closed ? callback(new Error('stopping')) : undefined;
    const request = connection.reader.v5?.incoming?.requestOf(packet);
    const { payload, qos, dup } = packet;
    const message = { payload, qos, dup: dup === true, request };
    const name = () => packet.topic;
    const topic = parsePublished(packet.topic);
    if (topic === undefined) {
      const receiveHere = modules.map((module) => module.receiverOf(packet.topic)).find(isGiven);
      if (receiveHere === undefined) return refuse(connection, packet.topic, qos, callback);
      const settleHere = hold(connection, callback);
      return receiveHere(connection, message, (outcome, _isNew, refusal) =>
        settle(connection, name, qos, outcome, settleHere, refusal),
      );
    }
    const { macAddress } = topic;
    const settlePuback = hold(connection, callback);
    const take = () =>
      deliver(connection, topic, message, (outcome, _isNew, refusal) =>
        settle(connection, name, qos, outcome, settlePuback, refusal),
      );
    if (access.isOwn(connection, macAddress)) return take();
    access
      .mayPublish(connection, macAddress)
      .then((allowed) => (allowed ? take() : refuse(connection, packet.topic, qos, settlePuback)))
      .catch(() => settle(connection, name, qos, qos > 0 ? 'unavailable' : 'taken', settlePuback));
  }

  /**
   * Aedes sends PUBACK when this calls back without an error, and closes the connection when it calls back with one.
   * So the callback waits until the message may be acknowledged.
   */
  const authorizePublish: NonNullable<AedesOptions['authorizePublish']> = (client, packet, callback) => {
    const connection = client === null ? undefined : connections.of(client);
    if (connection === undefined || connection.ended) return callback(new Error('no such connection'));
    const message = packet as AedesPublishPacket;
    const isWill = connection.client.closed;
    if (isWill && !wills.isDue(connection, { ...message, payload: payloadBytes(message.payload) }))
      return callback(new Error('the will waits'));
    accept(connection, message, answer(connection, message, callback));
  };

  /** Long after its connection, of which nothing is left. */
  function acceptDelayedWill({ identity, address, connectedAt, message }: DelayedWill): void {
    const client = closedClient();
    const reader = new PacketReader(MAX_PACKET_BYTES, () => false);
    const sender = new Connection(client, identity, address, reader, connectedAt);
    accept(sender, { ...message, dup: false }, nothing);
  }

  /**
   * Takes a reading if the device is known to belong to the sender; everything else is left to Aedes. A reading that
   * waits for the commit must not reference the bytes, which are a whole read of the socket.
   */
  const takeReading =
    (connectionOf: () => Connection | undefined): TakeReading =>
    (topic, message, messageId) => {
      const connection = connectionOf();
      if (connection === undefined || connection.ended || !connection.client.connected || draining)
        return false;
      const published = connection.publishedTo(topic);
      if (published?.channel !== 'readings') return false;
      const { macAddress } = published;
      if (!access.isOwn(connection, macAddress)) return false;
      refreshKeepAlive(connection.client);
      const settlePuback = hold(connection, (error, refusal) => {
        if (error) return fail(connection, error);
        // [MQTT-2.3.1-5]: only QoS 0 has no id.
        if (messageId === 0) return;
        if (refusal === undefined || connection.reader.v5 === undefined)
          return acknowledge(connection, messageId);
        flush(connection);
        connection.reader.v5.refuse(1, messageId, refusal);
      });
      const name = () => deviceTopic(macAddress, 'readings');
      const { qos } = message;
      deliver(connection, published, message, (outcome, _isNew, refusal) =>
        settle(connection, name, qos, outcome, settlePuback, refusal),
      );
      return true;
    };

  return {
    authorizePublish,
    acceptDelayedWill,
    takeReading,
    /** Takes no new messages from now on. */
    stop(): void {
      draining = true;
    },
    /** The number of messages that are not acknowledged yet. */
    held: (): number => held,
  };
}

/** Closes the connection as a fault of the client; in MQTT 5, says why. */
function fail({ client, reader: { v5 } }: Connection, error: Error): void {
  if (error instanceof ClosedFor) v5?.disconnect(error.reason, error.message);
  failClient(client, error);
}
