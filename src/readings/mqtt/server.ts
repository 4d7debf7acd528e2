import type { Duplex } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises';
import type { WearerSignals } from '../../falls/index.ts';
import { createAlertFeed, createPersistence, type EventLog } from '../../live/index.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Certificate } from '../../platform/config/certificate.ts';
import type { Log } from '../../platform/log.ts';
import { createBroker } from '../../platform/mqtt/broker.ts';
import { createConnect } from '../../platform/mqtt/connections/connect.ts';
import { createConnections, type PendingClient } from '../../platform/mqtt/connections/connections.ts';
import { type Listener, listen } from '../../platform/mqtt/connections/listeners.ts';
import { createRefusalRecord } from '../../platform/mqtt/connections/refusals.ts';
import { createTakeover } from '../../platform/mqtt/connections/takeover.ts';
import { createMqttWebSocket } from '../../platform/mqtt/connections/websocket-stream.ts';
import { createFanOut } from '../../platform/mqtt/fan-out.ts';
import { MAX_FIRST_PACKET_BYTES, MAX_HELD } from '../../platform/mqtt/limits.ts';
import { PacketReader } from '../../platform/mqtt/packets/packet-reader.ts';
import { createPublish } from '../../platform/mqtt/packets/publish.ts';
import { createPresence } from '../../platform/mqtt/presence.ts';
import { GOODBYE_MS, releaseUnusedState, withAudience } from '../../platform/mqtt/private-apis.ts';
import { createSubscribe } from '../../platform/mqtt/subscribe.ts';
import { createDelayedWills } from '../../platform/mqtt/v5/delayed-wills.ts';
import { stampPublished } from '../../platform/mqtt/v5/message-age.ts';
import { REASON } from '../../platform/mqtt/v5/reasons.ts';
import type { Version5Deps } from '../../platform/mqtt/v5/state5.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { createSensorTopics, type SensorEvents } from '../../sensors/index.ts';
import type { Backlog } from '../backlog.ts';
import type { ReadingHandler } from '../handler.ts';
import type { ReadingMetrics } from '../metrics.ts';
import type { DeviceRegistry } from '../registry/registry.ts';
import { createFindResendable } from '../resendable.ts';
import { createAccess } from './access.ts';
import { type CredentialDeps, createCredentials } from './credentials.ts';
import { createInbound } from './inbound.ts';
import { createRevocations } from './revocations.ts';

interface MqttDeps extends CredentialDeps {
  readonly cluster: Cluster;
  readonly handler: Pick<ReadingHandler, 'handleReading'>;
  readonly backlog: Pick<Backlog, 'handleBacklog'>;
  readonly answers: WearerSignals;
  readonly sensorEvents: SensorEvents;
  readonly registry: DeviceRegistry;
  readonly events: Pick<EventLog, 'subscribe' | 'onCommitted' | 'after' | 'lastId' | 'lastIds'>;
  readonly metrics: Pick<ReadingMetrics, 'dropped' | 'readMqttConnections'>;
  /** Normalises an address, so that each client has one spelling: `::ffff:127.0.0.1` is `127.0.0.1`. */
  readonly plainAddress: (address: string) => string;
  readonly now: () => number;
  readonly log: Log;
}

interface MqttPorts {
  readonly host: string;
  /** The port without TLS; undefined for none. */
  readonly port: number | undefined;
  /** If set, a second port uses TLS. */
  readonly tls: { readonly certificate: Certificate; readonly port: number } | undefined;
}

interface MqttServer {
  /** MQTT over WebSocket, for the HTTP server. */
  readonly socket: ReturnType<typeof createMqttWebSocket>;
  listen(ports: MqttPorts): Promise<{ readonly mqtt: number | undefined; readonly mqtts?: number }>;
  /** Patients have come to a ward or left one. */
  wardChanged(): void;
  /** Where alerts of the event log wait to be published. */
  waitingAlerts(): readonly string[];
  /** Applies to new handshakes. */
  useCertificate(certificate: Certificate): void;
  /** Stops accepting messages, acknowledges those in flight (for at most `graceMs`), then closes. */
  close(graceMs: number): Promise<void>;
}

const POLL_MS = 5;
const nothing = (): void => {};

