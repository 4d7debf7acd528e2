import type { DeviceRegistry } from '../../devices/registry.ts';
import { isAssigned } from '../../storage/assignments.ts';
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
  async function mayCareFor(connection: Connection, patientId: string): Promise<boolean> {
    const before = connection.careRevisions;
    const assigned = await isAssigned(db, connection.identity.userId, patientId);
    if (connection.careRevisions !== before) return mayCareFor(connection, patientId);
    if (assigned) connection.patients.add(patientId);
    return assigned;
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
      const { userId, role, device } = connection.identity;
      if (filter.kind === 'alerts') {
        return device === undefined && role === 'CAREGIVER' && filter.caregiverId === userId;
      }
      if (!coversDevice(connection, filter.macAddress)) return false;
      const owner = await ownerOf(filter.macAddress);
      if (owner === undefined || owner === userId) return true;
      return role === 'CAREGIVER' && (await mayCareFor(connection, owner));
    },

    mayHear(connection, topic, audience) {
      const { userId, role, device } = connection.identity;
      const macAddress = deviceOfOwnTopic(topic);
      if (macAddress === undefined) {
        return device === undefined && role === 'CAREGIVER' && topic === alertsTopic(userId);
      }
      if (!coversDevice(connection, macAddress)) return false;
      const whose = audience ?? presence.ownerOf(macAddress);
      return whose !== undefined && (whose === userId || connection.patients.has(whose));
    },

    isForeign({ identity }, macAddress) {
      const device = registry.known(macAddress);
      return device !== undefined && device.owner.userId !== identity.userId;
    },
  };
}
