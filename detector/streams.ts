import { seededRandom, seedOf } from './random.ts';
import { impactIndex, magnitude, recovers, rotation, type Sample, type Trial } from './recordings.ts';

/*
 * The messages that a wearable would have sent during a trial. training/streams.py follows the same rules with code of
 * its own, so that a mistake in one of the two shows as a difference of the figures.
 */

/** Activity in the eight seconds before the trial. */
type Before = 'walking' | 'resting';

export interface Message {
  /** Seconds from the start of the stream: when the wearable sent it, and when the service received it. */
  readonly at: number;
  readonly arrivedAt: number;
  /** The time that the service stores with it. */
  readonly recordedAt: number;
  /** Its samples: `signal` from `first` to before `last`. */
  readonly first: number;
  readonly last: number;
}

export interface Stream {
  readonly trial: Trial;
  /** Position of the second boundary, from 0 to before 1. */
  readonly phase: number;
  readonly signal: readonly Sample[];
  readonly messages: readonly Message[];
  /** Seconds from the start of the stream to the impact; NaN for an activity. */
  readonly impactAt: number;
  /** Whether the wearer falls and lies there until the stream ends. */
  readonly staysDown: boolean;
  /** Length of the recording in seconds, without added parts. */
  readonly recordedS: number;
}

/** What happens to messages between the wearable and the service. */
interface Delivery {
  /** Each message arrives up to this many seconds late. */
  readonly jitterS: number;
  /** Share of messages that never arrive. */
  readonly lost: number;
  /** Whether the message with the impact can be lost too. */
  readonly losesImpact: boolean;
  /** The connection stalls once, for two to five seconds, at the fall. */
  readonly stalls: boolean;
}

export interface StreamOptions extends Delivery {
  /** Positions of the second boundary. */
  readonly phases: number;
  readonly before: readonly Before[];
}

export const PLAIN: StreamOptions = {
  phases: 5,
  before: ['walking', 'resting'],
  jitterS: 0,
  lost: 0,
  losesImpact: false,
  stalls: false,
};

/** Names in the data sets. */
const WALKING: ReadonlySet<string> = new Set([
  'D01',
  'Walking',
  'walking slowly',
  'walking quickly',
  'walking',
]);
/** What a person might do next, after a fall without injury. */
const CALM: ReadonlySet<string> = new Set([
  ...WALKING,
  ...['D03', 'D04', 'D06', 'D11'],
  ...['GoDownstairs', 'GoUpstairs', 'Bending', 'Sitting_GettingUpOnAChair', 'OpeningDoor', 'MakingACall'],
  ...['bending down', 'downstairs', 'upstairs', 'sitting down', 'standing up', 'start walking'],
  ...['stop walking', 'sitting in a bus', 'standing in a bus'],
  ...['drinking', 'picking up', 'standing', 'sweeping', 'washing hands', 'timed up and go', 'stepping up'],
  ...['brushing teeth', 'eating', 'dressing', 'stairs', 'tying a shoe', 'washing', 'writing'],
]);

const BEFORE_S = 8;
/** The stream of a fall lasts at least this long after the impact: until it has been verified. */
const LEAST_AFTER_S = 12;
/** Where a wearer who stays down lies still, after the impact; and how many samples of it last. */
const STILLEST_FROM_S = 0.75;
const STILLEST_WITHIN_S = 3;
const STILL_SAMPLES = 20;
const FADE_S = 0.5;
/** A fall begins about this long before its impact. */
const FALLING_S = 0.8;
/** The shortest usable stretch of rest, in samples. */
const SHORTEST_REST = 12;
/** With fewer messages there is no before and after to compare. */
const FEWEST_MESSAGES = 5;
const HOLD_PEAK_ABOVE = 20;
/** docs/contract.md, "Readings": a reading that is later than this is stored with the time at which it was sent. */
const LATE_S = 0.3;

/** Streams of the trials of one data set. The people's own other trials fill the time before and after a trial. */
export function buildStreams(trials: readonly Trial[], options: StreamOptions): Stream[] {
  const bySubject = new Map<string, Trial[]>();
  for (const trial of trials) {
    const own = bySubject.get(trial.subject) ?? [];
    own.push(trial);
    bySubject.set(trial.subject, own);
  }
  const streams = trials.flatMap((trial) =>
    options.before.flatMap((before) =>
      Array.from({ length: options.phases }, (_, i) =>
        buildStream(trial, before, i / options.phases, bySubject.get(trial.subject) ?? [], options),
      ),
    ),
  );
  return streams.filter(({ messages }) => messages.length >= FEWEST_MESSAGES);
}

