import type { FallLevel } from './fall-level.ts';

const MINUTE_MS = 60_000;
/** A fall that is told this late was kept by a wearable that had been offline, and the message says how old it is. */
const LATE_MS = 2 * MINUTE_MS;

/** Contract, section 3, Action: from POTENTIAL up caregivers are told; CONFIRMED is an emergency and says so. */
export function fallMessage(fall: { level: FallLevel; patientName: string; at: Date }, now: number): string {
  const lead = {
    NO_FALL: 'No fall of',
    SUSPICIOUS: 'Possible fall of',
    POTENTIAL: 'Likely fall of',
    HIGH: 'Fall detected:',
    CONFIRMED: 'EMERGENCY: confirmed fall of',
  }[fall.level];
  const age = now - fall.at.getTime();
  return `${lead} ${fall.patientName}${age >= LATE_MS ? `, ${Math.round(age / MINUTE_MS)} minutes ago` : ''}`;
}
