import type { Sample } from '../../client/hold.ts';

/** What the browser tells about one moment, in the frame of the phone, however the screen is turned. */
export interface Moment {
  /** On a steady clock, in milliseconds. */
  readonly at: number;
  /** m/s², with gravity. */
  readonly acceleration: readonly [number, number, number];
  /** °/s; undefined without a gyro, and before the gyro has started. */
  readonly rotation: readonly [number, number, number] | undefined;
}

/** A second's samples, and its end on the steady clock. */
export interface Second {
  readonly samples: readonly Sample[];
  readonly end: number;
}

const SECOND_MS = 1_000;
/** docs/firmware.md, "Sensors": above this rate, every second sample. */
const MOST = 110;

/** Cuts what the sensor says into seconds, at any rate. Seconds follow each other without drift, unless the sensor paused. */
export class Seconds {
  readonly #finished: (second: Second) => void;
  #moments: Moment[] = [];
  #end: number | undefined;

  constructor(finished: (second: Second) => void) {
    this.#finished = finished;
  }

  add(moment: Moment): void {
    if (this.#end !== undefined && moment.at >= this.#end) this.#finish(moment.at);
    this.#end ??= moment.at + SECOND_MS;
    this.#moments.push(moment);
  }

  /** Forgets the second that has begun: the sensor was turned off. */
  reset(): void {
    this.#moments = [];
    this.#end = undefined;
  }

  #finish(now: number): void {
    const end = this.#end ?? now;
    const moments = this.#moments;
    this.#moments = [];
    // A sensor that was silent for a second starts a new count.
    this.#end = now < end + SECOND_MS ? end + SECOND_MS : undefined;
    this.#finished({ samples: samplesOf(moments), end });
  }
}

/** One sample without a gyro would make a second without one: what the gyro said last stands for it. */
function samplesOf(moments: readonly Moment[]): Sample[] {
  let turn = moments.find(({ rotation }) => rotation !== undefined)?.rotation;
  const samples = moments.map(({ acceleration, rotation }): Sample => {
    turn = rotation ?? turn;
    return turn === undefined ? acceleration : [...acceleration, ...turn];
  });
  const step = Math.ceil(samples.length / MOST);
  // Backwards, so that the last sample of the second stays the last.
  return step === 1 ? samples : samples.filter((_, i) => (samples.length - 1 - i) % step === 0);
}