function buildStream(
  trial: Trial,
  before: Before,
  phase: number,
  mates: readonly Trial[],
  options: StreamOptions,
): Stream {
  const key = `${trial.id} ${before} ${phase}`;
  const random = seededRandom(seedOf(key));
  const front = frontOf(trial, before, mates, random);
  const { signal, staysDown } = lasting(trial, front, mates, random);
  const impactAt = trial.fall ? (front.length + impactIndex(trial)) / trial.rateHz : Number.NaN;
  return {
    trial,
    phase,
    signal,
    impactAt,
    staysDown,
    messages: deliver(
      cut(signal.length, trial.rateHz, phase),
      trial.rateHz,
      impactAt,
      options,
      // The same streams on every way to the service: only what is lost or late differs.
      seededRandom(seedOf(`${key} on the way`)),
    ),
    recordedS: trial.samples.length / trial.rateHz,
  };
}

/** Hours of ordinary life as they were recorded, with nothing before and after. */
export function buildLifeStreams(trials: readonly Trial[], phases: number): Stream[] {
  const streams = trials.flatMap((trial) =>
    Array.from({ length: phases }, (_, i) => ({
      trial,
      phase: i / phases,
      signal: trial.samples,
      messages: cut(trial.samples.length, trial.rateHz, i / phases),
      impactAt: Number.NaN,
      staysDown: false,
      recordedS: trial.samples.length / trial.rateHz,
    })),
  );
  return streams.filter(({ messages }) => messages.length >= FEWEST_MESSAGES);
}

/** One message a second, from the first whole second after the phase on. */
function cut(length: number, rateHz: number, phase: number): Message[] {
  const messages: Message[] = [];
  let first = 0;
  for (let at = 1 + phase; at <= length / rateHz; at++) {
    const last = Math.floor(at * rateHz + 1e-9);
    if (last > first) messages.push({ at, arrivedAt: at, recordedAt: at, first, last });
    first = last;
  }
  return messages;
}

/** The same messages as the service receives them: in order, with gaps. */
function deliver(
  sent: readonly Message[],
  rateHz: number,
  impactAt: number,
  { jitterS, lost, losesImpact, stalls }: Delivery,
  random: () => number,
): Message[] {
  const stallLasts = 2 + 3 * random();
  const end = sent.at(-1)?.at ?? 0;
  const stallFrom = Number.isNaN(impactAt) ? random() * end : impactAt - 2 + 4 * random();
  const impact = Math.round(impactAt * rateHz);
  const received: Message[] = [];
  // The service knows the wearable's clock by the message that took the least time.
  let leastDelay = Number.POSITIVE_INFINITY;
  let lastArrival = 0;
  for (const message of sent) {
    const delay = jitterS * random();
    const isLost = random() < lost;
    const hasImpact = message.first <= impact && impact < message.last;
    if (isLost && (losesImpact || !hasImpact)) continue;
    let arrivedAt = message.at + delay;
    if (stalls && arrivedAt >= stallFrom && arrivedAt < stallFrom + stallLasts) {
      arrivedAt = stallFrom + stallLasts;
    }
    arrivedAt = Math.max(lastArrival, arrivedAt);
    lastArrival = arrivedAt;
    leastDelay = Math.min(leastDelay, arrivedAt - message.at);
    const onTime = message.at + leastDelay;
    received.push({ ...message, arrivedAt, recordedAt: arrivedAt - onTime > LATE_S ? onTime : arrivedAt });
  }
  return received;
}

/** The sample that a wearable sends for a second: the hardest if it was an impact, else the last. */
export function adaptiveHold(signal: readonly Sample[], first: number, last: number): Sample | undefined {
  let hardest: Sample | undefined;
  let size = HOLD_PEAK_ABOVE;
  for (let i = first; i < last; i++) {
    const sample = signal[i];
    if (sample === undefined) continue;
    const own = magnitude(sample);
    if (own > size || (hardest === undefined && own === size)) {
      hardest = sample;
      size = own;
    }
  }
  return hardest ?? signal[last - 1];
}

function frontOf(trial: Trial, before: Before, mates: readonly Trial[], random: () => number): Sample[] {
  const length = Math.round(BEFORE_S * trial.rateHz);
  if (before === 'walking') {
    const walks = mates.filter(({ activity, samples }) => WALKING.has(activity) && samples.length > 200);
    const walk = pick(walks, random)?.samples.slice(40, -60);
    if (walk !== undefined) {
      return swaying(walk, length, Math.floor(random() * Math.max(1, walk.length - length)));
    }
  }
  // At rest as at the start of the trial, also if the person has no recording of walking. The fall itself is no rest.
  const calmUntil = trial.fall ? impactIndex(trial) - Math.floor(FALLING_S * trial.rateHz) : 80;
  if (calmUntil < SHORTEST_REST) return noisyRest(trial, length, random);
  const start = trial.samples.slice(0, Math.min(80, calmUntil, Math.ceil(2.1 * trial.rateHz)));
  return swaying(quietest(start, 30), length, 0);
}

