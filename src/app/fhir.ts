import { findDevices } from '../devices/store/devices.ts';
import { vitalKeysOf } from '../devices/store/vital-keys.ts';
import type { FhirDeps } from '../fhir/types/resource-type.ts';
import type { Database } from '../platform/database/database.ts';
import { hoursAt, walkHours } from '../readings/store/hourly-vitals.ts';
import type { Ingest } from './readings.ts';

/** What the FHIR interface reads from other modules. */
export const fhirReads = (
  db: Database,
  registry: Ingest['registry'],
): Pick<FhirDeps, 'wearables' | 'vitals'> => ({
  wearables: async (ids) => registry.newest(await findDevices(db, ids)),
  vitals: {
    walk: async (patientId, range) => walkHours(db, await vitalKeysOf(db, patientId), range),
    at: async (patientId, hours) => hoursAt(db, await vitalKeysOf(db, patientId), hours),
  },
});
