import { readFileSync } from 'node:fs';
import { DAY } from './day.ts';
import { casesOf, way } from './judge.ts';
import { type Case, type Figures, figuresOf, groupBy, LEVELS, type Level, mean } from './metrics.ts';
import { type Curve, type Point, tradeOffPlot } from './plot.ts';
import { DATA_SETS } from './recordings.ts';
import type { ServiceFigures } from './service-figures.ts';
import {
  dayTable,
  deliveryTable,
  deviceTable,
  type Evaluated,
  extremesTable,
  firstMessages,
  gyroTable,
  lifeAlarms,
  lifeSetTable,
  lifeTable,
  missedGoals,
  NETWORK_WAYS,
  type NetworkName,
  peopleTable,
  percent,
  reliabilityTable,
  SENDING_NAMES,
  seconds,
  sendingTable,
  setTable,
  table,
} from './tables.ts';

export { SENDING_NAMES } from './tables.ts';

export interface ReportParts extends Evaluated {
  readonly date: string;
  readonly detector: string;
  readonly service: readonly ServiceFigures[];
}

/** Figures in one line for the terminal. */
export const sentence = ({ found, quiet, medianDelayS }: Figures): string =>
  `falls found ${percent(found)}, activities left alone ${percent(quiet)}, median delay ${seconds(medianDelayS)}`;