/** At rest in the posture of the trial's first moment, with the noise of a sensor and a hand. */
function noisyRest({ samples, rateHz }: Trial, length: number, random: () => number): Sample[] {
  const posture = samples.slice(0, Math.max(1, Math.round(0.3 * rateHz)));
  const mean = (axis: 0 | 1 | 2) => posture.reduce((sum, sample) => sum + sample[axis], 0) / posture.length;
  const [x, y, z] = [mean(0), mean(1), mean(2)];
  const scale = 9.81 / Math.max(1e-6, Math.hypot(x, y, z));
  const noise = (width: number) => (random() - 0.5) * width;
  return Array.from({ length }, () => [
    x * scale + noise(0.4),
    y * scale + noise(0.4),
    z * scale + noise(0.4),
    noise(10),
    noise(10),
    noise(10),
  ]);
}

interface Lasting {
  readonly signal: readonly Sample[];
  readonly staysDown: boolean;
}

/**
 * The stream of a wearer does not end with the recording of a fall. A volunteer who gets up in it does so in one half of
 * the streams, and goes on with something calm; in the other half the stillest moment after the impact lasts. Falls with
 * recovery are as recorded.
 */
function lasting(trial: Trial, front: Sample[], mates: readonly Trial[], random: () => number): Lasting {
  const { rateHz, samples, fall, getsUp = false } = trial;
  if (!fall) return { signal: [...front, ...samples], staysDown: false };
  const staysDown = !getsUp || (!recovers(trial) && random() < 0.5);
  const kept = staysDown && getsUp ? untilStillest(trial) : samples;
  const signal = [...front, ...kept];
  const lacking = Math.floor(LEAST_AFTER_S * rateHz) - (kept.length - impactIndex(trial));
  if (lacking <= 0) return { signal, staysDown };
  const calm = staysDown
    ? undefined
    : pick(
        mates.filter((mate) => CALM.has(mate.activity) && mate.samples.length > 100),
        random,
      );
  if (calm === undefined)
    return { signal: [...signal, ...swaying(signal.slice(-STILL_SAMPLES).reverse(), lacking, 0)], staysDown };
  const fade = Math.floor(FADE_S * rateHz);
  const start = Math.floor(random() * Math.max(1, calm.samples.length - lacking));
  return {
    signal: crossFade(signal, swaying(calm.samples.slice(start), lacking + fade, 0), fade),
    staysDown,
  };
}

/** The recording of a fall up to the stillest moment of the seconds after the impact. */
function untilStillest(trial: Trial): Sample[] {
  const { samples, rateHz } = trial;
  const from = impactIndex(trial) + Math.round(STILLEST_FROM_S * rateHz);
  const rest = samples.slice(from, from + Math.round(STILLEST_WITHIN_S * rateHz));
  return samples.slice(0, from + quietestAt(rest, STILL_SAMPLES) + STILL_SAMPLES);
}

function crossFade(front: readonly Sample[], back: readonly Sample[], overlap: number): Sample[] {
  const kept = front.length - overlap;
  const middle = back.slice(0, overlap).map((sample, i): Sample => {
    const share = i / Math.max(1, overlap - 1);
    const before = front[kept + i] ?? sample;
    const mixed = (axis: 0 | 1 | 2 | 3 | 4 | 5) => before[axis] * (1 - share) + sample[axis] * share;
    return [mixed(0), mixed(1), mixed(2), mixed(3), mixed(4), mixed(5)];
  });
  return [...front.slice(0, kept), ...middle, ...back.slice(overlap)];
}

const pick = <V>(values: readonly V[], random: () => number): V | undefined =>
  values[Math.floor(random() * values.length)];

/** Plays a segment forwards and backwards, so that a short one lasts without a jump. */
function swaying(segment: readonly Sample[], length: number, start: number): Sample[] {
  const last = Math.max(1, segment.length - 1);
  const signal: Sample[] = [];
  for (let i = 0; i < length; i++) {
    const position = (start + i) % (2 * last);
    const sample = segment[Math.min(segment.length - 1, position <= last ? position : 2 * last - position)];
    if (sample !== undefined) signal.push(sample);
  }
  return signal;
}

const quietest = (samples: readonly Sample[], length: number): Sample[] => {
  const at = quietestAt(samples, length);
  return samples.slice(at, at + length);
};

function quietestAt(samples: readonly Sample[], length: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at + length <= samples.length; at += 5) {
    let motion = 0;
    for (let i = at; i < at + length; i++) {
      const sample = samples[i];
      if (sample !== undefined) motion += Math.abs(magnitude(sample) - 9.81) * 20 + rotation(sample);
    }
    if (motion < least) {
      least = motion;
      best = at;
    }
  }
  return best;
}
