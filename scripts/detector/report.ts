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

/** What is known of one way of sending. */
export interface Evaluation {
  readonly sending: Sending;
  /** Each person judged by networks fitted, and levels chosen, without them. */
  readonly strangers: readonly Outcome[];
  /** The same networks at the levels that ship, chosen on all. */
  readonly sharedLevels: readonly Outcome[];
  /** The weights that ship, on the people that they were fitted to. */
  readonly shipped: readonly Outcome[];
  /** As the first, in other circumstances. */
  readonly lives: readonly (readonly [name: string, outcomes: readonly Outcome[]])[];
}

/** What is known from one data set. */
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

/** What is asked of the detector on people left out, at a threshold that leaves this share of the activities alone. */
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

/** Sensitivity wherever the threshold lies that gives a specificity. One scale for everybody: the levels that ship. */
function specificityTable({ evaluations }: DataSet): string {
  const shown = evaluations.filter(({ sending }) => sending !== 'last');
  return [
    `| | ${SPECIFICITIES.map((one) => `at ${100 * one} %`).join(' | ')} | where it ships |`,
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

/** Each target, by the curve and by what the levels that ship make of it; what one threshold costs on the other device. */
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
    '| | asked | found at that specificity | specificity of the other device there | where it ships |',
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

/** One way of sending, and what came of every trial that was sent so. */
export interface Judged {
  readonly sending: Sending;
  readonly outcomes: readonly Outcome[];
}

export function levelTable(outcomes: readonly Outcome[]): string {
  return [
    '| from level | falls | activities | false alarms/h | delay, median | delay, 90 % | of those that end with just this level, falls |',
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

/** One row a person, and the mean over people with its standard error. */
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
    `| | ${judged.map(({ sending }) => `${SENDING_NAMES[sending]}: falls found | activities left alone`).join(' | ')} |`,
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
  return `# How well falls are detected

<!-- Written by \`npm run evaluate\`, prose included: change scripts/detector/report.ts, not this file. -->

${date}, detector ${detector}, from ${data.join(' and ')}, worn on the wrist. Written by \`npm run evaluate\`.

Every trial is played as a wearable would send it, one message a second, at ${phases} positions of the second boundary, with
eight seconds of the person's own walking in front and again with eight seconds of rest. A fall is found when a message
within ten seconds after its impact reaches POTENTIAL, the level that alerts caregivers; an activity that reaches it at
any time is a false alarm. The activities were chosen by the data's authors to provoke: an hour of them is no ordinary hour.

## What is not known

- **False alarms a day.** Long wrist recordings of ordinary days with a gyro were not to be had. Nothing here says how often a
  wearer alarms in a day or a week.
- **Real falls.** These are acted, on mats, mostly by young people; the elderly among them recorded activities only. Falls of
  old or ill people are softer and slower, and nobody lies here for long.
- **Other sensors' ranges.** A wearable needs at least ±8 g and ±500 °/s; one that clips at ±2 g finds next to nothing.
- **Few people.** A person's falls are found between two times in three and always: figures over eight or nine people
  who fell have a standard error of some points, which the tables by person show.

## Strangers

Each person is judged by networks fitted to other people, at levels chosen on other people still (\`training/README.md\`).
This is what to expect of somebody new, but for one thing: the kind of network and of input was found with most of these
people in view.

False alarms are counted as a caregiver gets them: one for a stream whose confidence passes the level, however often it
does (readings less than a minute apart are one episode, and no stream is longer), per hour of recorded activity. The
seconds spliced in front count when they alarm, but not as time. What a fall's own stream raises is no false alarm.

${sections(sets, ({ evaluations }) => overview(evaluations, 'strangers'))}

With the levels that ship, chosen on all of them:

${sections(sets, ({ evaluations }) => overview(evaluations, 'sharedLevels'))}

### Asked and reached

A threshold could lie elsewhere than it ships. Sensitivity to strangers' falls at the threshold that leaves so many of the
activities of the same data set alone:

${sections(sets, specificityTable, '####')}

One threshold serves every wearable, as a reading does not tell which device it is of: it lies where the first data set's
activities ask for it, and the other device's are left alone more often than they need be. What is **missed** where it ships
is within reach of the same network only at the price of the fourth column.

${targetTable(sets)}

Published for comparison: wrist, three data sets, raw signal at full rate: 90.6 % at 96.9 % (Fula & Moreno 2024).

![Falls found against false alarms, first data set](detection.svg)

## By person

${sections(sets, (set) => personTable(judgedOf(set, 'strangers')))}

## The networks that ship, on the people they were fitted to

Not a measure of the detector: it shows how far fitting flatters.

${sections(sets, ({ evaluations }) => overview(evaluations, 'shipped'))}

### Through the running service

${serviceText(service)}

## Which sample to send

A wearable that sends one reading a second should send the hardest sample of the second if it was at least 20 m/s², and
the last otherwise (adaptive hold). A wearable that always sends the last sample shows its impact only by luck: most falls are
invisible in such a stream, whatever the model. A single reading does not tell which way it was chosen. An earlier study
fitted weights to last samples of these recordings and judged them on ten other people: 80 % of the falls at 38 false
alarms an hour. So there are none, and firmware that cannot hold the peak should send \`samples\`.

## What the levels mean

A confidence is a calibrated logit: SUSPICIOUS, POTENTIAL, HIGH and CONFIRMED begin where a set share of the activities of
people left out begins to pass (15, 3.2, 1.6 and 0.4 % of them for readings, 12, 2.6, 1.2 and 0.3 % for samples), in the data
set in which more of them do. Rules about single readings add to SUSPICIOUS.

${sets.map((set) => set.evaluations.map((e) => `### ${capital(SENDING_NAMES[e.sending])}, ${DEVICES[set.name] ?? set.name}\n\n${levelTable(e.strangers)}`).join('\n\n')).join('\n\n')}

The last column depends on the mix of the recordings; in daily life falls are rarer.

## Alerts by activity

Falls found (F, …Fall), false alarms (the others), in percent of streams.

${sections(sets, ({ evaluations }) => activityTable(evaluations.map(({ sending, strangers }) => ({ sending, outcomes: strangers }))))}

## Other circumstances

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

"Stays down after" holds the stillest moment of every trial for eight seconds, of activities as well: sitting down hard and
not moving looks like a fall. With 5 % of the messages lost, one impact in twenty is lost with them.

## What other sensors add

Pressure (a wrist that ends lower), foot pressure (gone after the impact) and heart rate (changed within seconds) support
a suspicion once there is an impact, by bounded log-odds (\`src/readings/scoring/evidence.ts\`); absent or unchanged they change
nothing. No recording has them: they are **unproven**, tested only to do what they say.
`;
}

function serviceText(measured: readonly ServiceFigures[]): string {
  const [first] = measured;
  if (first === undefined)
    return 'Not measured with these weights: `npm run evaluate -- --through service` does it.';
  return `The same weights on the same people, sent to a service over MQTT as ten wearables' backlogs and read back over HTTP
(${first.date}, ${first.phases} positions of the second boundary): whether the service scores as the figures above do, not how well it finds
strangers' falls. A sensor's three digits are sent, which now and then decides.

${serviceTable(measured)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
