// npm run evaluate-movement [-- --data FILE]…
// Compares the movement of a minute (src/readings/scoring/movement.ts) with the activities of the recordings, and writes
// docs/movement.md.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  ACTIVE_FROM,
  LIGHT_FROM,
  type MinuteOfReadings,
  movementOf,
} from '../src/readings/scoring/movement.ts';
import { MOVEMENTS, type Movement } from '../src/readings/vocabulary.ts';
import {
  dataSetOf,
  magnitude,
  readRecordings,
  requireRecordings,
  type Sample,
  type Trial,
} from './recordings.ts';

/** Labelled data sets of a wrist; other recordings do not say what the wearer did, or are too short. */
const RECORDINGS = ['dsa', 'selfback', 'wisdm'].map((name) => `../shared/data/life-${name}.ndjson.gz`);
const MINUTE_S = 60;
/** The end of a recording counts, too, if it is long enough. */
const SHORTEST_S = 30;
/** docs/firmware.md: a wearable sends the hardest sample of a second from here on, otherwise the last. */
const HOLD_FROM = 20;

const LYING = ['lying', 'lying on the back', 'lying on the right side'];
const POSTURES: Readonly<Record<string, readonly string[]>> = {
  lying: LYING,
  sitting: ['sitting'],
  standing: ['standing'],
};
const EXPECTED: Readonly<Record<Movement, readonly string[]>> = {
  STILL: [...LYING, 'sitting', 'standing', 'standing in a lift'],
  LIGHT: [
    ...['typing', 'writing', 'drinking', 'eating pasta', 'eating soup', 'eating chips', 'eating a sandwich'],
    ...['exercise bike horizontal', 'exercise bike upright'],
  ],
  ACTIVE: [
    ...['walking', 'walk slow', 'walk mod', 'walk fast', 'walking in a car park', 'stairs', 'upstairs'],
    ...['walking treadmill flat 4 km/h', 'walking treadmill sloped 4 km/h', 'downstairs', 'jogging'],
    ...['running treadmill 8 km/h', 'stepper', 'cross-trainer', 'rowing', 'jumping', 'basketball'],
    ...['dribbling', 'playing catch', 'kicking a ball', 'folding clothes', 'clapping', 'brushing teeth'],
  ],
};
const NAMES: Readonly<Record<Movement, string>> = {
  STILL: 'still',
  LIGHT: 'moving a little',
  ACTIVE: 'on the move',
};
const LABELS: Readonly<Record<Movement, string>> = {
  STILL: 'lying, sitting, standing',
  LIGHT: 'eating, drinking, typing, writing, exercise bike',
  ACTIVE: 'walking, stairs, sport, housework with both arms',
};

interface Minute extends MinuteOfReadings {
  readonly set: string;
  readonly subject: string;
  readonly activity: string;
  /** The mean acceleration, of length 1: where the forearm points. */
  readonly pointing: readonly [number, number, number];
}

const { values } = parseArgs({ options: { data: { type: 'string', multiple: true, default: RECORDINGS } } });
requireRecordings(values.data);
const minutes = values.data.flatMap((path) =>
  readRecordings(path).flatMap((trial) => minutesOf(trial, dataSetOf(path).label)),
);
writeFileSync('docs/movement.md', page());

/** One reading a second, as a wearable sends it. */
function sent({ samples, rateHz }: Trial): readonly Sample[] {
  const readings: Sample[] = [];
  for (let second = 0; (second + 1) * rateHz <= samples.length; second += 1) {
    const within = samples.slice(Math.round(second * rateHz), Math.round((second + 1) * rateHz));
    const hardest = within.reduce((best, one) => (magnitude(one) > magnitude(best) ? one : best));
    const last = within.at(-1);
    if (last !== undefined) readings.push(magnitude(hardest) >= HOLD_FROM ? hardest : last);
  }
  return readings;
}

