import type { FallLevel } from '../api/records.ts';

/** A sound for each level, so that caregivers hear how urgent an alert is. Synthesised: no files to load. */
export type Tune = 'CONFIRMED' | 'HIGH' | 'POTENTIAL' | 'hand-off' | 'wearable' | 'lost';

interface Note {
  readonly hertz: number;
  /** Seconds after the start of the sound. */
  readonly at: number;
  readonly seconds: number;
}

interface Sheet {
  readonly notes: readonly Note[];
  /** 0 to 1. */
  readonly volume: number;
  readonly seconds: number;
  /** The repetition interval while the alert is unanswered. */
  readonly everyMs: number;
  /** Milliseconds on, off, on…; empty for none. */
  readonly vibration: readonly number[];
}

const row = (hertz: readonly number[], apart: number, seconds: number): readonly Note[] =>
  hertz.map((pitch, index) => ({ hertz: pitch, at: index * apart, seconds }));

/** Higher levels are higher in pitch, longer and repeated sooner. Soft attacks and ends, so that no sound is painful. */
export const TUNES: Readonly<Record<Tune, Sheet>> = {
  CONFIRMED: {
    notes: row([784, 1047, 784, 1047, 784, 1047], 0.34, 0.3),
    volume: 0.9,
    seconds: 2.1,
    everyMs: 4_000,
    vibration: [400, 150, 400, 150, 400],
  },
  HIGH: {
    notes: row([659, 880, 659], 0.4, 0.34),
    volume: 0.7,
    seconds: 1.2,
    everyMs: 6_000,
    vibration: [300, 150, 300],
  },
  POTENTIAL: {
    notes: row([523, 659], 0.45, 0.4),
    volume: 0.5,
    seconds: 0.9,
    everyMs: 8_000,
    vibration: [250],
  },
  'hand-off': {
    notes: row([440, 554, 659], 0.3, 0.26),
    volume: 0.6,
    seconds: 0.9,
    everyMs: 10_000,
    vibration: [250, 150, 250],
  },
  wearable: { notes: row([392], 0, 0.25), volume: 0.25, seconds: 0.3, everyMs: 0, vibration: [] },
  lost: { notes: row([330, 247], 0.5, 0.45), volume: 0.5, seconds: 1, everyMs: 30_000, vibration: [200] },
};

export const tuneOf = (level: FallLevel): Tune =>
  level === 'CONFIRMED' || level === 'HIGH' ? level : 'POTENTIAL';

/** Plays the sound in `wait` seconds. */
export function play(context: AudioContext, tune: Tune, wait = 0): void {
  const { notes, volume } = TUNES[tune];
  for (const { hertz, at, seconds } of notes) {
    const begin = context.currentTime + wait + at;
    const end = begin + seconds;
    const oscillator = context.createOscillator();
    oscillator.type = 'triangle';
    oscillator.frequency.value = hertz;
    const loudness = context.createGain();
    // Ramps avoid the click of a tone that is cut off.
    loudness.gain.setValueAtTime(0, begin);
    loudness.gain.linearRampToValueAtTime(volume, begin + 0.02);
    loudness.gain.setValueAtTime(volume, end - 0.06);
    loudness.gain.linearRampToValueAtTime(0, end);
    oscillator.connect(loudness).connect(context.destination);
    oscillator.start(begin);
    oscillator.stop(end);
  }
}
