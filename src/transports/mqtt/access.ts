import { isAllowed, mayHearAlertsOf, mayWatch } from '../../auth/permissions.ts';
import type { DeviceRegistry } from '../../devices/registry.ts';
import type { Queryable } from '../../storage/database.ts';
import { findDeviceByMac } from '../../storage/devices.ts';
import type { Connection } from './connections/connection.ts';
import type { Presence } from './presence.ts';
import { alertsTopic, deviceOfOwnTopic, type Filter } from './topics.ts';

export interface Access {
  /** Own devices, and those that nobody has registered yet. Answers at once where it can. */
  mayPublish(connection: Connection, macAddress: string): boolean | Promise<boolean>;
  maySubscribe(connection: Connection, filter: Filter): Promise<boolean>;
  /** Asked for every delivery: what was allowed at the subscription may have changed. */
  mayHear(connection: Connection, topic: string, audience: string | undefined): boolean;
  /** The device turned out to be somebody else's after all. */
  isForeign(connection: Connection, macAddress: string): boolean;
}

export interface AccessParts {
  readonly db: Queryable;
  readonly registry: Pick<DeviceRegistry, 'known'>;
  readonly presence: Presence;
}

/** Decisions, MQTT, "Access". */
export function createAccess({ db, registry, presence }: AccessParts): Access {
  /** Look-ups under way: messages that wait for one go on in the order in which they came. */
  const asked = new Map<string, Promise<string | undefined>>();

  function ownerOf(macAddress: string): Promise<string | undefined> {
    const under = asked.get(macAddress);
    if (under !== undefined) return under;
    const look = findDeviceByMac(db, macAddress)
      .then((device) => {
        if (device !== undefined) presence.setOwner(macAddress, device.userId);
        return device?.userId;
      })
      .finally(() => asked.delete(macAddress));
    asked.set(macAddress, look);
    return look;
  }

  const coversDevice = ({ identity }: Connection, macAddress: string): boolean =>
    identity.device === undefined || identity.device.macAddress === macAddress;

  /** Asked again when care ended while we were asking. */
  async function mayWatchDevicesOf(connection: Connection, patientId: string): Promise<boolean> {
    const before = connection.careRevisions;
    const allowed = await isAllowed(db, mayWatch, connection.identity, patientId);
    if (connection.careRevisions !== before) return mayWatchDevicesOf(connection, patientId);
    if (allowed && patientId !== connection.identity.userId) connection.patients.add(patientId);
    return allowed;
  }

  return {
    mayPublish(connection, macAddress) {
      if (connection.ownDevices.has(macAddress)) return true;
      if (!coversDevice(connection, macAddress)) return false;
      const { userId } = connection.identity;
      if (registry.known(macAddress)?.owner.userId === userId) {
        connection.ownDevices.add(macAddress);
        return true;
      }
      return ownerOf(macAddress).then((owner) => {
        if (owner === userId) connection.ownDevices.add(macAddress);
        return owner === undefined || owner === userId;
      });
    },

    async maySubscribe(connection, filter) {
      const { identity } = connection;
      if (filter.kind === 'alerts') {
        return identity.device === undefined && mayHearAlertsOf(identity, filter.caregiverId);
      }
      if (!coversDevice(connection, filter.macAddress)) return false;
      const owner = await ownerOf(filter.macAddress);
      return owner === undefined || (await mayWatchDevicesOf(connection, owner));
    },

    mayHear(connection, topic, audience) {
      const { identity, patients } = connection;
      const macAddress = deviceOfOwnTopic(topic);
      if (macAddress === undefined) {
        const { userId, device } = identity;
        return device === undefined && mayHearAlertsOf(identity, userId) && topic === alertsTopic(userId);
      }
      if (!coversDevice(connection, macAddress)) return false;
      const whose = audience ?? presence.ownerOf(macAddress);
      return whose !== undefined && mayWatch(identity, whose, patients.has(whose));
    },

    isForeign({ identity }, macAddress) {
      const device = registry.known(macAddress);
      return device !== undefined && device.owner.userId !== identity.userId;
    },
  };
}
