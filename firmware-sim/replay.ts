import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Body, createBody, rest } from './motion/body.ts';
import { FALLS_APART_S } from './motion/routine.ts';
import { magnitude, type Sample, type Second, unit } from './motion/sample.ts';
import type { Random } from './random.ts';

/** The fields of a recording that are replayed; one line of a recordings file. */
export interface Recording {
  readonly id: string;
  readonly fall: boolean;
  readonly rateHz: number;
  readonly fallStartS?: number | null;
  readonly fallEndS?: number | null;
  readonly samples: readonly Sample[];
}

const GZIP = 0x1f8b;

export function readRecordings(file: string): Recording[] {
  const bytes = readFileSync(file);
  const text = (bytes.length > 2 && bytes.readUInt16BE() === GZIP ? gunzipSync(bytes) : bytes).toString(
    'utf8',
  );
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new Error(`${file} holds no recordings`);
  return lines.map((line, i) => recordingOf(line, `${file}, line ${i + 1}`));
}

function recordingOf(line: string, place: string): Recording {
  try {
    const recording = JSON.parse(line) as Recording;
    const good = recording.rateHz > 0 && recording.samples.every((sample) => sample.length === 6);
    if (good && recording.samples.length > 0) return recording;
  } catch {
    // Not JSON: reported below like any other bad line.
  }
  throw new Error(`${place} is no recording: it needs id, fall, rateHz and samples of six numbers`);
}

export interface ReplayOptions {
  readonly recordings: readonly Recording[];
  readonly random: Random;
  readonly untilS: number;
  readonly fallsApartS?: number;
}

const REST_BETWEEN_S = 8;
const LEAD_S = 10;
const NOTICED_WITHIN_S = 10;

/** Plays one trial after the other, with rest between them and falls far enough apart to be separate events. */
export function* liveRecordings(options: ReplayOptions): Generator<Second, never, undefined> {
  const { recordings, random, untilS, fallsApartS = FALLS_APART_S } = options;
  const falls = inTurn(
    recordings.filter(({ fall }) => fall),
    random,
  );
  const activities = inTurn(
    recordings.filter(({ fall }) => !fall),
    random,
  );
  const body = createBody(random.fork('body'));
  let now = 0;
  let nextFall = random.between(LEAD_S, LEAD_S + Math.min(fallsApartS, Math.max(0, untilS - 40)));

  for (;;) {
    const due =
      now >= nextFall && now + REST_BETWEEN_S + NOTICED_WITHIN_S < untilS ? falls.next().value : undefined;
    const trial = due ?? activities.next().value;
    if (due !== undefined) nextFall = now + fallsApartS;
    for (const second of trial === undefined ? [] : played(trial)) {
      now += 1;
      yield second;
    }
    if (trial !== undefined) body.up = postureAtEnd(trial);
    for (const second of resting(body)) {
      now += 1;
      yield second;
    }
  }
}

function* inTurn(
  recordings: readonly Recording[],
  random: Random,
): Generator<Recording, undefined, undefined> {
  while (recordings.length > 0) yield* random.shuffled(recordings);
  return undefined;
}

function* played(recording: Recording): Generator<Second, void, undefined> {
  const { samples, rateHz, id } = recording;
  const perSecond = Math.round(rateHz);
  const blow = recording.fall ? blowIn(recording) : -1;
  for (let from = 0; from + perSecond <= samples.length; from += perSecond) {
    const here = blow >= from && blow < from + perSecond;
    yield {
      samples: samples.slice(from, from + perSecond),
      activity: 'replay',
      online: true,
      ...(here && { fall: id }),
    };
  }
}

/** The annotation is accurate to half a second: the blow is the hardest sample near it. */
function blowIn({ samples, rateHz, fallStartS, fallEndS }: Recording): number {
  const from = Math.max(0, Math.floor(((fallStartS ?? 0) - 0.5) * rateHz));
  const to = Math.ceil(((fallEndS ?? Number.POSITIVE_INFINITY) + 0.5) * rateHz);
  let hardest = from;
  for (let i = from; i < Math.min(to, samples.length); i++) {
    if (sizeAt(samples, i) > sizeAt(samples, hardest)) hardest = i;
  }
  return hardest;
}

const sizeAt = (samples: readonly Sample[], i: number): number => magnitude(samples[i] ?? [0, 0, 0]);

function postureAtEnd({ samples }: Recording): Body['up'] {
  const [x, y, z] = samples.at(-1) ?? [0, 0, 1];
  return unit([x, y, z]);
}

function* resting(body: Body): Generator<Second, void, undefined> {
  for (let i = 0; i < REST_BETWEEN_S; i++) {
    yield { samples: [...rest(body, 1)].map(({ sample }) => sample), activity: 'replay', online: true };
  }
}
