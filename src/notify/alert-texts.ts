import { MINUTE_MS } from '../platform/time.ts';
import type { FallLevel } from './levels.ts';

/** A fall reported this late comes from a backlog; the message then says how old the fall is. */
const LATE_MS = 2 * MINUTE_MS;

/** docs/contract.md, "Fall levels": caregivers are notified from POTENTIAL up; CONFIRMED is called an emergency. */
export function fallMessage(fall: { level: FallLevel; patientName: string; at: Date }, now: number): string {
  const prefix = {
    NO_FALL: 'No fall of',
    SUSPICIOUS: 'Possible fall of',
    POTENTIAL: 'Likely fall of',
    HIGH: 'Fall detected:',
    CONFIRMED: 'EMERGENCY: confirmed fall of',
  }[fall.level];
  const age = now - fall.at.getTime();
  return `${prefix} ${fall.patientName}${age >= LATE_MS ? `, ${Math.round(age / MINUTE_MS)} minutes ago` : ''}`;
}

/** The wearer called for help. */
export const helpMessage = (patientName: string): string => `EMERGENCY: ${patientName} calls for help`;

/** The patient showed no sign of life in the window of their check-in. */
export const checkInMessage = (patientName: string): string => `${patientName} has not checked in`;

export const floodMessage = (patientName: string): string =>
  `Flood of reports from ${patientName}: further ones are recorded without alerts`;
