import type { Organisation } from '../accounts/organisation.ts';
import { findDevices } from '../devices/store/devices.ts';
import { vitalKeysOf } from '../devices/store/vital-keys.ts';
import { createNotifications } from '../fhir/notification.ts';
import type { FhirDeps } from '../fhir/types/resource-type.ts';
import type { FhirNotification } from '../notify/channels/webhook.ts';
import { numberEvent } from '../notify/store/webhooks.ts';
import { hoursAt, walkHours } from '../readings/store/hourly-vitals.ts';
import type { Context } from './context.ts';
import type { Storage } from './database.ts';
import type { Ingest } from './readings.ts';

interface Deps {
  readonly storage: Storage;
  readonly organisation: Organisation;
  readonly ingest: Ingest;
  readonly version: string;
}

/** What the FHIR interface reads from other modules. */
export function fhirDeps(
  { publicUrl, now }: Context,
  { storage: { db }, organisation, ingest: { registry }, version }: Deps,
): FhirDeps {
  return {
    db,
    publicUrl,
    timeZone: () => organisation.current().timeZone,
    wearables: async (ids) => registry.newest(await findDevices(db, ids)),
    vitals: {
      walk: async (patientId, range) => walkHours(db, await vitalKeysOf(db, patientId), range),
      at: async (patientId, hours) => hoursAt(db, await vitalKeysOf(db, patientId), hours),
    },
    version,
    now,
  };
}

/** Writes the events of webhooks with the format `fhir`. */
export const openNotifications = (
  { publicUrl, now }: Context,
  { db }: Pick<Storage, 'db'>,
): FhirNotification =>
  createNotifications({
    db,
    publicUrl,
    wearables: (ids) => findDevices(db, ids),
    eventNumberOf: (messageId) => numberEvent(db, messageId),
    now,
  });
