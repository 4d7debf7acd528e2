import type { Client, ConnectPacket } from 'aedes';
import type { Relay } from '../../../coordination/coordination.ts';
import { SmallSet } from '../../../small-set.ts';
import type { PacketReader } from '../ingest/packet-reader.ts';
import type { Connection } from './connection.ts';

/** A client from its first byte on; `connection` when it is authenticated. */
export interface PendingClient {
  readonly address: string;
  readonly reader: PacketReader;
  /** Until it is judged: it holds what was read from the socket. */
  connectPacket?: ConnectPacket | undefined;
  connection?: Connection;
}

export interface Connections extends Iterable<Connection> {
  count(): number;
  addPending(client: Client, pending: PendingClient): void;
  pendingOf(client: Client): PendingClient | undefined;
  /** Also after the connection was removed: Aedes publishes a will afterwards. */
  of(client: Client): Connection | undefined;
  add(connection: Connection): void;
  remove(connection: Connection): void;
  ofAccount(userId: string): Iterable<Connection> & { readonly size: number };
  isConnected(clientId: string): boolean;
  withId(clientId: string): Connection | undefined;
  /** The connection subscribes to the device; resolves when other instances know that somebody here does. */
  listen(connection: Connection, macAddress: string): Promise<void>;
  hasListeners(macAddress: string): boolean;
  /** Devices that somebody subscribes to. */
  listenedDevices(): Iterable<string>;
}

const NONE = new SmallSet<Connection>();

export function createConnections(relay: Relay): Connections {
  const pendingClients = new WeakMap<Client, PendingClient>();
  const all = new Set<Connection>();
  const byAccount = new Map<string, SmallSet<Connection>>();
  const byClientId = new Map<string, Connection>();
  const listeners = new Map<string, number>();

  return {
    [Symbol.iterator]: () => all.values(),
    count: () => all.size,
    addPending: (client, pending) => void pendingClients.set(client, pending),
    pendingOf: (client) => pendingClients.get(client),
    of: (client) => pendingClients.get(client)?.connection,
    add(connection) {
      const { client, identity } = connection;
      const pending = pendingClients.get(client);
      if (pending !== undefined) pending.connection = connection;
      all.add(connection);
      byClientId.set(client.id, connection);
      const others = byAccount.get(identity.userId);
      if (others === undefined) byAccount.set(identity.userId, new SmallSet<Connection>().add(connection));
      else others.add(connection);
    },
    remove(connection) {
      const { client, identity } = connection;
      if (!all.delete(connection)) return;
      // After a takeover the id is its successor's.
      if (byClientId.get(client.id) === connection) byClientId.delete(client.id);
      const others = byAccount.get(identity.userId);
      others?.delete(connection);
      if (others?.size === 0) byAccount.delete(identity.userId);
      for (const macAddress of connection.listenedDevices) {
        const count = (listeners.get(macAddress) ?? 1) - 1;
        if (count > 0) {
          listeners.set(macAddress, count);
        } else {
          listeners.delete(macAddress);
          relay.unsubscribe(macAddress);
        }
      }
      connection.listenedDevices.clear();
    },
    ofAccount: (userId) => byAccount.get(userId) ?? NONE,
    isConnected: (clientId) => byClientId.has(clientId),
    withId: (clientId) => byClientId.get(clientId),
    async listen(connection, macAddress) {
      if (!all.has(connection) || connection.listenedDevices.has(macAddress)) return;
      connection.listenedDevices.add(macAddress);
      const count = listeners.get(macAddress) ?? 0;
      listeners.set(macAddress, count + 1);
      if (count === 0) await relay.subscribe(macAddress);
    },
    hasListeners: (macAddress) => listeners.has(macAddress),
    listenedDevices: () => listeners.keys(),
  };
}
