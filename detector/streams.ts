import { seededRandom } from './random.ts';
import { impactIndex, magnitude, rotation, type Sample, type Trial } from './recordings.ts';

/** Activity before the trial and after the end of the recording. */
export type Before = 'walking' | 'resting' | 'sitting';
export type After = 'stops' | 'stays still';

export interface Message {
  /** Seconds from the start of the stream. */
  at: number;
  /** The sample an adaptive wearable sends for this second. */
  reading: Sample;
  /** The raw signal of this second, and the seconds from each sample to the message (≤ 0). */
  samples: Sample[];
  offsets: number[];
}

export interface Stream {
  trial: Trial;
  before: Before;
  after: After;
  phase: number;
  messages: Message[];
  /** Seconds from the start of the stream to the impact; NaN for an activity. */
  impactAt: number;
  /** Length of the recording in seconds, without added parts. */
  recordedS: number;
}

export interface StreamOptions {
  phases: number;
  before: readonly Before[];
  after: readonly After[];
  /** Send times deviate by up to this many seconds. */
  jitterS: number;
  /** Share of messages that never arrive. */
  lost: number;
  seed: number;
}

export const PLAIN: StreamOptions = {
  phases: 5,
  before: ['walking', 'resting'],
  after: ['stops'],
  jitterS: 0,
  lost: 0,
  seed: 1,
};

/** Names in the two data sets. */
const WALKING: ReadonlySet<string> = new Set(['D01', 'Walking']);
const SITTING: ReadonlySet<string> = new Set(['D04', 'Sitting_GettingUpOnAChair']);

const SPLICED_S = 8;
const STILL_S = 8;
const HOLD_PEAK_ABOVE = 20;

export function buildStreams(trials: readonly Trial[], options: StreamOptions): Stream[] {
  const random = seededRandom(options.seed);
  const own = segmentsBySubject(trials);
  const streams: Stream[] = [];
  for (const trial of trials) {
    for (const before of options.before) {
      for (const after of options.after) {
        for (let phase = 0; phase < options.phases; phase++) {
          const prefix = prefixFor(trial, before, own, random);
          streams.push(splice(trial, prefix, before, after, phase / options.phases, options, random));
        }
      }
    }
  }
  return streams;
}

function splice(
  trial: Trial,
  prefix: Sample[],
  before: Before,
  after: After,
  phase: number,
  options: StreamOptions,
  random: () => number,
): Stream {
  const tail =
    after === 'stays still' ? lyingStill(trial, random) : { keep: trial.samples.length, samples: [] };
  const signal = [...prefix, ...trial.samples.slice(0, tail.keep), ...tail.samples];
  return {
    trial,
    before,
    after,
    phase,
    messages: messagesOf(signal, trial.rateHz, phase, options, random),
    impactAt: trial.fall ? (prefix.length + impactIndex(trial)) / trial.rateHz : Number.NaN,
    recordedS: trial.samples.length / trial.rateHz,
  };
}

function messagesOf(
  signal: readonly Sample[],
  rateHz: number,
  phase: number,
  options: StreamOptions,
  random: () => number,
): Message[] {
  const messages: Message[] = [];
  const end = signal.length / rateHz;
  let from = 0;
  for (let second = 1 + phase; second <= end; second++) {
    const at = Math.min(end, second + (random() * 2 - 1) * options.jitterS);
    const to = Math.floor(at * rateHz + 1e-9);
    const samples = signal.slice(from, to);
    const offsets = samples.map((_, i) => (from + i + 1) / rateHz - to / rateHz);
    from = to;
    const reading = adaptiveHold(samples);
    if (reading !== undefined && random() >= options.lost) messages.push({ at, reading, samples, offsets });
  }
  return messages;
}

/** The peak sample of the second if it was an impact, else the last. */
export function adaptiveHold(samples: readonly Sample[]): Sample | undefined {
  let hardest = samples.at(-1);
  for (const sample of samples) {
    if (hardest !== undefined && magnitude(sample) > magnitude(hardest)) hardest = sample;
  }
  return hardest !== undefined && magnitude(hardest) >= HOLD_PEAK_ABOVE ? hardest : samples.at(-1);
}

interface OwnSegments {
  walking: Sample[][];
  sitting: Sample[][];
}

function segmentsBySubject(trials: readonly Trial[]): Map<string, OwnSegments> {
  const own = new Map<string, OwnSegments>();
  for (const trial of trials) {
    const segments = own.get(trial.subject) ?? { walking: [], sitting: [] };
    if (WALKING.has(trial.activity)) segments.walking.push(trial.samples.slice(40, -60));
    if (SITTING.has(trial.activity)) segments.sitting.push(quietest(trial.samples, 60));
    own.set(trial.subject, segments);
  }
  return own;
}

function prefixFor(
  trial: Trial,
  before: Before,
  own: ReadonlyMap<string, OwnSegments>,
  random: () => number,
): Sample[] {
  const length = Math.round(SPLICED_S * trial.rateHz);
  const segments = own.get(trial.subject);
  const pick = <V>(values: readonly V[] | undefined): V | undefined =>
    values?.[Math.floor(random() * values.length)];
  const walk = before === 'walking' ? pick(segments?.walking) : undefined;
  if (walk !== undefined) {
    return swaying(walk, length, Math.floor(random() * Math.max(1, walk.length - length)));
  }
  // Seated in the posture of another trial of the same person; or at rest as at the start of the trial, also if the person
  // has no recording of walking or sitting.
  const seated = before === 'sitting' ? pick(segments?.sitting) : undefined;
  return swaying(seated ?? quietest(trial.samples.slice(0, startOf(trial)), 30), length, 0);
}

/** Number of samples of a trial's start: feedback may have one per second, and the fall is not part of the start. */
const startOf = ({ rateHz }: Trial): number => Math.min(80, Math.ceil(2.1 * rateHz));

/** Plays a segment forwards and backwards, so that a short one lasts without a jump. */
function swaying(segment: readonly Sample[], length: number, start: number): Sample[] {
  const last = Math.max(1, segment.length - 1);
  const signal: Sample[] = [];
  for (let i = 0; i < length; i++) {
    const position = (start + i) % (2 * last);
    const sample = segment[position <= last ? position : 2 * last - position];
    if (sample !== undefined) signal.push(sample);
  }
  return signal;
}

/** The volunteers get up after three or four seconds, but an injured person does not: repeat the stillest part. */
function lyingStill(trial: Trial, random: () => number): { keep: number; samples: Sample[] } {
  const length = Math.round((STILL_S + random()) * trial.rateHz);
  const searchFrom = trial.fall ? impactIndex(trial) + 30 : Math.max(0, trial.samples.length - 60);
  const rest = trial.samples.slice(searchFrom, searchFrom + 120);
  const at = quietestAt(rest, 20);
  const still = rest.slice(at, at + 20);
  return { keep: searchFrom + at + still.length, samples: swaying(still.reverse(), length, 0) };
}

function quietest(samples: readonly Sample[], length: number): Sample[] {
  const at = quietestAt(samples, length);
  return samples.slice(at, at + length);
}

function quietestAt(samples: readonly Sample[], length: number): number {
  let best = 0;
  let least = Infinity;
  for (let at = 0; at + length <= samples.length; at += 5) {
    let motion = 0;
    for (const sample of samples.slice(at, at + length)) {
      motion += Math.abs(magnitude(sample) - 9.81) * 20 + rotation(sample);
    }
    if (motion < least) {
      least = motion;
      best = at;
    }
  }
  return best;
}
