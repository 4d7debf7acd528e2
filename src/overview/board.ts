import { deviceStatus } from '../devices/index.ts';
import type { Wearable } from '../devices/vocabulary.ts';
import { MINUTE_MS } from '../platform/time.ts';
import type { Wellbeing } from './wellbeing.ts';

/** The most that a board lists. */
export const MOST_PATIENTS = 1000;
export const MOST_FALLS = 500;
export const MOST_DEVICE_ALERTS = 200;
export const MOST_HANDOVERS = 50;
/** docs/contract.md, "Console". */
export const OK_SHOWN_MS = 10 * MINUTE_MS;

/** A patient's row on the board. */
export const boardPersonOf = (
  person: {
    readonly id: string;
    readonly name: string;
    readonly room: string | null;
    readonly ward: { readonly id: string; readonly name: string } | null;
  },
  wellbeing: Wellbeing,
  worn: Wearable | undefined,
  trend: readonly (number | null)[],
  now: number,
) => ({
  ...person,
  deviceStatus: worn === undefined ? null : deviceStatus(worn, now),
  lastSeen: worn?.lastSeen ?? null,
  batteryLevel: worn?.batteryLevel ?? null,
  healthScore: wellbeing.healthScore,
  heartRate: wellbeing.heartRate,
  spo2: wellbeing.spo2,
  recentFalls: wellbeing.recentFalls,
  trend,
});