/** The text of docs/detection.md. */
export function reportOf(parts: ReportParts): string {
  const { date, detector, phases, service } = parts;
  const missed = missedGoals(parts);
  const priors = priorsOf();
  return `# Detection

<!-- Written by \`npm run evaluate\`, prose included: change detector/report.ts, not this file. -->

${date}, detector ${detector}. \`npm run evaluate\` wrote this page.

The evaluation plays every recording as a wearable would send it, one message per second. It scores every message with the code of
the service. The figures are for people, or devices, that were not in the training.

${setTable(parts)}

- **Falls.** Each trial of the first six data sets runs at ${phases} positions of the second boundary (FallAllD at two), after eight
  seconds of the person's own walking and after eight seconds of rest. A fall counts as found if a message within ten seconds after the impact
  reaches POTENTIAL, the level that alerts caregivers. Where a recording ends early, the person lies still or goes on with a calm
  activity of their own until six seconds after the impact.
- **Activities.** The authors of the first six data sets chose activities that resemble falls. An activity that never reaches
  POTENTIAL counts as left alone.
- **Ordinary life.** The last four data sets contain hours of ordinary life and sport.
- **The first four messages** of a stream do not count, because there is nothing to compare with. The rule for a first reading is
  stricter: of 1000 first readings during these activities ${firstMessages(parts, 'reading')} alert, depending on the data set; with samples
  ${firstMessages(parts, 'samples')}.
- **Standard errors** (±) are computed over people, because the streams of one person are similar.

## Limits of this evaluation

- **The falls are acted.** Mostly young volunteers fell on mats. The older people recorded activities only. Falls of old or ill
  people are softer and slower, and many people who fall stay on the floor for long.
- **Few people.** Four to eleven people fell in each data set. One person can move a figure by several points.
- **Wrist only.** No recording is from a pendant, a belt or a pocket.
- **Ordinary life is short.** ${lifeHours(parts)} hours are two days of one person. An event that happens once a week is not in them.
  DSA, WISDM and selfBACK are scripted; only Bangle.js is not, and it has no gyro.
- **We chose the design on these people.** Type and inputs of the networks were chosen while most of these people were in view. The
  data sets keep other people aside.
- **Sensors.** A wearable needs at least 25 Hz, ±8 g and ±500 °/s, without smoothing. The second sensor of SmartFallMM clips at
  ±2 g and ±125 °/s: with one reading per second it finds a minority of the falls.
- **Other sensors are unproven.** Pressure, foot pressure and heart rate add bounded log-odds after an impact
  (\`src/readings/scoring/evidence.ts\`). No recording contains them.

## Goals

${missed.length === 0 ? 'All goals are reached.' : `These goals are missed:\n\n${missed.map((line) => `- ${line}`).join('\n')}\n\n${REASONS}`}

## People the detector has not seen

The networks were trained without the person. The goal column names falls found / activities left alone, in percent. The last four
columns show how many falls and activities reach the higher levels.

### One reading per second

${peopleTable(parts, 'reading')}

### Parts

The wearable sends five parts of twelve numbers per second, rounded to one decimal (the resting vector to two).

${peopleTable(parts, 'parts')}

### Samples

${peopleTable(parts, 'samples')}

![Falls found against activities that raise an alarm](detection.svg)

For comparison, Fula & Moreno (2024) report 90.6 % sensitivity at 96.9 % specificity: wrist, three data sets, raw signal at full rate.

## Devices the detector has not seen

The networks were trained without the whole data set; both sensors of SmartFallMM were left out together. "At POTENTIAL" is falls
found / activities left alone in percent, at the released level. The next column shows the falls found at the threshold that leaves
97 % of this data set's activities alone.

${deviceTable(parts)}

## Without a gyro

A wearable without a gyro sends null for its values. Networks of their own use the turn of the acceleration's direction instead.
Falls found / activities left alone in percent, with the gyro removed from every recording; parts give the same as samples:

${gyroTable(parts)}

## Late and lost messages

Falls found in percent, at one position of the second boundary. A late reading keeps the time at which the wearable
sent it. Lateness therefore reaches the scores only up to the 0.3 s that the service cannot know. A lost message leaves a gap in the
window. No network can find an impact that never arrives.

### One reading per second

${deliveryTable(parts, 'reading')}

### Samples

${deliveryTable(parts, 'samples')}

## A whole day

False alarms per hour of recording: POTENTIAL / HIGH / CONFIRMED. An alarm is one event as caregivers see it: suspicious readings less
than 60 s apart are one event, of five minutes at most. "Without" counts all four data sets with the gyro removed.

${lifeTable(parts)}

By data set:

${lifeSetTable(parts)}

The next table shows false alarms in a 16-hour day of an active older person without sport. We assume
${dayText()}. Older people sit or lie for 9.4 of their waking hours on average (Harvey, Chastin and Skelton, Journal of Aging
and Physical Activity 2015). Housework, errands, car and train were recorded without a gyro only; their rates come from there.
The limit "at most" is the 95 % limit of a Poisson count, for POTENTIAL per hour.

${dayTable(parts)}

These rates rest on few alarms. One alarm in a kind with two hours of recording is four in a day with eight hours of that kind.
The alarms of ordinary life, as a mean over the positions of the second boundary:

- one reading: ${lifeAlarms(parts, way('reading'))}.
- samples: ${lifeAlarms(parts, way('samples'))}.
- one reading, no gyro: ${lifeAlarms(parts, way('reading', false))}.
- samples, no gyro: ${lifeAlarms(parts, way('samples', false))}.

## Activities that alarm most, falls found least

Share of the streams that raise an alert, for kinds with at least four trials.

Activities:

${extremesTable(parts, false)}

Falls:

${extremesTable(parts, true)}

## Which sample to send

A wearable that sends one reading per second sends the hardest sample of the second if it reaches 20 m/s², and the last sample
otherwise. We call this the adaptive hold. A wearable that always sends the last sample misses most impacts. Falls found by people
left out:

${sendingTable(parts)}

A single reading does not show how the wearable chose it, so Vigil ships no networks for last samples. Firmware that cannot hold the
peak should send \`parts\` or \`samples\`.

## Confidence

The confidence is calibrated on people left out, by Platt's method, with every data set counted alike (the second sensor of
SmartFallMM excepted). ${priorText(priors)} In daily life falls are much rarer, so a confidence of 0.9 does not mean that nine of ten
alerts are falls.

The table compares the mean confidence of streams with the share of falls among them, weighted with the same share of falls (number of
streams in brackets). It counts streams with an impact of at least 18 m/s²; without one no network is asked. False alarms can raise
the level of one wearer; this page shows the released levels.

${reliabilityTable(parts, priors.values)}

## Through the running service

${serviceText(service)}

## Data and licences

The recordings are public research data and not part of this repository. The networks contain none of them. Read the licences of
FallAllD, SmartFallMM and HIFD at their authors' before you sell anything that is built on them.

${table(
  ['data set', 'source'],
  parts.sets.map(({ label, source }) => [label, source]),
)}
`;
}

/** Why goals are missed, as far as the recordings show it. */
const REASONS = `The reasons, as far as the recordings show them:

- **One reading per second** shows one sample of forty. A quick arm movement has the same blow, turn and stillness as a soft fall.
  More falls found would mean more false alarms in ordinary life: the released level is a compromise of both goals.
- **SmartFallMM.** Its falls come 0.2 to 2 s after the start of the recording, and the volunteers get up at once. Nearly half
  of the missed falls are those of one person who falls softly, partly below the 18 m/s² from which the detector looks for a fall.
- **FallAllD.** Falls after which the volunteer gets up or jogs on at once, and slides without an impact, are found least. No
  other data set has such falls: without FallAllD in the training most of them stay unseen.
- **HIFD left out.** One of its activities is hitting the sensor. The threshold that leaves 97 % of its activities alone must leave
  these blows alone too, and loses falls. At the released level more falls are found.
- **Ordinary life.** Nine hours were recorded with a gyro, so a single alarm is 0.11 per hour. The list of alarms below the table
  of the day names them.`;