function minutesOf(trial: Trial, set: string): readonly Minute[] {
  const { subject, activity } = trial;
  const readings = sent(trial);
  const found: Minute[] = [];
  for (let from = 0; from < readings.length; from += MINUTE_S) {
    const minute = readings.slice(from, from + MINUTE_S);
    if (minute.length < SHORTEST_S) break;
    const axis = (index: 0 | 1 | 2) => minute.map((reading) => reading[index]);
    const [x, y, z] = [axis(0), axis(1), axis(2)];
    const length = Math.hypot(mean(x), mean(y), mean(z));
    found.push({
      set,
      subject,
      activity,
      readings: minute.length,
      strength: Math.sqrt(variance(minute.map(magnitude))),
      direction: Math.sqrt(variance(x) + variance(y) + variance(z)),
      pointing: [mean(x) / length, mean(y) / length, mean(z) / length],
    });
  }
  return found;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function variance(numbers: readonly number[]): number {
  const middle = mean(numbers);
  return mean(numbers.map((one) => (one - middle) ** 2));
}

function postureOf({ activity }: Minute): string | undefined {
  return Object.keys(POSTURES).find((posture) => POSTURES[posture]?.includes(activity));
}

/** The posture whose mean direction in other recordings is nearest. */
function nearestPosture({ pointing }: Minute, known: readonly Minute[]): string | undefined {
  const likeness = (posture: string): number => {
    const same = known.filter((one) => postureOf(one) === posture);
    if (same.length === 0) return Number.NEGATIVE_INFINITY;
    const middle = ([0, 1, 2] as const).map((axis) => mean(same.map((one) => one.pointing[axis])));
    const length = Math.hypot(...middle);
    return middle.reduce((sum, part, axis) => sum + (part * (pointing[axis] ?? 0)) / length, 0);
  };
  return Object.keys(POSTURES).sort((a, b) => likeness(b) - likeness(a))[0];
}

/** Share of minutes whose posture is the one of the label, with postures learned from `others`. */
function rightPostures(set: string, others: (minute: Minute) => readonly Minute[]): string {
  const labelled = minutes.filter((minute) => minute.set === set && postureOf(minute) !== undefined);
  const right = labelled.filter((minute) => nearestPosture(minute, others(minute)) === postureOf(minute));
  return percent(right.length, labelled.length);
}

function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.round((100 * part) / of)} %`;
}

function page(): string {
  const sets = [...new Set(minutes.map(({ set }) => set))];
  const withPostures = sets.filter(
    (set) =>
      new Set(
        minutes
          .filter((one) => one.set === set)
          .map(postureOf)
          .filter((one) => one !== undefined),
      ).size === Object.keys(POSTURES).length,
  );
  const rows = MOVEMENTS.map((expected) => {
    const of = minutes.filter(({ activity }) => EXPECTED[expected].includes(activity));
    const shares = MOVEMENTS.map((found) =>
      percent(of.filter((minute) => movementOf(minute) === found).length, of.length),
    );
    return `| ${LABELS[expected]} | ${of.length} | ${shares.join(' | ')} |`;
  });
  const postures = withPostures.map((set) => {
    const own = rightPostures(set, ({ subject }) =>
      minutes.filter((one) => one.set === set && one.subject !== subject && postureOf(one) !== undefined),
    );
    const other = rightPostures(set, () =>
      minutes.filter(
        (one) => one.set !== set && withPostures.includes(one.set) && postureOf(one) !== undefined,
      ),
    );
    return `| ${set} | ${own} | ${other} |`;
  });
  const still = Object.keys(POSTURES).map((posture) => {
    const of = minutes.filter((one) => postureOf(one) === posture);
    const found = of.filter((minute) => movementOf(minute) === 'STILL').length;
    return `${posture} ${percent(found, of.length)}`;
  });
  return `# Movement

<!-- Written by npm run evaluate-movement. -->

The band of a resident's day and the line "Now" say how a wearer moved in each minute. The rule is simple, and this page says how right
it is on recordings of people whose activity is known. It changes no alert.

| The band says | A minute in which |
|---|---|
| ${NAMES.ACTIVE} | the length of the acceleration varies by ${ACTIVE_FROM} m/s² or more (standard deviation of the readings) |
| ${NAMES.LIGHT} | it varies less, but the acceleration in space varies by ${LIGHT_FROM} m/s² or more: the arm turns |
| ${NAMES.STILL} | neither |

## How right it is

Minutes of ${sets.join(', ')}, with one reading a second as [firmware.md](firmware.md) describes it. The end of a recording counts
from ${SHORTEST_S} s on. The limits were chosen on the same recordings, so other wearers and wearables may do worse.

| What the person did | Minutes | ${MOVEMENTS.map((found) => NAMES[found]).join(' | ')} |
|---|--:|--:|--:|--:|
${rows.join('\n')}

Told to sit, stand or lie, people still move their arms. An exercise bike moves the legs and not the wrist.

## Why it does not say lying, sitting or standing

A wrist at rest is as quiet in all three: still are ${still.join(', ')} of the minutes. What is left
is where the forearm points. The table shows how often that tells the right one of the three: learned from other people with the same
wearable in the same study, who were asked to sit and lie in the same way, and learned from the other study. A guess is right in 33 %.

| Recordings | Learned in the same study | Learned in the other study |
|---|--:|--:|
${postures.join('\n')}

Wearables have their axes in different directions, on either arm, and a forearm on a table points like a forearm on a mattress. Vigil
therefore says "still", and not in which posture.
`;
}
