import { computed, signal } from '@preact/signals';
import type { BoardPerson, Frames } from '../api/records.ts';
import { isBatteryLow, withDeviceStatus, withReading } from './board-person.ts';
import { now } from './clock.ts';
import { healthOf } from './health.ts';
import { createKeyed } from './keyed.ts';
import { isQuiet, mayBeQuiet } from './wearable-signal.ts';

/** Residents who need attention come first: offline wearables, low batteries and poor health. */
const worstFirst = (a: BoardPerson, b: BoardPerson): number =>
  concernOf(b) - concernOf(a) ||
  a.healthScore - b.healthScore ||
  a.name.localeCompare(b.name) ||
  (a.id < b.id ? -1 : 1);

function concernOf(person: BoardPerson): number {
  const { deviceStatus, healthScore, absence } = person;
  const silent = absence !== null ? 0 : deviceStatus === 'OFFLINE' || deviceStatus === 'INACTIVE' ? 2 : 0;
  const empty = isBatteryLow(person) ? 1 : 0;
  return silent + empty + healthOf(healthScore).concern;
}

export const people = createKeyed<BoardPerson>(({ id }) => id, worstFirst);
/** The number of all residents; the board lists only the first of very many. */
export const totalPeople = signal(0);
/** Counts the boards that were loaded, for lists that do not follow every reading. */
export const snapshots = signal(0);

/** After how long without a reading a wearable is quiet, in milliseconds. */
export const quietMs = signal(60_000);

const signals = () => people.keys.peek().flatMap((id) => people.peek(id)?.signal ?? []);

/** Residents without a signal. */
export const quietCount = computed(() => {
  people.changes.value;
  return signals().filter(isQuiet).length;
});

/** Whether the board must be loaded to know. */
export const somebodyMayBeQuiet = (): boolean => mayBeQuiet(signals(), now.peek(), quietMs.peek());

export function putDeviceStatus({ data }: Frames['device.status']): void {
  people.change(data.userId, (person) => withDeviceStatus(person, data));
}

export function putAbsence({ data: { patientId, absence, absenceEndedAt } }: Frames['absence']): void {
  people.change(patientId, (person) => ({
    ...person,
    absence,
    absenceEndedAt,
    moving: absence !== null && person.moving,
  }));
}

export function putReading({ data }: Frames['reading']): void {
  people.change(data.patientId, (person) => withReading(person, data, now.peek(), quietMs.peek()));
}