function lifeHours({ sets, judged }: Evaluated): string {
  const names = new Set(sets.filter(({ kind }) => kind === 'life').map(({ name }) => name));
  const trials = new Map(
    judged
      .filter(({ set }) => names.has(set))
      .map(({ set, trial, recordedS }) => [`${set} ${trial}`, recordedS]),
  );
  return ([...trials.values()].reduce((sum, recordedS) => sum + recordedS, 0) / 3600).toFixed(0);
}

const dayText = (): string =>
  Object.entries(DAY)
    .map(([kind, hours]) => `${hours} h ${kind}`)
    .join('; ');

interface Priors {
  readonly values: Readonly<Record<NetworkName, number>>;
  /** Whether the weights state them. */
  readonly stated: boolean;
}

const EVEN = 0.5;

/** The share of falls for which each network was calibrated: figures in the weights that the service does not need. */
function priorsOf(): Priors {
  const file = new URL('../src/readings/scoring/weights.json', import.meta.url);
  const { networks } = JSON.parse(readFileSync(file, 'utf8')) as {
    networks: Record<string, { prior?: number }>;
  };
  const priorOf = (name: NetworkName) => networks[name]?.prior;
  const names = Object.keys(NETWORK_WAYS) as NetworkName[];
  return {
    values: {
      reading: priorOf('reading') ?? EVEN,
      samples: priorOf('samples') ?? EVEN,
      'reading-nogyro': priorOf('reading-nogyro') ?? EVEN,
      'samples-nogyro': priorOf('samples-nogyro') ?? EVEN,
    },
    stated: names.every((name) => priorOf(name) !== undefined),
  };
}

function priorText({ values, stated }: Priors): string {
  const shares = Object.entries(values).map(([name, prior]) => `${(100 * prior).toFixed(0)} % (${name})`);
  return stated
    ? `It assumes that this share of the impacts is from falls: ${shares.join(', ')}.`
    : 'The weights state no share of falls; the table assumes one half.';
}

const labelOf = (name: string): string => DATA_SETS.find((set) => set.name === name)?.label ?? name;

function serviceText(measured: readonly ServiceFigures[]): string {
  const [first] = measured;
  if (first === undefined)
    return 'Not measured with these weights: `npm run evaluate -- --through service` does it.';
  return `A load generator sends the same recordings to a service over MQTT, as the backlogs of ten wearables, and reads the scores over HTTP
(${first.date}, ${first.phases === 1 ? 'one position' : `${first.phases} positions`} of the second boundary). This checks that the service scores as this page does. It does not
measure unseen people: the service has only the released networks. Readings carry three decimals, which changes a few results.

${table(
  [
    '',
    'streams',
    'falls found',
    'activities left alone',
    'delay, median',
    'in process',
    'alert in one, not in the other',
  ],
  measured.map(({ data, sending, streams, otherwise, service, inProcess }) => [
    `${labelOf(data)}, ${SENDING_NAMES[sending]}`,
    `${streams}`,
    percent(service.found),
    percent(service.quiet),
    seconds(service.medianDelayS),
    `${percent(inProcess.found)} / ${percent(inProcess.quiet)}`,
    `${otherwise}`,
  ]),
)}`;
}

const CURVES = [
  ['reading', '#1f6fb2'],
  ['parts', '#b2451f'],
  ['samples', '#2c8a4b'],
] as const;

/** docs/detection.svg: falls found against activities that alarm, as the threshold falls. */
export function plotOf({ judged }: Evaluated): string {
  const curves = CURVES.map(([sending, colour]): Curve => {
    const sets = [...groupBy(casesOf(judged, way(sending)), ({ set }) => set).values()].filter((cases) =>
      cases.some(({ fall }) => fall),
    );
    const at = (above: number | Level): Point => pointOf(sets, above);
    return {
      label: SENDING_NAMES[sending],
      colour,
      points: thresholdsOf(sets.flat()).map(at),
      marks: LEVELS.map((level) => ({ label: level, at: at(level) })),
    };
  });
  return tradeOffPlot('Falls found against activities that raise an alarm', curves);
}

function pointOf(sets: readonly (readonly Case[])[], above: number | Level): Point {
  const figures = sets.map((cases) => figuresOf(cases, above));
  return {
    alarms: mean(figures.map(({ quiet }) => 1 - quiet)),
    found: mean(figures.map(({ found }) => found)),
  };
}

/** From the confidence of all activities up to that of the tenth that alarms most. */
function thresholdsOf(cases: readonly Case[]): number[] {
  const ordered = cases
    .filter(({ fall }) => !fall)
    .map(({ confidence }) => confidence)
    .sort((a, b) => b - a);
  return Array.from({ length: 80 }, (_, i) => ordered[Math.floor((i / 80) * 0.12 * ordered.length)] ?? 0);
}
