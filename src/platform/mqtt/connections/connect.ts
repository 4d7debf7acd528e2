import type { Log } from '../../log.ts';
import { SECOND_MS } from '../../time.ts';
import { assignClientId, forgetConnectPacket } from '../aedes/client.ts';
import type { BrokerClient, BrokerHandlers } from '../broker.ts';
import {
  CONNECTIONS_PER_PRINCIPAL,
  isAcceptable,
  MAX_CLIENT_ID_LENGTH,
  MAX_KEEPALIVE_S,
  MAX_PACKET_BYTES,
  unavailableWaitMs,
} from '../limits.ts';
import type { Presence } from '../presence.ts';
import type { SessionLifetimes } from '../sessions.ts';
import type { DelayedWills } from '../v5/delayed-wills.ts';
import { REASON } from '../v5/reasons.ts';
import { clientIdOf } from './client-ids.ts';
import { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { ConnectRefused, type CredentialCheck, type Identity } from './credentials.ts';
import type { Revocations } from './revocations.ts';
import { disconnectTakenOver, type Takeover } from './takeover.ts';

interface ConnectDeps {
  readonly connections: Connections;
  readonly credentials: CredentialCheck;
  readonly revocations: Revocations;
  readonly presence: Presence;
  readonly takeover: Takeover;
  readonly sessions: SessionLifetimes;
  readonly wills: DelayedWills;
  readonly now: () => number;
  readonly log: Log;
}

const MQTT_3_1 = 3;

/** CONNECT, in the broker's two steps: the packet, then the credentials. */
export function createConnect(deps: ConnectDeps) {
  const { connections, credentials, revocations, presence, takeover, sessions, wills, now, log } = deps;
  let stopping = false;

  async function admit(
    client: BrokerClient,
    userName: string | undefined,
    secret: Buffer | undefined,
  ): Promise<void> {
    const pending = connections.pendingOf(client);
    const connectPacket = pending?.connectPacket;
    if (pending === undefined || connectPacket === undefined) throw new Error('CONNECT was not seen');
    pending.connectPacket = undefined;
    forgetConnectPacket(client);
    const { clientId, clean, protocolVersion } = connectPacket;
    // [MQTT-3.1.3-8]: a client without its own id cannot have a session that outlives its connection; in MQTT 3.1 it
    // must have an id.
    if (
      !isAcceptable(clientId, MAX_CLIENT_ID_LENGTH) ||
      (clientId === '' && (clean !== true || protocolVersion === MQTT_3_1))
    ) {
      throw new ConnectRefused('identifier', 'unfit client id');
    }
    const isRevoked = revocations.watch();
    const isWaiting = () => !client.closed && !client.conn.destroyed;
    const identity = await credentials.check(userName, secret, pending.address, isWaiting);
    if (isRevoked(identity)) throw new Error('revoked in the meantime');
    const older = connections.withId(clientIdOf(identity, client.id));
    const connection = register(client, identity);
    connection.startsNewSession = pending.reader.v5?.greeting?.cleanStart ?? clean === true;
    await takeover.claim(connection);
    await beginSession(connection, older);
  }

  /** The session's part that CONNECT of 3.1.1 cannot express; Aedes does the rest. */
  async function beginSession(connection: Connection, older: Connection | undefined): Promise<void> {
    const { client, reader, startsNewSession } = connection;
    if (older !== undefined) {
      disconnectTakenOver(older);
      // It ends with its connection, which Aedes is about to close.
      if (older.reader.v5?.sessionExpiry === 0) sessions.leave(client.id, 0);
    }
    wills.cameBack(client.id, startsNewSession);
    if (reader.v5 === undefined) return;
    const { v5 } = reader;
    v5.filters = connection.filters;
    const isPresent = await sessions.begin(client.id, { isNew: startsNewSession, expiry: v5.sessionExpiry });
    if (v5.greeting !== undefined) v5.greeting.sessionPresent = isPresent;
  }

  function register(client: BrokerClient, identity: Identity): Connection {
    const pending = connections.pendingOf(client);
    if (pending === undefined || client.closed || client.conn.destroyed)
      throw new Error('closed in the meantime');
    const id = clientIdOf(identity, client.id);
    const takesOver = connections.isConnected(id);
    if (!takesOver && connections.countOfPrincipal(identity) >= CONNECTIONS_PER_PRINCIPAL) {
      throw new ConnectRefused('unavailable', 'too many connections with these credentials');
    }
    assignClientId(client, id);
    pending.reader.maxBytes = MAX_PACKET_BYTES;
    const connection = new Connection(client, identity, pending.address, pending.reader, now());
    pending.reader.heardAt = Math.round(performance.now());
    connections.add(connection);
    if (identity.device !== undefined) markPresent(connection, identity.device.macAddress);
    return connection;
  }

  function markPresent(connection: Connection, macAddress: string): void {
    if (connection.presentDevices.has(macAddress) || connection.client.conn.destroyed) return;
    connections.addOwnDevice(connection, macAddress);
    connection.presentDevices.add(macAddress);
    presence.connected(macAddress, connection.identity.userId, connection);
  }

  function left(client: BrokerClient): void {
    const connection = connections.of(client);
    if (connection === undefined) return;
    connections.remove(connection);
    for (const macAddress of connection.presentDevices) presence.disconnected(macAddress, connection);
    connection.presentDevices.clear();
    const { v5 } = connection.reader;
    // After a takeover the session is the new connection's.
    if (v5 !== undefined && !connections.isConnected(connection.client.id) && !connection.hasMoved)
      sessions.leave(connection.client.id, v5.sessionExpiry);
  }

  const connecting: BrokerHandlers['connecting'] = (client, packet) => {
    const pending = connections.pendingOf(client);
    if (pending === undefined) return;
    pending.connectPacket = packet;
    pending.hasSentConnect = true;
    const requested = packet.keepalive ?? 0;
    const granted = requested === 0 ? MAX_KEEPALIVE_S : Math.min(requested, MAX_KEEPALIVE_S);
    // [MQTT-3.1.2-24]
    pending.reader.maxSilenceMs = 1.5 * granted * SECOND_MS;
    packet.keepalive = 0;
  };

  /**
   * docs/mqtt.md, "Authentication": closes without a CONNACK, because many clients do not reconnect after a refusal.
   */
  function closeUnjudged(client: BrokerClient): void {
    if (stopping) client.close();
    else setTimeout(() => client.close(), unavailableWaitMs()).unref();
  }

  const authenticate: BrokerHandlers['authenticate'] = (client, userName, secret, done) => {
    if (stopping) return client.close();
    admit(client, userName, secret).then(
      () => done(undefined),
      (error: unknown) => {
        const ip = connections.pendingOf(client)?.address;
        if (error instanceof ConnectRefused) {
          log.debug({ ip, code: error.returnCode }, `MQTT: connection refused, ${error.message}`);
          const greeting = connections.pendingOf(client)?.reader.v5?.greeting;
          if (greeting !== undefined) greeting.refusal = error.message;
          return done(error);
        }
        log.debug({ ip, reason: String(error) }, 'MQTT: connection closed, it cannot be judged now');
        closeUnjudged(client);
      },
    );
  };

  const timedOut = (client: BrokerClient): void =>
    connections.of(client)?.reader.v5?.disconnect(REASON.keepAlive, 'no packet arrived in time');

  const failed: BrokerHandlers['connectionFailed'] = (client, error) =>
    log.debug(
      { ip: connections.pendingOf(client)?.address, reason: error.message },
      'MQTT: connection failed',
    );

  return {
    connecting,
    timedOut,
    failed,
    authenticate,
    markPresent,
    /** Call it when the client's stream has closed. */
    left,
    /** Admits no further clients. */
    stop(): void {
      stopping = true;
    },
  };
}
