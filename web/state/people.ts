import { signal } from '@preact/signals';
import type { BoardPerson, Frames } from '../api/records.ts';
import { withDeviceStatus, withReading } from './board-person.ts';
import { now } from './clock.ts';
import { createKeyed } from './keyed.ts';

/** Residents who need attention come first: offline wearables, low batteries and poor health. */
const worstFirst = (a: BoardPerson, b: BoardPerson): number =>
  concernOf(b) - concernOf(a) ||
  a.healthScore - b.healthScore ||
  a.name.localeCompare(b.name) ||
  (a.id < b.id ? -1 : 1);

const BATTERY_LOW = 20;

export const isBatteryLow = ({ batteryLevel }: BoardPerson): boolean =>
  batteryLevel !== null && batteryLevel < BATTERY_LOW;

function concernOf(person: BoardPerson): number {
  const { deviceStatus, healthScore } = person;
  const silent = deviceStatus === 'OFFLINE' || deviceStatus === 'INACTIVE' ? 2 : 0;
  const empty = isBatteryLow(person) ? 1 : 0;
  return silent + empty + (healthScore < 50 ? 2 : healthScore < 75 ? 1 : 0);
}

export const people = createKeyed<BoardPerson>(({ id }) => id, worstFirst);
/** The number of all residents; the board lists only the first of very many. */
export const totalPeople = signal(0);
/** Counts the boards that were loaded, for lists that do not follow every reading. */
export const snapshots = signal(0);

export function putDeviceStatus({ data }: Frames['device.status']): void {
  people.change(data.userId, (person) => withDeviceStatus(person, data));
}

export function putReading({ data }: Frames['reading']): void {
  people.change(data.patientId, (person) => withReading(person, data, now.peek()));
}
