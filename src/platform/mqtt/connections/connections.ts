import type { Relay } from '../../cluster/cluster.ts';
import { SmallSet } from '../../small-set.ts';
import type { BrokerClient, ConnectPacket } from '../broker.ts';
import type { PacketReader } from '../packets/packet-reader.ts';
import { parseDeviceFilter } from '../topics.ts';
import { principalOf } from './client-ids.ts';
import type { Connection } from './connection.ts';
import type { Identity } from './credentials.ts';

/** A client from its first byte on; `connection` is set once it is authenticated. */
export interface PendingClient {
  readonly address: string;
  readonly reader: PacketReader;
  /** Removed when the credentials are checked, because it holds the data read from the socket. */
  connectPacket?: ConnectPacket | undefined;
  hasSentConnect: boolean;
  connection?: Connection;
}

export interface Connections extends Iterable<Connection> {
  count(): number;
  addPending(client: BrokerClient, pending: PendingClient): void;
  pendingOf(client: BrokerClient): PendingClient | undefined;
  /** Also works after the connection was removed: Aedes publishes a will afterwards. */
  of(client: BrokerClient): Connection | undefined;
  add(connection: Connection): void;
  remove(connection: Connection): void;
  /** A copy: connections may end during the iteration. */
  ofAccount(userId: string): readonly Connection[];
  countOfAccount(userId: string): number;
  countOfPrincipal(identity: Identity): number;
  /** Connections that own the device or are authenticated by its token; a copy. */
  ofDevice(macAddress: string): readonly Connection[];
  /** The device belongs to the connection's account. */
  addOwnDevice(connection: Connection, macAddress: string): void;
  /** The device no longer has an owner, or has another one. */
  forgetDevice(macAddress: string): void;
  /** The owners of its devices may have changed; the device of its own token stays. */
  forgetOwnDevices(connection: Connection): void;
  isConnected(clientId: string): boolean;
  withId(clientId: string): Connection | undefined;
  /** Subscribes the connection to the device; resolves when the other instances know about the local subscription. */
  listen(connection: Connection, macAddress: string): Promise<void>;
  /** Ends `listen`. Does nothing if the connection is not subscribed. */
  unlisten(connection: Connection, macAddress: string): void;
  /** Unregistered devices that the account's connections are subscribed to. */
  countUnregistered(userId: string): number;
  hasListeners(macAddress: string): boolean;
  /** Devices with a local subscription. */
  listenedDevices(): Iterable<string>;
}

export function createConnections(relay: Relay): Connections {
  const pendingClients = new WeakMap<BrokerClient, PendingClient>();
  const all = new Set<Connection>();
  const byAccount = new Map<string, SmallSet<Connection>>();
  /** Indexed by each of the connection's own and present devices. */
  const byDevice = new Map<string, SmallSet<Connection>>();
  const byClientId = new Map<string, Connection>();
  const listeners = new Map<string, number>();
  /** Subscriptions that the other instances do not know about yet. */
  const announcements = new Map<string, Promise<void>>();

  function addOwnDevice(connection: Connection, macAddress: string): void {
    if (!all.has(connection)) return;
    connection.ownDevices.add(macAddress);
    addTo(byDevice, macAddress, connection);
  }

  async function listen(connection: Connection, macAddress: string): Promise<void> {
    if (!all.has(connection) || connection.listenedDevices.has(macAddress)) return;
    connection.listenedDevices.add(macAddress);
    const count = listeners.get(macAddress) ?? 0;
    listeners.set(macAddress, count + 1);
    if (count === 0) announce(macAddress);
    await announcements.get(macAddress);
  }

  function unlisten(connection: Connection, macAddress: string): void {
    connection.unregistered.delete(macAddress);
    if (!connection.listenedDevices.delete(macAddress)) return;
    const count = (listeners.get(macAddress) ?? 1) - 1;
    if (count > 0) return void listeners.set(macAddress, count);
    listeners.delete(macAddress);
    relay.unsubscribe(macAddress);
  }

  function announce(macAddress: string): void {
    const announcement = relay.subscribe(macAddress).finally(() => {
      if (announcements.get(macAddress) === announcement) announcements.delete(macAddress);
    });
    announcements.set(macAddress, announcement);
  }

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
      addTo(byAccount, identity.userId, connection);
      if (identity.device !== undefined) addOwnDevice(connection, identity.device.macAddress);
    },
    remove(connection) {
      const { client, identity } = connection;
      if (!all.delete(connection)) return;
      // After a takeover the id belongs to the new connection.
      if (byClientId.get(client.id) === connection) byClientId.delete(client.id);
      removeFrom(byAccount, identity.userId, connection);
      for (const macAddress of connection.ownDevices) removeFrom(byDevice, macAddress, connection);
      for (const macAddress of connection.presentDevices) removeFrom(byDevice, macAddress, connection);
      for (const macAddress of [...connection.listenedDevices]) unlisten(connection, macAddress);
    },
    ofAccount: (userId) => [...(byAccount.get(userId) ?? [])],
    countOfAccount: (userId) => byAccount.get(userId)?.size ?? 0,
    countOfPrincipal(identity) {
      const principal = principalOf(identity);
      let count = 0;
      for (const other of byAccount.get(identity.userId) ?? [])
        if (principalOf(other.identity) === principal) count++;
      return count;
    },
    ofDevice: (macAddress) => [...(byDevice.get(macAddress) ?? [])],
    addOwnDevice,
    forgetDevice(macAddress) {
      for (const { ownDevices, presentDevices } of byDevice.get(macAddress) ?? []) {
        ownDevices.delete(macAddress);
        presentDevices.delete(macAddress);
      }
      byDevice.delete(macAddress);
      // Readings of the owner before may have ended the listening of connections that the next owner's may reach.
      for (const connection of all)
        for (const filter of connection.filters)
          if (parseDeviceFilter(filter)?.macAddress === macAddress) void listen(connection, macAddress);
    },
    forgetOwnDevices(connection) {
      const { ownDevices, presentDevices, identity } = connection;
      for (const macAddress of [...ownDevices]) {
        if (macAddress === identity.device?.macAddress) continue;
        ownDevices.delete(macAddress);
        if (!presentDevices.has(macAddress)) removeFrom(byDevice, macAddress, connection);
      }
    },
    isConnected: (clientId) => byClientId.has(clientId),
    withId: (clientId) => byClientId.get(clientId),
    listen,
    unlisten,
    countUnregistered: (userId) =>
      [...(byAccount.get(userId) ?? [])].reduce((sum, { unregistered }) => sum + unregistered.size, 0),
    hasListeners: (macAddress) => listeners.has(macAddress),
    listenedDevices: () => listeners.keys(),
  };
}

type Index = Map<string, SmallSet<Connection>>;

function addTo(index: Index, key: string, connection: Connection): void {
  const others = index.get(key);
  if (others === undefined) index.set(key, new SmallSet<Connection>().add(connection));
  else others.add(connection);
}

function removeFrom(index: Index, key: string, connection: Connection): void {
  const others = index.get(key);
  others?.delete(connection);
  if (others?.size === 0) index.delete(key);
}
