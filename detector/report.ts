import {
  alertsByActivity,
  confidenceAtSpecificity,
  type Figures,
  figuresByPerson,
  figuresOf,
  LEVELS,
  type Outcome,
  shareAbove,
  standardError,
} from './metrics.ts';
import type { Sending } from './replay.ts';
import type { ServiceFigures } from './service-figures.ts';

/** Results of one way of sending. */
export interface Evaluation {
  readonly sending: Sending;
  /** Each person scored by networks trained, and levels chosen, without that person. */
  readonly strangers: readonly Outcome[];
  /** The same networks with the released levels, chosen on all people. */
  readonly sharedLevels: readonly Outcome[];
  /** The released weights on their training data. */
  readonly shipped: readonly Outcome[];
  /** Like the first, under other conditions. */
  readonly lives: readonly (readonly [name: string, outcomes: readonly Outcome[]])[];
}

/** Results of one data set. */
export interface DataSet {
  readonly name: string;
  readonly trials: number;
  readonly people: number;
  readonly evaluations: readonly Evaluation[];
}

export interface ReportParts {
  readonly date: string;
  readonly detector: string;
  readonly phases: number;
  readonly sets: readonly DataSet[];
  readonly service: readonly ServiceFigures[];
}

export const SENDING_NAMES: Readonly<Record<Sending, string>> = {
  reading: 'one reading, adaptive hold',
  last: 'one reading, last sample',
  samples: 'all samples',
};

const ACTIVITIES: Readonly<Record<string, string>> = {
  F01: 'slip forward',
  F02: 'slip sideways',
  F03: 'slip backward',
  F04: 'trip forward',
  F05: 'backward while sitting down',
  F06: 'fainting seated, forward',
  F07: 'fainting seated, backward',
  F08: 'fainting seated, sideways',
  D01: 'walk',
  D02: 'jog',
  D03: 'stairs',
  D04: 'sit and get up',
  D05: 'collapse into a chair',
  D06: 'crouch and tie shoes',
  D07: 'stumble',
  D08: 'jump',
  D09: 'hit a table',
  D10: 'clap',
  D11: 'door',
};

