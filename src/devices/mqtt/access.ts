import { mayWatch } from '../../accounts/permissions.ts';
import { isAllowed } from '../../people/index.ts';
import { createDataLoader } from '../../platform/batching/data-loader.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Access } from '../../platform/mqtt/access.ts';
import type { Connection } from '../../platform/mqtt/connections/connection.ts';
import type { Connections } from '../../platform/mqtt/connections/connections.ts';
import type { Presence } from '../../platform/mqtt/presence.ts';
import { findDevicesByMac } from '../store/devices.ts';

interface AccessDeps {
  readonly db: Queryable;
  /** The devices that are in memory. */
  readonly registry: {
    known(macAddress: string): { readonly owner: { readonly userId: string } } | undefined;
  };
  readonly presence: Presence;
  readonly connections: Pick<Connections, 'addOwnDevice'>;
}

/** docs/mqtt.md, "Topics". */
export function createAccess({ db, registry, presence, connections }: AccessDeps): Access {
  const deviceByMac = createDataLoader(
    async (macs) => new Map((await findDevicesByMac(db, macs)).map((device) => [device.macAddress, device])),
  );
  /** Look-ups in progress, shared, so that messages waiting for one continue in their order of arrival. */
  const lookups = new Map<string, Promise<string | undefined>>();

  function ownerOf(macAddress: string): Promise<string | undefined> {
    const inProgress = lookups.get(macAddress);
    if (inProgress !== undefined) return inProgress;
    const lookup = deviceByMac(macAddress)
      .then((device) => device?.userId)
      .finally(() => lookups.delete(macAddress));
    lookups.set(macAddress, lookup);
    return lookup;
  }

  const coversDevice = ({ identity }: Connection, macAddress: string): boolean =>
    identity.device === undefined || identity.device.macAddress === macAddress;

  /** docs/tokens.md, "Scopes". A service account has no wearables. */
  const mayIngest = ({ identity: { scopes, service } }: Connection): boolean =>
    scopes === undefined || (service === undefined && scopes.has('ingest'));

  const mayRead = ({ identity: { scopes } }: Connection): boolean =>
    scopes === undefined || scopes.has('read');

  function isOwn(connection: Connection, macAddress: string): boolean {
    if (connection.ownDevices.has(macAddress)) return true;
    const own = registry.known(macAddress)?.owner.userId === connection.identity.userId;
    if (own) connections.addOwnDevice(connection, macAddress);
    return own;
  }

  /** Repeats the query if an assignment ended while it ran. */
  async function mayWatchDevicesOf(connection: Connection, patientId: string): Promise<boolean> {
    const revisions = connection.careRevisions;
    const allowed = await isAllowed(db, mayWatch, connection.identity, patientId);
    if (connection.careRevisions !== revisions) return mayWatchDevicesOf(connection, patientId);
    if (allowed && patientId !== connection.identity.userId) connection.patients.add(patientId);
    return allowed;
  }

  return {
    isOwn: (connection, macAddress) =>
      mayIngest(connection) && coversDevice(connection, macAddress) && isOwn(connection, macAddress),

    async mayPublish(connection, macAddress) {
      if (!mayIngest(connection) || !coversDevice(connection, macAddress)) return false;
      const { userId } = connection.identity;
      const owner = await ownerOf(macAddress);
      if (owner === userId) connections.addOwnDevice(connection, macAddress);
      return owner === undefined || owner === userId;
    },

    async maySubscribe(connection, filter) {
      if (!mayRead(connection) || !coversDevice(connection, filter.macAddress)) return 'forbidden';
      // After a restart thousands of wearables subscribe to their own topics: this takes no query.
      const owner = connection.ownDevices.has(filter.macAddress)
        ? connection.identity.userId
        : await ownerOf(filter.macAddress);
      if (owner === undefined) return 'unregistered';
      if (!(await mayWatchDevicesOf(connection, owner))) return 'forbidden';
      presence.setOwner(filter.macAddress, owner);
      return 'allowed';
    },

    mayReceive(connection, macAddress, audience) {
      const { identity, patients } = connection;
      // A stored session may have subscriptions of another token.
      if (!mayRead(connection) || !coversDevice(connection, macAddress)) return false;
      const owner = audience ?? presence.ownerOf(macAddress);
      return owner !== undefined && mayWatch(identity, owner, patients.has(owner));
    },

    isForeign({ identity }, macAddress) {
      const device = registry.known(macAddress);
      return device !== undefined && device.owner.userId !== identity.userId;
    },
  };
}
