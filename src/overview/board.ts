import { type DeviceRow, deviceStatus } from '../devices/index.ts';
import { pauseOf } from '../devices/vocabulary.ts';
import { DAY_MS, MINUTE_MS } from '../platform/time.ts';
import type { Signal } from './signal.ts';
import type { Wellbeing } from './wellbeing.ts';

/** The most that a board lists. */
export const MOST_PATIENTS = 1000;
export const MOST_FALLS = 500;
export const MOST_DEVICE_ALERTS = 200;
export const MOST_HANDOVERS = 50;
export const MOST_QUESTIONS = 50;
/** docs/contract.md, "Console". */
export const OK_SHOWN_MS = 10 * MINUTE_MS;
/** docs/response.md, "Morning questions": until the next ones. */
export const QUESTION_SHOWN_MS = DAY_MS;

const MOVING_MS = 5 * MINUTE_MS;

/** Whether a wearable has just moved. */
export const isMoving = (wearables: readonly { readonly movedAt: Date | null }[], now: number): boolean =>
  wearables.some(({ movedAt }) => movedAt !== null && now - movedAt.getTime() < MOVING_MS);

/** What a board of either kind says of the wearable that a patient wears. */
export const wearableOf = (
  worn:
    | Pick<DeviceRow, 'id' | 'disabled' | 'lastSeen' | 'batteryLevel' | 'charging' | 'paused' | 'pausedAt'>
    | undefined,
  signal: Signal,
  notWorn: ReadonlySet<string>,
  now: number,
) => ({
  deviceStatus: worn === undefined ? null : deviceStatus(worn, now),
  lastSeen: worn?.lastSeen ?? null,
  signal,
  batteryLevel: worn?.batteryLevel ?? null,
  charging: worn?.charging ?? false,
  notWorn: worn !== undefined && notWorn.has(worn.id),
  ...(worn === undefined ? { paused: null, pausedAt: null } : pauseOf(worn)),
});

/** A patient's row on the board. */
export const boardPersonOf = (
  person: {
    readonly id: string;
    readonly name: string;
    readonly room: string | null;
    readonly ward: { readonly id: string; readonly name: string } | null;
    readonly absence: object | null;
  },
  wellbeing: Wellbeing & { readonly devices: readonly { readonly movedAt: Date | null }[] },
  wearable: ReturnType<typeof wearableOf>,
  trend: readonly (number | null)[],
  now: number,
) => ({
  ...person,
  moving: person.absence !== null && isMoving(wellbeing.devices, now),
  ...wearable,
  healthScore: wellbeing.healthScore,
  heartRate: wellbeing.heartRate,
  spo2: wellbeing.spo2,
  recentFalls: wellbeing.recentFalls,
  trend,
});