const percent = (share: number): string => (Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`);
const seconds = (value: number): string => (Number.isNaN(value) ? '–' : `${value.toFixed(1)} s`);

const HEAD = [
  '| | sensitivity | specificity | F1 | false alarms/h | delay, median | delay, 90 % |',
  '|---|---|---|---|---|---|---|',
];

const row = (name: string, f: Figures): string =>
  `| ${name} | ${percent(f.sensitivity)} | ${percent(f.specificity)} | ${f.f1.toFixed(3)} | ${f.falseAlarmsPerHour.toFixed(1)} | ${seconds(f.medianDelayS)} | ${seconds(f.slowDelayS)} |`;

export const overview = (
  evaluations: readonly Evaluation[],
  of: 'strangers' | 'sharedLevels' | 'shipped',
): string => [...HEAD, ...evaluations.map((e) => row(SENDING_NAMES[e.sending], figuresOf(e[of])))].join('\n');

/** Target for people left out, at a threshold with this specificity. */
interface Target {
  readonly data: string;
  readonly sending: Sending;
  readonly specificity: number;
  readonly sensitivity: number;
}

const TARGETS: readonly Target[] = [
  { data: 'recordings.ndjson.gz', sending: 'reading', specificity: 0.97, sensitivity: 0.96 },
  { data: 'recordings.ndjson.gz', sending: 'samples', specificity: 0.97, sensitivity: 0.99 },
  { data: 'recordings-uma.ndjson.gz', sending: 'reading', specificity: 0.96, sensitivity: 0.94 },
  { data: 'recordings-uma.ndjson.gz', sending: 'samples', specificity: 0.96, sensitivity: 0.94 },
];
const SPECIFICITIES = [0.96, 0.97, 0.98, 0.99];

const ofSending = ({ evaluations }: DataSet, sending: Sending): Evaluation | undefined =>
  evaluations.find((one) => one.sending === sending);

/** Sensitivity at the threshold that gives a specificity. All people use the same scale: the released levels. */
function specificityTable({ evaluations }: DataSet): string {
  const shown = evaluations.filter(({ sending }) => sending !== 'last');
  return [
    `| | ${SPECIFICITIES.map((one) => `at ${100 * one} %`).join(' | ')} | released threshold |`,
    `|---|${SPECIFICITIES.map(() => '---|').join('')}---|`,
    ...shown.map(({ sending, sharedLevels, strangers }) => {
      const at = SPECIFICITIES.map((one) =>
        percent(shareAbove(sharedLevels, true, confidenceAtSpecificity(sharedLevels, one))),
      );
      const { sensitivity, specificity } = figuresOf(strangers);
      return `| ${SENDING_NAMES[sending]} | ${at.join(' | ')} | ${percent(sensitivity)} at ${percent(specificity)} |`;
    }),
  ].join('\n');
}

/** Each target, at the best threshold and at the released levels; and the cost of one threshold on the other device. */
function targetTable(sets: readonly DataSet[]): string {
  const rows = TARGETS.flatMap((target) => {
    const set = sets.find(({ name }) => name === target.data);
    const evaluation = set && ofSending(set, target.sending);
    if (set === undefined || evaluation === undefined) return [];
    const above = confidenceAtSpecificity(evaluation.sharedLevels, target.specificity);
    const found = shareAbove(evaluation.sharedLevels, true, above);
    const elsewhere = sets
      .filter(({ name }) => name !== target.data)
      .map((other) => 1 - shareAbove(ofSending(other, target.sending)?.sharedLevels ?? [], false, above));
    const { sensitivity, specificity } = figuresOf(evaluation.strangers);
    const reached = sensitivity >= target.sensitivity && specificity >= target.specificity;
    return [
      `| ${deviceOf(set.name)}, ${SENDING_NAMES[target.sending]} | ${percent(target.sensitivity)} at ${percent(target.specificity)} | ${percent(found)}${found >= target.sensitivity ? '' : ' (**missed**)'} | ${elsewhere.map(percent).join(', ')} | ${percent(sensitivity)} at ${percent(specificity)}${reached ? '' : ' (**missed**)'} |`,
    ];
  });
  return [
    '| | target | sensitivity at that specificity | specificity of the other device at that threshold | released threshold |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const SERVICE_HEAD = [
  '| | streams | sensitivity | specificity | delay, median | in process | alert in one, not in the other |',
  '|---|---|---|---|---|---|---|',
];

function serviceTable(measured: readonly ServiceFigures[]): string {
  return [
    ...SERVICE_HEAD,
    ...measured.map(
      ({ data, sending, streams, otherwise, service, inProcess }) =>
        `| ${deviceOf(data)}, ${SENDING_NAMES[sending]} | ${streams} | ${percent(service.sensitivity)} | ${percent(service.specificity)} | ${seconds(service.medianDelayS)} | ${percent(inProcess.sensitivity)} at ${percent(inProcess.specificity)} | ${otherwise} |`,
    ),
  ].join('\n');
}

/** One way of sending, with the result of every trial. */
export interface Judged {
  readonly sending: Sending;
  readonly outcomes: readonly Outcome[];
}

export function levelTable(outcomes: readonly Outcome[]): string {
  return [
    '| from level | falls | activities | false alarms/h | delay, median | delay, 90 % | share of falls among streams that end at this level |',
    '|---|---|---|---|---|---|---|',
    ...LEVELS.map((level) => {
      const f = figuresOf(outcomes, level);
      return `| ${level} | ${percent(f.sensitivity)} | ${percent(1 - f.specificity)} | ${f.falseAlarmsPerHour.toFixed(1)} | ${seconds(f.medianDelayS)} | ${seconds(f.slowDelayS)} | ${percent(f.trueShare)} |`;
    }),
  ].join('\n');
}

const livesTable = ({ lives }: Evaluation): string =>
  [...HEAD, ...lives.map(([name, outcomes]) => row(name, figuresOf(outcomes)))].join('\n');

export function activityTable(judged: readonly Judged[]): string {
  const shares = judged.map(({ outcomes }) => alertsByActivity(outcomes));
  const names = [...(shares[0]?.keys() ?? [])];
  return [
    `| | ${judged.map(({ sending }) => SENDING_NAMES[sending]).join(' | ')} |`,
    `|---|${judged.map(() => '---|').join('')}`,
    ...names.map(
      (name) =>
        `| ${name} ${ACTIVITIES[name] ?? ''} | ${shares.map((share) => percent(share.get(name) ?? Number.NaN)).join(' | ')} |`,
    ),
  ].join('\n');
}

/** One row per person, and the mean over people with its standard error. */
export function personTable(judged: readonly Judged[]): string {
  const people = judged.map(({ outcomes }) => figuresByPerson(outcomes));
  const cells = (of: (sending: (typeof people)[number]) => string) => people.map(of).join(' | ');
  const spread = (values: readonly number[]) => {
    const known = values.filter((value) => !Number.isNaN(value));
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    return `${percent(mean)} ± ${(100 * standardError(known)).toFixed(1)}`;
  };
  const names = people[0]?.map(({ subject }) => subject) ?? [];
  return [
    `| | ${judged.map(({ sending }) => `${SENDING_NAMES[sending]}: falls found | specificity`).join(' | ')} |`,
    `|---|${judged.map(() => '---|---|').join('')}`,
    ...names.map(
      (name, i) =>
        `| ${name} | ${cells((some) => `${percent(some[i]?.sensitivity ?? Number.NaN)} | ${percent(some[i]?.specificity ?? Number.NaN)}`)} |`,
    ),
    `| mean ± standard error | ${cells((some) => `${spread(some.map(({ sensitivity }) => sensitivity))} | ${spread(some.map(({ specificity }) => specificity))}`)} |`,
  ].join('\n');
}

const DEVICES: Readonly<Record<string, string>> = {
  'recordings.ndjson.gz': 'WEDA-FALL, a smartwatch',
  'recordings-uma.ndjson.gz': 'UMAFall, another device: 20 Hz, gyro to ±250 °/s',
};

/** The short name, for a table's first column. */
const deviceOf = (name: string): string => (DEVICES[name] ?? name).split(',')[0] ?? name;

const judgedOf = ({ evaluations }: DataSet, of: 'strangers' | 'shipped'): Judged[] =>
  evaluations
    .filter(({ sending }) => sending !== 'last')
    .map((e) => ({ sending: e.sending, outcomes: e[of] }));

const sections = (sets: readonly DataSet[], body: (set: DataSet) => string, head = '###'): string =>
  sets.map((set) => `${head} ${DEVICES[set.name] ?? set.name}\n\n${body(set)}`).join('\n\n');

/** The text of docs/detection.md. */
export function reportOf({ date, detector, phases, sets, service }: ReportParts): string {
  const data = sets.map(
    ({ name, trials, people }) =>
      `${name} (${trials} trials of ${people} people; ${DEVICES[name] ?? 'unknown'})`,
  );
  return `# Detection

<!-- Written by \`npm run evaluate\`, prose included: change detector/report.ts, not this file. -->

${date}, detector ${detector}, from ${data.join(' and ')}, worn on the wrist. Written by \`npm run evaluate\`.

Every trial is played as a wearable would send it, one message a second, at ${phases} positions of the second boundary. Each
trial runs twice: after eight seconds of the person's own walking, and after eight seconds of rest.

A fall counts as found if a message within ten seconds after the impact reaches POTENTIAL. That is the level that alerts caregivers.
An activity that reaches POTENTIAL at any time is a false alarm. The authors of the data chose activities that resemble falls. An
hour of these activities is therefore harder than an ordinary hour.

## Limits of this evaluation

- **False alarms per day are unknown.** We found no long wrist recordings of ordinary days with a gyro. This page does not say how
  often a wearer raises a false alarm in a day or a week.
- **The falls are acted.** Mostly young people fell on mats. The older people recorded activities only. Falls of old or ill people are
  softer and slower, and nobody in the recordings lies on the floor for long.
- **Sensor range.** A wearable needs at least ±8 g and ±500 °/s. A sensor that clips at ±2 g finds almost no falls.
- **Few people.** The share of falls found per person lies between two thirds and all. Eight or nine people fell in each data set, so
  the figures have a standard error of a few points. The tables by person show the spread.

## People the detector has not seen

The evaluation scores each person with networks that were fitted to other people, at thresholds chosen on a third group
(\`training/README.md\`). These figures are the best estimate for a new wearer. One caveat remains: we chose the network type and its
inputs while most of these people were in view.

False alarms are counted as a caregiver receives them, per hour of recorded activity. A stream whose confidence passes the level counts
once, because readings less than a minute apart form one episode. An alarm in the seconds before the trial counts, but these seconds
do not count as time. An alarm in the stream of a fall is not a false alarm.

${sections(sets, ({ evaluations }) => overview(evaluations, 'strangers'))}

With the released thresholds, which were chosen on all of these people:

${sections(sets, ({ evaluations }) => overview(evaluations, 'sharedLevels'))}

### Sensitivity at other thresholds

The tables show the sensitivity for unseen people at thresholds other than the released one. Each threshold gives the specificity
named in its column, on the same data set:

${sections(sets, specificityTable, '####')}

All wearables share one threshold, because a reading does not name its device model. The first data set sets the threshold. The
specificity on the other device is therefore higher than necessary. Where the table says **missed**, the released threshold
does not reach the target. The fourth column shows what it would cost the same network to reach it.

${targetTable(sets)}

For comparison, Fula & Moreno (2024) report 90.6 % sensitivity at 96.9 % specificity: wrist, three data sets, raw signal at full rate.

![Falls found against false alarms, first data set](detection.svg)

## By person

${sections(sets, (set) => personTable(judgedOf(set, 'strangers')))}

## The released networks on their training data

These figures do not measure the detector. They show how much it overfits.

${sections(sets, ({ evaluations }) => overview(evaluations, 'shipped'))}

### Through the running service

${serviceText(service)}

## Which sample to send

A wearable that sends one reading per second sends the hardest sample of the second if it reaches 20 m/s², and the last sample
otherwise. We call this the adaptive hold. A wearable that always sends the last sample misses most impacts, and no model can
find a fall in such a stream.

A single reading does not show how the wearable chose it. An earlier study fitted weights to last samples of these recordings and
tested them on ten other people. It found 80 % of the falls at 38 false alarms per hour. Vigil therefore ships no weights for last
samples. Firmware that cannot hold the peak should send \`samples\`.

## Confidence levels

A confidence is a calibrated logit. SUSPICIOUS, POTENTIAL, HIGH and CONFIRMED begin at the thresholds that a fixed share of unseen
people's activities passes: 15, 3.2, 1.6 and 0.4 % for readings, 12, 2.6, 1.2 and 0.3 % for samples. The data set with the larger share
sets each threshold. Rules about single readings add to SUSPICIOUS.

${sets.map((set) => set.evaluations.map((e) => `### ${capital(SENDING_NAMES[e.sending])}, ${DEVICES[set.name] ?? set.name}\n\n${levelTable(e.strangers)}`).join('\n\n')).join('\n\n')}

The last column depends on the mix of recordings. In daily life falls are rarer.

## Alerts by activity

Share of streams that raise an alert. Rows F and …Fall are falls found, all other rows are false alarms.

${sections(sets, ({ evaluations }) => activityTable(evaluations.map(({ sending, strangers }) => ({ sending, outcomes: strangers }))))}

## Other conditions

${sets
  .flatMap((set) =>
    set.evaluations
      .filter(({ lives }) => lives.length > 0)
      .map(
        (e) =>
          `### ${capital(SENDING_NAMES[e.sending])}, ${DEVICES[set.name] ?? set.name}\n\n${livesTable(e)}`,
      ),
  )
  .join('\n\n')}

"Stays down after" repeats the stillest moment of every trial for eight seconds, for activities as well as falls. A person who sits
down hard and does not move looks like a fall. If the network loses 5 % of the messages, it loses one impact in twenty.

## Other sensors

Three other sensors support a suspicion after an impact: pressure (the wrist ends lower), foot pressure (gone after the impact) and
heart rate (a change within seconds). They add bounded log-odds (\`src/readings/scoring/evidence.ts\`). An absent or unchanged value
changes nothing. No recording contains these sensors. Their effect is **unproven**; the tests check only the implementation.
`;
}

function serviceText(measured: readonly ServiceFigures[]): string {
  const [first] = measured;
  if (first === undefined)
    return 'Not measured with these weights: `npm run evaluate -- --through service` does it.';
  return `A load generator sends the same recordings to a service over MQTT, as the backlogs of ten wearables, and reads the scores over HTTP
(${first.date}, ${first.phases} positions of the second boundary). This checks that the service scores as the figures above do. It does
not measure unseen people. Readings carry three decimals, which changes a few results.

${serviceTable(measured)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