export async function createMqttServer(deps: MqttDeps): Promise<MqttServer> {
  const { db, cluster, registry, now, log } = deps;
  const { relay } = cluster;
  const connections = createConnections(relay);
  const fanOut = createFanOut({
    relay,
    hasLocalSubscribers: connections.hasListeners,
    publishLocally,
    isNewHere: (...message) => presence.isNewHere(...message),
  });
  const { listenedDevices } = connections;
  const presence = createPresence({
    publish: fanOut.publish,
    publishLocally,
    presenceSet: cluster.presence,
    listenedDevices,
    now,
    log,
  });
  const credentials = createCredentials(deps);
  const wills = createDelayedWills({
    connections,
    isStillValid: async (identity) => (await credentials.stillValidAmong([identity])).has(identity),
    send: (will) => publish.acceptDelayedWill(will),
    now,
    log,
  });
  const takeover = createTakeover({
    cluster,
    connections,
    onMoved(id, hasNewSession) {
      wills.cameBack(id, hasNewSession);
      sessions.forget(id);
    },
  });
  const revocations = createRevocations({ db, cluster, connections, credentials, presence, now, log });
  const access = createAccess({ db, registry, presence, connections });
  const recordRefusal = createRefusalRecord({ audit: deps.audit, now, log });
  const connect = createConnect({
    connections,
    credentials,
    revocations,
    presence,
    takeover,
    sessions: {
      begin: (...args) => sessions.begin(...args),
      leave: (...args) => sessions.leave(...args),
    },
    wills,
    now,
    log,
  });
  const receive = createInbound({
    db,
    handler: deps.handler,
    backlog: deps.backlog,
    answers: deps.answers,
    access,
    hasSubscribers: fanOut.hasSubscribers,
    publish: fanOut.publish,
    markPresent: connect.markPresent,
  });
  // The maximum number of held messages, plus the same number stored before them that were resent first.
  const findResendable = createFindResendable({ db, registry, maxPerDevice: 2 * MAX_HELD, now });
  const sensors = createSensorTopics({
    sensorEvents: deps.sensorEvents,
    cluster,
    publish: publishLocally,
    recordRefusal,
  });
  const publish = createPublish({
    connections,
    access,
    receive,
    modules: [sensors.inbound],
    recordRefusal,
    findResendable,
    wills,
    now,
  });
  const feed = createAlertFeed({
    events: deps.events,
    cluster,
    isHere: (userId) => connections.countOfAccount(userId) > 0,
    publish: publishAlert,
    now,
    log,
  });
  const subscribe = createSubscribe({
    connections,
    access,
    topics: [feed.topics, sensors.topics],
    recordRefusal,
    log,
  });
  const sessions = createPersistence({
    cluster,
    events: deps.events,
    presenceOf: presence.stateOf,
    isGranted: subscribe.isGranted,
    isConnected: connections.isConnected,
    receivedUpTo: feed.receivedUpTo,
    send: (clientId, alert) => connections.withId(clientId)?.client.publish(alert, nothing),
    onOverflow: () => deps.metrics.dropped('mqtt_message'),
    now,
  });
  const broker = await createBroker({
    connect,
    publish,
    subscribe,
    persistence: sessions,
    connections,
    access,
    dropped: deps.metrics.dropped,
    log,
  });

  /** QoS 0: a client can fetch missed messages over HTTP. */
  function publishLocally(topic: string, payload: Buffer | string, audience: string, origin?: string): void {
    const packet = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false } as const;
    broker.publish(withAudience(packet, audience, origin), nothing);
  }

  function publishAlert(topic: string, text: string): void {
    const payload = stampPublished(Buffer.from(text), now());
    broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, nothing);
  }

  const version5: Version5Deps = { now, log, expires: feed.topics.has };
  const lifetimes = startPeriodic({
    everyMs: SECOND_MS,
    now,
    work() {
      sessions.endExpired();
      wills.sendDue();
    },
    failed: (error) => log.warn({ err: error }, 'MQTT: ending sessions failed'),
  });

  const streams = new Set<Duplex>();
  const listeners: Listener[] = [];
  let closing: Promise<void> | undefined;

  function accept(stream: Duplex, address: string): void {
    if (closing !== undefined) return void stream.destroy();
    streams.add(stream);
    stream.on('close', forgetStream);
    const take = publish.takeReading(() => pending.connection);
    const reader = new PacketReader(MAX_FIRST_PACKET_BYTES, take, version5);
    const pending: PendingClient = { address, reader };
    pending.reader.attach(
      stream,
      () => (pending.connection?.pubackOrder.length ?? 0) < MAX_HELD && !stream.writableNeedDrain,
    );
    const client = broker.handle(stream);
    releaseUnusedState(client);
    connections.addPending(client, pending);
  }

  function forgetStream(this: Duplex): void {
    streams.delete(this);
  }

  async function close(graceMs: number): Promise<void> {
    const stopped = listeners.map((listener) => listener.close());
    connect.stop();
    await lifetimes.close();
    const deadline = performance.now() + graceMs;
    await Promise.race([wills.sendAll(), delay(graceMs, undefined, { ref: false })]);
    publish.stop();
    while (publish.held() > 0 && performance.now() < deadline) await delay(POLL_MS);
    await presence.disconnectAll();
    // Aedes delivers asynchronously, within two turns of the event loop.
    await nextTick();
    await nextTick();
    await revocations.close();
    await feed.close();
    for (const { reader } of connections) reader.v5?.disconnect(REASON.shuttingDown, 'the server stops');
    await new Promise<void>((resolve) => broker.close(resolve));
    for (const stream of streams) stream.destroy();
    // Clients of MQTT 5 read the reason, then close.
    const closedBy = performance.now() + GOODBYE_MS;
    while (streams.size > 0 && performance.now() < closedBy) await delay(POLL_MS);
    await Promise.all(stopped);
  }

  deps.metrics.readMqttConnections(connections.count);
  return {
    socket: createMqttWebSocket(accept),
    async listen({ host, port, tls }) {
      const open = async (
        on: { readonly host: string; readonly port: number },
        certificate?: Certificate,
      ) => {
        const listener = await listen({
          ...on,
          tls: certificate,
          accept: (socket) => accept(socket, deps.plainAddress(socket.remoteAddress ?? 'unknown')),
        });
        listeners.push(listener);
        return listener.port;
      };
      const mqtt = port === undefined ? undefined : await open({ host, port });
      return tls === undefined
        ? { mqtt }
        : { mqtt, mqtts: await open({ host, port: tls.port }, tls.certificate) };
    },
    wardChanged: revocations.wardChanged,
    waitingAlerts: feed.waiting,
    useCertificate(certificate) {
      for (const listener of listeners) listener.useCertificate(certificate);
    },
    close(graceMs) {
      closing ??= close(graceMs);
      return closing;
    },
  };
}
