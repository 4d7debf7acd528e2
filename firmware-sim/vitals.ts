import type { Activity } from './motion/sample.ts';
import type { Random } from './random.ts';

/** The values a wearable measures besides motion, as they are sent. */
export interface Vitals {
  readonly heart_rate: number;
  readonly spo2: number;
  readonly pressure: number;
  readonly fsr: number;
  readonly battery_level: number;
  readonly signal_strength: number;
}

/** Beats per minute above rest, and the load on the foot sensor. */
const STRAIN: Readonly<Record<Activity, { readonly beats: number; readonly foot: number }>> = {
  sleep: { beats: -6, foot: 0 },
  table: { beats: 0, foot: 0 },
  sit: { beats: 2, foot: 0.15 },
  stand: { beats: 8, foot: 0.55 },
  handwork: { beats: 14, foot: 0.5 },
  walk: { beats: 26, foot: 0.6 },
  stairs: { beats: 44, foot: 0.7 },
  fall: { beats: 38, foot: 0.05 },
  replay: { beats: 20, foot: 0.5 },
};

/** The heart rate follows the activity with some delay: by this share of the difference each second. */
const FOLLOWS = 0.06;
/** The battery lasts about three days. */
const DRAIN_PER_S = 100 / (72 * 3600);
/** Every eighth wearable starts just above the level at which the service warns. */
const NEARLY_LOW = { share: 1 / 8, level: 20.01 };
const HPA_PER_STEP = 0.02;

export function createVitals(random: Random): (activity: Activity) => Vitals {
  const resting = random.between(56, 76);
  const oxygen = random.between(95.5, 98.5);
  let beats = resting;
  let pressure = random.between(1002, 1024);
  let battery = random.chance(NEARLY_LOW.share) ? NEARLY_LOW.level : random.between(35, 100);
  let signal = random.between(-72, -48);
  return (activity) => {
    const { beats: more, foot } = STRAIN[activity];
    beats += (resting + more - beats) * FOLLOWS + random.normal(0.6);
    pressure += activity === 'stairs' ? -HPA_PER_STEP : random.normal(0.004);
    battery = Math.max(0, battery - DRAIN_PER_S);
    signal = Math.max(-88, Math.min(-40, signal + random.normal(0.8)));
    const walking = activity === 'walk' || activity === 'stairs';
    return {
      heart_rate: Math.round(beats),
      spo2: Math.round(Math.min(100, oxygen + random.normal(0.4))),
      pressure: Math.round(pressure * 100) / 100,
      fsr:
        Math.round(
          Math.max(0, Math.min(1, walking ? random.between(0.1, 0.95) : foot + random.normal(0.02))) * 100,
        ) / 100,
      battery_level: Math.round(battery * 100) / 100,
      signal_strength: Math.round(signal),
    };
  };
}
