import { deviceStatus } from '../devices/index.ts';
import { MINUTE_MS } from '../platform/time.ts';
import type { Wellbeing } from './wellbeing.ts';

/** The most that a board lists. */
export const MOST_PATIENTS = 1000;
export const MOST_FALLS = 500;
export const MOST_DEVICE_ALERTS = 200;
export const MOST_HANDOVERS = 50;
/** docs/contract.md, "Console". */
export const OK_SHOWN_MS = 10 * MINUTE_MS;

interface Wearable {
  readonly key: number;
  readonly disabled: boolean;
  readonly lastSeen: Date | null;
  readonly batteryLevel: number | null;
}

const lastSeenAt = ({ lastSeen }: Wearable): number => lastSeen?.getTime() ?? 0;

/** A patient may have several wearables: the one with the latest reading counts as worn. */
export const wornBy = <W extends Wearable>(wearables: readonly W[]): W | undefined =>
  wearables.reduce<W | undefined>(
    (worn, other) => (worn === undefined || lastSeenAt(other) > lastSeenAt(worn) ? other : worn),
    undefined,
  );

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
