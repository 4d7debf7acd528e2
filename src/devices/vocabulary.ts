/** docs/home.md, "Not worn": at night a wearable may lie on the bedside table. */
export const WAKING_HOURS = { from: '07:00', until: '22:00' } as const;

/** docs/contract.md, "Shake test": how long a test lasts, and how long its readings raise no alert. */
export const SHAKE_TEST_MS = 30_000;

export interface Wearable {
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

/** docs/contract.md, "Devices": why a wearable does not measure for now. */
export const PAUSE_REASONS = ['screen_off'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export interface Pausable {
  readonly paused: PauseReason | null;
  readonly pausedAt: Date | null;
  readonly lastSeen: Date | null;
}

/** A newer reading ends a pause by itself. */
export const pauseOf = ({ paused, pausedAt, lastSeen }: Pausable) =>
  paused === null || pausedAt === null || (lastSeen !== null && lastSeen > pausedAt)
    ? { paused: null, pausedAt: null }
    : { paused, pausedAt };
