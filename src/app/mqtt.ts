import { createAccess } from '../devices/mqtt/access.ts';
import { createCredentials } from '../devices/mqtt/credentials.ts';
import { createRevocations } from '../devices/mqtt/revocations.ts';
import { findDevicesByMac } from '../devices/store/devices.ts';
import { createAnswersTopic } from '../falls/wearer-signals/mqtt-answers.ts';
import { createAlertFeed } from '../live/mqtt/alert-feed.ts';
import { PersistentSessions } from '../live/mqtt/persistent-sessions.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { plainAddress } from '../platform/http/client-address.ts';
import { createBroker } from '../platform/mqtt/aedes/broker.ts';
import { createConnect } from '../platform/mqtt/connections/connect.ts';
import { createConnections } from '../platform/mqtt/connections/connections.ts';
import { createRefusalRecord } from '../platform/mqtt/connections/refusals.ts';
import { createTakeover } from '../platform/mqtt/connections/takeover.ts';
import { createFanOut } from '../platform/mqtt/fan-out.ts';
import { createForward } from '../platform/mqtt/forward.ts';
import { MAX_HELD } from '../platform/mqtt/limits.ts';
import { createPublish } from '../platform/mqtt/packets/publish.ts';
import { createPresence, type PublishToOwner } from '../platform/mqtt/presence.ts';
import { createDeviceReplies } from '../platform/mqtt/replies.ts';
import { createMqttServer } from '../platform/mqtt/server.ts';
import { createSubscribe } from '../platform/mqtt/subscribe.ts';
import { createDelayedWills } from '../platform/mqtt/v5/delayed-wills.ts';
import { stampPublished } from '../platform/mqtt/v5/message-age.ts';
import { createReadingTopics } from '../readings/mqtt/topics.ts';
import { createFindResendable } from '../readings/resendable.ts';
import { backlogCountedBy, countedBy } from '../readings/transport-metrics.ts';
import type { Auth } from './accounts.ts';
import type { Alerts } from './alerts.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';
import type { OpenModules } from './open-modules.ts';
import type { Ingest } from './readings.ts';

interface MqttDeps {
  readonly storage: Storage;
  readonly cluster: Cluster;
  readonly auth: Auth;
  readonly alerts: Alerts;
  readonly ingest: Ingest;
  readonly opened: OpenModules;
}

/** Wires the MQTT server: connections, the topics of each module, the broker. */
export async function openMqtt({ log, now, metrics }: Context, deps: MqttDeps) {
  const { cluster } = deps;
  const { db, audit } = deps.storage;
  const { authentication } = deps.auth;
  const { events, answers } = deps.alerts;
  const { handler, backlog, registry } = deps.ingest;
  const { tallies } = metrics.readings;
  const { dropped, readMqttConnections } = metrics.live;

  /** QoS 0: a client can fetch missed messages over HTTP. */
  const publishLocally: PublishToOwner = (topic, payload, audience, origin) =>
    broker.publish({ topic, payload, qos: 0, audience, origin });

  const connections = createConnections(cluster.relay);
  readMqttConnections(connections.count);
  const fanOut = createFanOut({
    relay: cluster.relay,
    hasLocalSubscribers: connections.hasListeners,
    publishLocally,
    isNewHere: (...message) => presence.isNewHere(...message),
  });
  const presence = createPresence({
    publish: fanOut.publish,
    publishLocally,
    presenceSet: cluster.presence,
    listenedDevices: connections.listenedDevices,
    onGone: deps.ingest.deviceLeft,
    now,
    log,
  });

  const credentials = createCredentials({ db, authentication, audit, log });
  const wills = createDelayedWills({
    connections,
    isStillValid: async (identity) => (await credentials.stillValidAmong([identity])).has(identity),
    send: (will) => publish.acceptDelayedWill(will),
    now,
    log,
  });
  const revocations = createRevocations({ db, cluster, connections, credentials, presence, now, log });
  const access = createAccess({ db, registry, presence, connections });
  const recordRefusal = createRefusalRecord({ audit, now, log });

  const feed = createAlertFeed({
    events,
    cluster,
    isHere: (userId) => connections.countOfAccount(userId) > 0,
    publish: (topic, text) =>
      broker.publish({ topic, payload: stampPublished(Buffer.from(text), now()), qos: 1 }),
    now,
    log,
  });
  const sessions = new PersistentSessions({
    cluster,
    events,
    isConnected: connections.isConnected,
    receivedUpTo: feed.receivedUpTo,
    send(clientId, alert) {
      const client = connections.withId(clientId)?.client;
      if (client !== undefined) broker.send(client, alert);
    },
    onForgotten: (clientId) => broker.forget(clientId),
    onOverflow: () => dropped('mqtt_message'),
    now,
  });
  const takeover = createTakeover({
    cluster,
    connections,
    onMoved(id, hasNewSession) {
      wills.cameBack(id, hasNewSession);
      sessions.forget(id);
    },
  });
  const connect = createConnect({
    connections,
    credentials,
    revocations,
    presence,
    takeover,
    sessions,
    wills,
    now,
    log,
  });

  const replies = createDeviceReplies({ ...fanOut, access });
  const readingTopics = createReadingTopics({
    handler: countedBy(handler, tallies.mqtt),
    backlog: backlogCountedBy(backlog, tallies.mqtt),
    replies,
    markPresent: connect.markPresent,
  });
  const findDevice = async (macAddress: string) => (await findDevicesByMac(db, [macAddress]))[0];
  const topics = [
    feed.topic,
    ...deps.opened.mqttTopics({
      publish: publishLocally,
      recordRefusal,
      replies,
      listenedDevices: connections.listenedDevices,
    }),
  ];
  const publish = createPublish({
    connections,
    access,
    receive: { ...readingTopics, answers: createAnswersTopic({ answers, findDevice, replies }) },
    topics,
    recordRefusal,
    // The maximum number of held messages, plus the same number stored before them that were resent first.
    findResendable: createFindResendable({ db, registry, maxPerDevice: 2 * MAX_HELD, now }),
    wills,
    now,
  });
  const subscribe = createSubscribe({ connections, access, topics, recordRefusal, log });

  const broker = createBroker({
    handlers: {
      connecting: connect.connecting,
      authenticate: connect.authenticate,
      connectionFailed: connect.failed,
      publish: publish.publish,
      subscribe: subscribe.subscribe,
      unsubscribed: subscribe.unsubscribed,
      mayReceive: createForward({ connections, access, topics, dropped }),
    },
    sessions,
    retained: { presence: presence.stateOf, updates: deps.opened.retainedUpdate },
    isGranted: subscribe.isGranted,
    log,
  });
  await broker.open();
  const server = createMqttServer({
    broker,
    connections,
    connect,
    publish,
    sessions,
    wills,
    presence,
    closeModules: () => Promise.all([revocations.close(), feed.close()]),
    expires: (topic) => feed.topic.subjectOf(topic) !== undefined,
    plainAddress,
    now,
    log,
  });
  return {
    ...server,
    /** Patients have come to a ward or left one. */
    wardChanged: revocations.wardChanged,
    /** Where alerts of the event log wait to be published. */
    waitingAlerts: feed.waiting,
  };
}
