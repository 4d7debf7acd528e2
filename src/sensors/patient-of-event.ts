import { maySendSensorEventsOf, type Viewer } from '../accounts/permissions.ts';
import { isAllowed } from '../people/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Conflict, Forbidden, NotFound } from '../platform/errors.ts';
import type { NewSensorEvent } from './schema.ts';
import { findActivePatient, patientsInRoom, type SensorRow } from './store/sensors.ts';

const unclear = (message: string) => new Conflict(message, { code: 'PATIENT_UNCLEAR' });

/** Throws unless the sender may send events of sensors about the patient. */
export async function requireSenderFor(q: Queryable, sender: Viewer, patientId: string): Promise<void> {
  if (await isAllowed(q, maySendSensorEventsOf, sender, patientId)) return;
  throw new Forbidden('You may not send events about this patient');
}

/** docs/sensors.md, "The patient": the event's, else the sensor's, else the one in the room. */
export async function patientOfEvent(
  q: Queryable,
  sender: Viewer,
  event: Pick<NewSensorEvent, 'patientId' | 'room'>,
  sensor: Pick<SensorRow, 'patientId' | 'room' | 'ward'>,
) {
  try {
    const patient = await findPatient(q, sender, event, sensor);
    await requireSenderFor(q, sender, patient.id);
    return patient;
  } catch (error) {
    // A patient may send events about themselves alone, and does not learn who lives where.
    if (sender.role === 'PATIENT' && (error instanceof NotFound || error instanceof Conflict))
      throw new Forbidden('You may not send events about this patient');
    throw error;
  }
}

/** A service account of some wards finds no one in others, and does not learn who lives there. Null: all wards. */
function wardsLookedIn({ service }: Viewer, { ward }: Pick<SensorRow, 'ward'>): readonly string[] | null {
  const served = service?.wardIds ?? null;
  if (ward === null) return served;
  return served === null || served.includes(ward.id) ? [ward.id] : [];
}

async function findPatient(
  q: Queryable,
  sender: Viewer,
  event: Pick<NewSensorEvent, 'patientId' | 'room'>,
  sensor: Pick<SensorRow, 'patientId' | 'room' | 'ward'>,
) {
  if (event.patientId) {
    const named = await findActivePatient(q, event.patientId);
    if (named === undefined) throw new NotFound('Patient');
    return named;
  }
  if (sensor.patientId !== null) {
    const own = await findActivePatient(q, sensor.patientId);
    if (own === undefined) throw unclear('The account of the patient of this sensor is deactivated');
    return own;
  }
  const room = event.room ?? sensor.room;
  if (room === null) throw unclear('Neither the event nor the sensor has a patient or a room');
  const [found, another] = await patientsInRoom(q, room, wardsLookedIn(sender, sensor));
  if (found === undefined) throw unclear('No patient lives in this room');
  if (another !== undefined) throw unclear('Several patients live in this room; send `patientId`');
  return found;
}
