import { choiceTable, evaluationOf } from './choices.ts';
import { casesOf, way } from './judge.ts';
import { LEVELS, type Level } from './levels.ts';
import { type Case, type Figures, figuresOf, groupBy, mean } from './metrics.ts';
import { type Curve, type Point, tradeOffPlot } from './plot.ts';
import type { ServiceFigures } from './service-figures.ts';
import {
  deliveryTable,
  deviceTable,
  type Evaluated,
  foundRange,
  gyroTable,
  lifeHours,
  missedGoals,
  peopleTable,
  percent,
  ringing,
  SENDING_NAMES,
  seconds,
  setTable,
  wardTable,
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
  return `# Detection

<!-- Written by \`npm run evaluate\`, prose included: change detector/report.ts, not this file. -->

${date}, detector ${detector}. \`npm run evaluate\` plays recordings as a wearable would send them, one message per second, and
scores them with the code of the service. All figures are for people, or devices, that were not in the training.

## What a ward hears

False alarms in ordinary life without sport, for a ward of 25 residents and a shift of 8 hours. An alert is on the board at once. It
rings if it is CONFIRMED, or if it stands ten seconds after the impact. A home has about one real fall per ward and nine days.

${wardTable(parts)}

- **At most** is the exact 95 % limit of a Poisson count: to show one false alarm per shift takes 600 hours without any. The recordings
  are livelier than a ward.
- **What rang**, as a mean over ${phases} positions of the second boundary:
  - one reading: ${ringing(parts, way('reading'))};
  - parts: ${ringing(parts, way('parts'))};
  - one reading, no gyro: ${ringing(parts, way('reading', false))};
  - parts, no gyro: ${ringing(parts, way('parts', false))}.
- **Until a phone rings**: in the tables below, from the impact. The OK window (\`OK_WINDOW_SECONDS\`) runs at the same time, except for
  CONFIRMED. A phone rings when both are over.
- **[Sensitivity](response.md#sensitivity)**: falls that ring of those whose wearers stay down (without the second sensor of SmartFallMM),
  and false alarms that ring per shift, with a gyro.

${choiceTable(evaluationOf(parts))}

## People the detector has not seen

A fall is found if a message within ten seconds after the impact reaches POTENTIAL. If the wearer stays down, it should ring; otherwise it
should be on the board. Goals are in brackets, missed ones in bold. ± is the standard error over people.

### One reading per second

${peopleTable(parts, 'reading')}

### Parts

A wearable that sends \`samples\` gets the same result, because Vigil reduces them to parts.

${peopleTable(parts, 'parts')}

![Falls found against activities that raise an alert](detection.svg)

## Goals

${missed.length === 0 ? 'All goals are reached.' : `These goals are missed:\n\n${missed.map((line) => `- ${line}`).join('\n')}\n\n${REASONS}`}

## Limits of this evaluation

- **The falls are acted.** Mostly young volunteers fell on mats. Falls of old or ill people are softer and slower.
- **Few people.** Four to eleven people fell in each data set. One person can move a figure by several points.
- **One training.** Another seed moves falls found by a point, FallAllD's by up to four ([training](../training/README.md#tried-and-left-out)).
- **Wrist only.** No recording is from a pendant, a belt or a pocket.
- **Ordinary life is short.** ${lifeHours(parts)} hours are less than two days of one person. DSA, WISDM and selfBACK are scripted.
- **Who stays down.** Volunteers get up after a few seconds; in half of these streams the stillest moment lasts instead. Nobody lies on
  the floor and moves: such a fall may count as moved on.
- **We chose the design on these people**; the data sets keep others aside.
- **Sensors.** A wearable needs at least 25 Hz, ±8 g and ±500 °/s, without smoothing. The second sensor of SmartFallMM shows what
  a poor one costs.
- **Other sensors.** Only FallAllD has air pressure, and no recording has foot pressure or heart rate.
- **Confidence** is calibrated for recordings full of falls: 0.9 does not mean that nine of ten alerts are falls.

## Devices the detector has not seen

The networks were trained without the whole data set. Falls found / activities left alone in percent at POTENTIAL, and the falls found
at the threshold that leaves 97 % of this data set's activities alone.

${deviceTable(parts)}

## Without a gyro

Networks of their own use the turn of the acceleration's direction instead. The gyro was removed from every recording.

${gyroTable(parts)}

## Late and lost messages

Falls found, as a mean over the data sets. No network can find an impact that never arrives.

${deliveryTable(parts)}

## Which sample to send

A wearable that sends one reading per second sends the hardest sample of the second if it reaches 20 m/s², otherwise the last
([adaptive hold](firmware.md#adaptive-hold)). One that always sends the last sample finds ${foundRange(parts, 'last')} of the falls,
depending on the data set. Firmware that cannot hold the peak should send \`parts\` or \`samples\`.

## Through the running service

${serviceText(service)}

## Data and licences

Each trial of the data sets with falls runs at ${phases} positions of the second boundary (FallAllD at two), after eight seconds of the
person's own walking and after eight seconds of rest. The first four messages of a stream do not count. The recordings are public
research data and not part of this repository. Read the licences of FallAllD, SmartFallMM and HIFD at their authors' before you sell
anything that is built on them.

${setTable(parts)}
`;
}

/** Why goals are missed, as far as the recordings show it. */
const REASONS = `The reasons, as far as the recordings show them:

- **Ordinary life.** A few hard movements, each followed by stillness: a blow in a lift, an arm that turns over in bed. What follows
  them looks like a fall; only networks that know more of such movements can tell them apart.
- **SmartFallMM.** Its falls come 0.2 to 2 s after the start of the recording. Nearly half of the missed ones are those of one person
  who falls softly, partly below the 18 m/s² from which the detector looks for a fall.
- **FallAllD.** Falls after which the volunteer gets up or jogs on at once, and slides without an impact, are found least. No
  other data set has such falls.`;

function serviceText(measured: readonly ServiceFigures[]): string {
  const [first] = measured;
  if (first === undefined)
    return 'Not measured with these weights: `npm run evaluate -- --through service` does it.';
  const sum = (of: (one: ServiceFigures) => number): number =>
    measured.reduce((total, one) => total + of(one), 0);
  return `The service scores as this page does: of ${sum(({ streams }) => streams)} streams that a load generator sent to it over MQTT
(${first.date}), ${sum(({ otherwise }) => otherwise)} alert in one and not in the other.`;
}

const CURVES = [
  ['reading', '#1f6fb2'],
  ['parts', '#b2451f'],
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
  return tradeOffPlot('Falls found against activities that raise an alert', curves);
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
