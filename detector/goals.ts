import type { Sending } from './replay.ts';

/** What a release should reach, as shares or rates. A wearable sends one reading per second, or more. */
type Goals<Value> = Readonly<Record<'reading' | 'parts', Value>>;
type BySet = Readonly<Record<string, number>>;

export const goalOf = <Value>(goals: Goals<Value>, sending: Sending): Value =>
  sending === 'reading' ? goals.reading : goals.parts;

/** Falls whose wearers stay down and that ring, of people whom the detector has not seen. */
export const RING_GOALS: Goals<BySet> = {
  reading: { weda: 0.9, uma: 0.9, fallalld: 0.8, smartfallmm: 0.9, hifd: 0.9 },
  parts: { weda: 0.95, uma: 0.95, fallalld: 0.88, smartfallmm: 0.95, hifd: 0.95 },
};

/** Falls whose wearers get up, on the board. */
export const BOARD_GOAL = 0.8;

/** Alerts that ring per hour of ordinary life without sport. */
export const LIFE_GOALS: Goals<number> = { reading: 0.05, parts: 0.02 };

/** Falls found by devices that the networks have not seen, where 97 % of the activities are left alone. */
export const DEVICE_GOALS: Goals<BySet> = {
  reading: { fallalld: 0.6 },
  parts: { weda: 0.88, uma: 0.88, fallalld: 0.6, smartfallmm: 0.88, hifd: 0.88 },
};

/** Falls found without a gyro. */
export const GYRO_GOALS: BySet = { hifd: 0.85 };

/** Points of falls found that late and lost messages may cost. */
export const DELIVERY_GOAL = 2;
