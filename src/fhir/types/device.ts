import { isUuid } from '../../platform/schema/primitives.ts';
import { deviceResource } from '../resources/device.ts';
import { DEVICE_STATUSES, listDeviceIds, ownerOf } from '../store/devices.ts';
import { baseOf, type FhirDeps, type Owned, type ResourceType } from './resource-type.ts';

export function deviceType(deps: FhirDeps): ResourceType {
  const { db, wearables, now } = deps;

  async function owned(ids: readonly string[]): Promise<Owned[]> {
    const base = baseOf(deps);
    const byId = new Map((await wearables(ids)).map((device) => [device.id, device]));
    return ids
      .map((id) => byId.get(id))
      .filter((device) => device !== undefined)
      .map((device) => ({
        resource: deviceResource(base, device, now()),
        ownerId: device.userId,
        accessed: 'device',
      }));
  }

  return {
    name: 'Device',
    access: 'signed-in',
    rules: {
      parameters: ['patient', 'status'],
      statuses: { system: 'http://hl7.org/fhir/device-status', codes: DEVICE_STATUSES },
    },
    async find(id) {
      const isPatients = isUuid(id) && (await ownerOf(db, id)) !== undefined;
      return isPatients ? (await owned([id.toLowerCase()]))[0] : undefined;
    },
    async search(viewer, request) {
      const { rows, next } = await listDeviceIds(db, viewer, request);
      return { entries: await owned(rows.map(({ id }) => id)), next };
    },
  };
}
