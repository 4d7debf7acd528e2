import type { Duplex } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises';
import { chunksOf } from '../batching/chunks.ts';
import { createEventLoopLimiter } from '../batching/event-loop-limiter.ts';
import { startPeriodic } from '../batching/periodic.ts';
import type { Certificate } from '../config/certificate.ts';
import type { Log } from '../log.ts';
import { SECOND_MS } from '../time.ts';
import type { Broker, BrokerClient } from './broker.ts';
import type { createConnect } from './connections/connect.ts';
import type { Connections, PendingClient } from './connections/connections.ts';
import { type Listener, listen } from './connections/listeners.ts';
import { watchSilence } from './connections/silence.ts';
import { createMqttWebSocket } from './connections/websocket-stream.ts';
import { MAX_FIRST_PACKET_BYTES, MAX_HELD } from './limits.ts';
import { PacketReader } from './packets/packet-reader.ts';
import type { createPublish } from './packets/publish.ts';
import type { Presence } from './presence.ts';
import type { Sessions } from './sessions.ts';
import { FLUSH_TIMEOUT_MS } from './stream-internals.ts';
import type { DelayedWills } from './v5/delayed-wills.ts';
import { REASON } from './v5/reasons.ts';
import type { Version5Deps } from './v5/state5.ts';

interface MqttServerDeps extends Version5Deps {
  readonly broker: Broker;
  readonly connections: Connections;
  readonly connect: Pick<ReturnType<typeof createConnect>, 'stop' | 'left' | 'timedOut'>;
  readonly publish: Pick<ReturnType<typeof createPublish>, 'takeReading' | 'stop' | 'held'>;
  readonly sessions: Pick<Sessions, 'endExpired'>;
  readonly wills: Pick<DelayedWills, 'sendDue' | 'sendAll'>;
  readonly presence: Pick<Presence, 'disconnectAll'>;
  /** Ends the work of modules, after the last message was accepted. */
  readonly closeModules: () => Promise<unknown>;
  /** Normalises an address, so that each client has one spelling: `::ffff:127.0.0.1` is `127.0.0.1`. */
  readonly plainAddress: (address: string) => string;
  readonly log: Log;
}

interface MqttPorts {
  readonly host: string;
  /** The port without TLS; undefined for none. */
  readonly port: number | undefined;
  /** If set, a second port uses TLS. */
  readonly tls: { readonly certificate: Certificate; readonly port: number } | undefined;
}

export interface MqttServer {
  /** MQTT over WebSocket, for the HTTP server. */
  readonly socket: ReturnType<typeof createMqttWebSocket>;
  listen(ports: MqttPorts): Promise<{ readonly mqtt: number | undefined; readonly mqtts?: number }>;
  /** Applies to new handshakes. */
  useCertificate(certificate: Certificate): void;
  /** Stops accepting messages, acknowledges those in flight (for at most `graceMs`), then closes. */
  close(graceMs: number): Promise<void>;
}

const POLL_MS = 5;
/** All at once would block the event loop for a second with 12 000 connections. */
const CLOSED_PER_TURN = 100;
/** Each costs about half a millisecond, most of it in later turns of the event loop. */
const CONNECTS_PER_TURN = 10;

/** Accepts connections over TCP, TLS and WebSocket, and hands them to the broker. */
export function createMqttServer(deps: MqttServerDeps): MqttServer {
  const { broker, connections, connect, publish, sessions, wills, presence, now, log } = deps;
  const lifetimes = startPeriodic({
    everyMs: SECOND_MS,
    now,
    work() {
      sessions.endExpired();
      wills.sendDue();
    },
    failed: (error) => log.warn({ err: error }, 'MQTT: ending sessions failed'),
  });
  const streams = new Map<Duplex, BrokerClient>();
  const myTurn = createEventLoopLimiter(CONNECTS_PER_TURN);
  const silence = watchSilence({ connections, timedOut: connect.timedOut, log });
  const listeners: Listener[] = [];
  let closing: Promise<void> | undefined;

  function accept(stream: Duplex, address: string): void {
    if (closing !== undefined) return void stream.destroy();
    const take = publish.takeReading(() => pending.connection);
    const reader = new PacketReader(MAX_FIRST_PACKET_BYTES, take, deps);
    const pending: PendingClient = { address, reader, hasSentConnect: false };
    pending.reader.attach(
      stream,
      () => (pending.connection?.unacknowledged ?? 0) < MAX_HELD && !stream.writableNeedDrain,
      myTurn,
    );
    const client = broker.accept(stream);
    connections.addPending(client, pending);
    silence.awaitConnect(client);
    streams.set(stream, client);
    stream.on('close', forgetStream);
  }

  /** One function for all streams: a closure for each connection would take more memory. */
  function forgetStream(this: Duplex): void {
    const client = streams.get(this);
    streams.delete(this);
    if (client === undefined) return;
    client.close();
    connect.left(client);
  }

  async function close(graceMs: number): Promise<void> {
    const stopped = listeners.map((listener) => listener.close());
    connect.stop();
    await lifetimes.close();
    silence.close();
    const deadline = performance.now() + graceMs;
    await Promise.race([wills.sendAll(), delay(graceMs, undefined, { ref: false })]);
    publish.stop();
    while (publish.held() > 0 && performance.now() < deadline) await delay(POLL_MS);
    await presence.disconnectAll();
    // Aedes delivers asynchronously, within two turns of the event loop.
    await nextTick();
    await nextTick();
    await deps.closeModules();
    for (const some of chunksOf([...connections], CLOSED_PER_TURN)) {
      for (const { client, reader } of some) {
        reader.v5?.disconnect(REASON.shuttingDown, 'the service is stopping');
        client.close();
      }
      await nextTick();
    }
    await broker.close();
    for (const stream of streams.keys()) stream.destroy();
    // Clients of MQTT 5 read the reason, then close.
    const closedBy = performance.now() + FLUSH_TIMEOUT_MS;
    while (streams.size > 0 && performance.now() < closedBy) await delay(POLL_MS);
    await Promise.all(stopped);
  }

  async function open(host: string, port: number, certificate?: Certificate): Promise<number> {
    const listener = await listen({
      host,
      port,
      tls: certificate,
      accept: (socket) => accept(socket, deps.plainAddress(socket.remoteAddress ?? 'unknown')),
    });
    listeners.push(listener);
    return listener.port;
  }

  return {
    socket: createMqttWebSocket(accept),
    async listen({ host, port, tls }) {
      const mqtt = port === undefined ? undefined : await open(host, port);
      return tls === undefined ? { mqtt } : { mqtt, mqtts: await open(host, tls.port, tls.certificate) };
    },
    useCertificate(certificate) {
      for (const listener of listeners) listener.useCertificate(certificate);
    },
    close(graceMs) {
      closing ??= close(graceMs);
      return closing;
    },
  };
}
