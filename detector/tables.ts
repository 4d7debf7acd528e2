import { atMost, DAY, KINDS, kindOf, perHour, type Quiet, quietOf } from './day.ts';
import { DELIVERY_GOAL, DEVICE_GOALS, type Goal, GYRO_GOALS, LIFE_GOALS, PEOPLE_GOALS } from './goals.ts';
import { CONDITIONS, type Condition, casesOf, type Judged, keyOf, type Way, way } from './judge.ts';
import {
  alertsByActivity,
  type Case,
  confidenceAtSpecificity,
  type Figures,
  figuresOf,
  type Level,
  mean,
} from './metrics.ts';
import type { DataSet } from './recordings.ts';
import { reliabilityOf } from './reliability.ts';
import type { Sending } from './replay.ts';

/** Everything that the page is made of. */
export interface Evaluated {
  readonly sets: readonly DataSet[];
  readonly judged: readonly Judged[];
  readonly phases: number;
}

export const SENDING_NAMES: Readonly<Record<Sending, string>> = {
  reading: 'one reading, adaptive hold',
  last: 'one reading, last sample',
  parts: 'parts',
  samples: 'all samples',
};

const isKnown = (value: number): boolean => !Number.isNaN(value);
export const percent = (share: number): string => (isKnown(share) ? `${(100 * share).toFixed(1)} %` : '–');
export const seconds = (value: number): string => (isKnown(value) ? `${value.toFixed(1)} s` : '–');
const number = (share: number): string => (isKnown(share) ? (100 * share).toFixed(1) : '–');
const spread = (share: number, error: number): string =>
  isKnown(error) ? `${number(share)} ± ${number(error)} %` : percent(share);
const pair = ({ found, quiet }: Figures): string => `${number(found)} / ${number(quiet)}`;

/** Rows of cells as a Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Goals are compared as the page shows them: 92.96 % are 93.0 %. */
const rounded = (share: number): number => Math.round(1000 * share) / 1000;

interface Judgement {
  readonly text: string;
  readonly missed: boolean;
}

function judgeGoal(goal: Goal | undefined, found: number, quiet: number): Judgement {
  if (goal === undefined || !isKnown(found)) return { text: '', missed: false };
  const missed = [
    ...(rounded(found) < goal.found ? ['falls'] : []),
    ...(rounded(quiet) < goal.quiet ? ['activities'] : []),
  ];
  const wanted = `${100 * goal.found} / ${100 * goal.quiet}`;
  return missed.length > 0
    ? { text: `${wanted}, **missed: ${missed.join(', ')}**`, missed: true }
    : { text: `${wanted}, reached`, missed: false };
}

const ofSet = (cases: readonly Case[], { name }: DataSet): Case[] => cases.filter(({ set }) => set === name);
const withFalls = ({ sets }: Evaluated): DataSet[] => sets.filter(({ kind }) => kind === 'falls');
const goalsOf = <G>(goals: { reading: G; samples: G }, sending: Sending): G =>
  sending === 'reading' ? goals.reading : goals.samples;

export function setTable({ sets, judged }: Evaluated): string {
  return table(
    ['', 'device', 'falls', 'people who fell', 'activities', 'hours of activities', 'people'],
    sets.map(({ name, label, device }) => {
      const trials = new Map(judged.filter(({ set }) => set === name).map((own) => [own.trial, own]));
      const falls = [...trials.values()].filter(({ fall }) => fall);
      const activities = [...trials.values()].filter(({ fall }) => !fall);
      const people = (some: readonly Judged[]) => new Set(some.map(({ subject }) => subject)).size;
      const recordedS = activities.reduce((sum, own) => sum + own.recordedS, 0);
      return [
        label,
        device,
        falls.length > 0 ? `${falls.length}` : '–',
        falls.length > 0 ? `${people(falls)}` : '–',
        `${activities.length}`,
        (recordedS / 3600).toFixed(1),
        `${people([...trials.values()])}`,
      ];
    }),
  );
}

/** Falls found and activities left alone, for people left out. */
export function peopleTable(evaluated: Evaluated, sending: Sending): string {
  const all = casesOf(evaluated.judged, way(sending));
  return table(
    [
      '',
      'falls found',
      'activities left alone',
      'goal',
      'delay, median',
      ...['falls from HIGH', 'activities from HIGH', 'falls from CONFIRMED', 'activities from CONFIRMED'],
    ],
    withFalls(evaluated).map((set) => {
      const cases = ofSet(all, set);
      const figures = figuresOf(cases);
      const [high, confirmed] = [figuresOf(cases, 'HIGH'), figuresOf(cases, 'CONFIRMED')];
      const { found, foundError, quiet, quietError, medianDelayS } = figures;
      return [
        set.label,
        spread(found, foundError),
        spread(quiet, quietError),
        judgeGoal(goalsOf(PEOPLE_GOALS, sending)[set.name], found, quiet).text,
        seconds(medianDelayS),
        percent(high.found),
        percent(1 - high.quiet),
        percent(confirmed.found),
        percent(1 - confirmed.quiet),
      ];
    }),
  );
}

const OWN_SPECIFICITY = 0.97;

function leftOut(evaluated: Evaluated, set: DataSet, sending: Sending) {
  const cases = ofSet(casesOf(evaluated.judged, way(sending, true, 'device')), set);
  const own = figuresOf(cases, confidenceAtSpecificity(cases, OWN_SPECIFICITY));
  return { figures: figuresOf(cases), own };
}

export function deviceTable(evaluated: Evaluated): string {
  const ways = ['reading', 'samples'] as const;
  return table(
    [
      'data set left out',
      ...ways.flatMap((sending) => [
        `${SENDING_NAMES[sending]}: at POTENTIAL`,
        'falls found at 97 %',
        'goal',
      ]),
    ],
    withFalls(evaluated).map((set) => [
      set.label,
      ...ways.flatMap((sending) => {
        const { figures, own } = leftOut(evaluated, set, sending);
        const goal = goalsOf(DEVICE_GOALS, sending)[set.name];
        return [pair(figures), percent(own.found), judgeGoal(goal, own.found, OWN_SPECIFICITY).text];
      }),
    ]),
  );
}

export function gyroTable(evaluated: Evaluated): string {
  const ways: readonly [string, Way][] = [
    ['one reading', way('reading')],
    ['one reading, no gyro', way('reading', false)],
    ['samples', way('samples')],
    ['samples, no gyro', way('samples', false)],
  ];
  return table(
    ['', ...ways.map(([name]) => name)],
    withFalls(evaluated).map((set) => [
      set.label,
      ...ways.map(([, own]) => pair(figuresOf(ofSet(casesOf(evaluated.judged, own), set)))),
    ]),
  );
}

/** Falls found on each set, the mean, and the points that the mean loses. */
export function deliveryTable(evaluated: Evaluated, sending: Sending): string {
  const sets = withFalls(evaluated);
  const found = (condition: Condition) => deliveryFigures(evaluated, sending, condition);
  const base = mean(found('as sent').map((figures) => figures.found));
  return table(
    [
      '',
      ...sets.map(({ label }) => label),
      'mean',
      'cost in points',
      'activities left alone',
      'delay, median',
    ],
    Object.keys(CONDITIONS).map((condition) => {
      const figures = found(condition as Condition);
      const middle = mean(figures.map((one) => one.found));
      return [
        condition,
        ...figures.map((one) => number(one.found)),
        number(middle),
        condition === 'as sent' ? '' : (100 * (base - middle)).toFixed(1),
        number(mean(figures.map(({ quiet }) => quiet))),
        seconds(mean(figures.map(({ medianDelayS }) => medianDelayS))),
      ];
    }),
  );
}

const deliveryFigures = (evaluated: Evaluated, sending: Sending, condition: Condition): Figures[] => {
  const all = casesOf(evaluated.judged, way(sending), condition);
  return withFalls(evaluated).map((set) => figuresOf(ofSet(all, set)));
};

const LIFE_WAYS: readonly [string, Way][] = [
  ['one reading', way('reading')],
  ['parts', way('parts')],
  ['samples', way('samples')],
  ['one reading, no gyro', way('reading', false)],
  ['samples, no gyro', way('samples', false)],
];
const ALARM_LEVELS = ['POTENTIAL', 'HIGH', 'CONFIRMED'] as const;

const rate = (value: number): string => (isKnown(value) ? value.toFixed(2) : '–');
const rates = (quiet: Quiet): string =>
  quiet.hours > 0 ? ALARM_LEVELS.map((level) => rate(perHour(quiet, level))).join(' / ') : '–';
const hours = (quiet: Quiet): string => (quiet.hours > 0 ? quiet.hours.toFixed(1) : '–');

function lifeOf({ sets, judged }: Evaluated): Judged[] {
  const names = new Set(sets.filter(({ kind }) => kind === 'life').map(({ name }) => name));
  return judged.filter(({ set }) => names.has(set));
}

function lifeRow(name: string, some: readonly Judged[], phases: number): string[] {
  const found = LIFE_WAYS.map(([, own]) => quietOf(some, own, phases));
  const [withGyro, , , without] = found;
  return [
    name,
    withGyro === undefined ? '–' : hours(withGyro),
    ...found.slice(0, 3).map(rates),
    without === undefined ? '–' : hours(without),
    ...found.slice(3).map(rates),
  ];
}

const LIFE_HEAD = [
  ...['', 'hours with a gyro', 'one reading', 'parts', 'samples'],
  ...['hours without', 'one reading', 'samples'],
];

export function lifeTable(evaluated: Evaluated): string {
  const life = lifeOf(evaluated);
  const ordinary = life.filter(({ activity }) => kindOf(activity) !== 'sport');
  return table(LIFE_HEAD, [
    ...KINDS.map((kind) =>
      lifeRow(
        kind,
        life.filter(({ activity }) => kindOf(activity) === kind),
        evaluated.phases,
      ),
    ),
    lifeRow('**ordinary life, without sport**', ordinary, evaluated.phases),
  ]);
}

export function lifeSetTable(evaluated: Evaluated): string {
  const life = lifeOf(evaluated);
  const rows = evaluated.sets
    .filter(({ kind }) => kind === 'life')
    .flatMap(({ name, label }) =>
      [false, true].map((sport) =>
        lifeRow(
          `${label}, ${sport ? 'sport' : 'ordinary life'}`,
          life.filter(({ set, activity }) => set === name && (kindOf(activity) === 'sport') === sport),
          evaluated.phases,
        ),
      ),
    );
  return table(
    LIFE_HEAD,
    rows.filter((row) => row[1] !== '–' || row[5] !== '–'),
  );
}

/** The alarms of ordinary life, most first: the rates rest on few of them. */
export function lifeAlarms(evaluated: Evaluated, own: Way): string {
  const key = keyOf(own);
  const labels = new Map(evaluated.sets.map(({ name, label }) => [name, label]));
  const alarms = new Map<string, number>();
  for (const stream of lifeOf(evaluated)) {
    if (kindOf(stream.activity) === 'sport') continue;
    const name = `${labels.get(stream.set)} ${stream.activity}`;
    alarms.set(name, (alarms.get(name) ?? 0) + (stream.alarms[key]?.POTENTIAL ?? 0) / evaluated.phases);
  }
  const listed = [...alarms].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  return listed.map(([name, count]) => `${name} ${count.toFixed(1)}`).join(', ') || 'none';
}

const ordinaryOf = (evaluated: Evaluated, own: Way): Quiet =>
  quietOf(
    lifeOf(evaluated).filter(({ activity }) => kindOf(activity) !== 'sport'),
    own,
    evaluated.phases,
  );

/** Alarms in the assumed day. A kind that was recorded only without a gyro has its rate from there. */
export function dayTable(evaluated: Evaluated): string {
  const life = lifeOf(evaluated);
  const inDay = (own: Way, level: Level) =>
    KINDS.reduce((sum, kind) => {
      const some = life.filter(({ activity }) => kindOf(activity) === kind);
      const recorded = quietOf(some, own, evaluated.phases);
      const quiet = recorded.hours > 0 ? recorded : quietOf(some, { ...own, gyro: false }, evaluated.phases);
      return sum + (DAY[kind] ?? 0) * (quiet.hours > 0 ? perHour(quiet, level) : 0);
    }, 0);
  return table(
    ['', ...ALARM_LEVELS, 'POTENTIAL per hour of ordinary life', 'at most, with 95 %', 'goal'],
    LIFE_WAYS.map(([name, own]) => {
      const quiet = ordinaryOf(evaluated, own);
      const goal = own.sending === 'reading' ? LIFE_GOALS.reading : LIFE_GOALS.samples;
      const measured = perHour(quiet, 'POTENTIAL');
      return [
        name,
        ...ALARM_LEVELS.map((level) => inDay(own, level).toFixed(1)),
        rate(measured),
        rate(atMost(quiet.alarms.POTENTIAL) / quiet.hours),
        `${goal}, ${measured <= goal ? 'reached' : '**missed**'}`,
      ];
    }),
  );
}

const LISTED = 5;
/** An activity with fewer trials says little. */
const FEWEST_TRIALS = 4;

/** Activities that alarm most, or falls that are found least, with their share. */
export function extremesTable(evaluated: Evaluated, falls: boolean): string {
  const listed = (set: DataSet, sending: Sending): string => {
    const cases = ofSet(casesOf(evaluated.judged, way(sending)), set).filter(({ fall }) => fall === falls);
    return alertsByActivity(cases)
      .filter(({ trials, share }) => trials >= FEWEST_TRIALS && (falls ? share < 0.995 : share >= 0.005))
      .sort((a, b) => (falls ? a.share - b.share : b.share - a.share))
      .slice(0, LISTED)
      .map(({ activity, share }) => `${ACTIVITIES[activity] ?? activity} ${(100 * share).toFixed(0)} %`)
      .join(', ');
  };
  return table(
    ['', 'one reading', 'samples'],
    withFalls(evaluated).map((set) => [set.label, listed(set, 'reading'), listed(set, 'samples')]),
  );
}

/** Of 1000 first messages during activities, how many alert: fewest and most of the data sets. */
export function firstMessages(evaluated: Evaluated, sending: Sending): string {
  const all = casesOf(evaluated.judged, way(sending)).filter(({ fall }) => !fall);
  const shares = withFalls(evaluated).map((set) => mean(ofSet(all, set).map(({ first }) => (first ? 1 : 0))));
  if (shares.length === 0) return '–';
  return `${(1000 * Math.min(...shares)).toFixed(0)} to ${(1000 * Math.max(...shares)).toFixed(0)}`;
}

export const sendingTable = (evaluated: Evaluated): string =>
  table(
    ['The wearable sends per second', ...withFalls(evaluated).map(({ label }) => label)],
    (['last', 'reading', 'parts', 'samples'] as const).map((sending) => [
      SENDING_NAMES[sending],
      ...withFalls(evaluated).map((set) =>
        percent(figuresOf(ofSet(casesOf(evaluated.judged, way(sending)), set)).found),
      ),
    ]),
  );

/** By network: its name in the weights, and the way that uses it. */
export const NETWORK_WAYS = {
  reading: way('reading'),
  samples: way('samples'),
  'reading-nogyro': way('reading', false),
  'samples-nogyro': way('samples', false),
} as const satisfies Readonly<Record<string, Way>>;
export type NetworkName = keyof typeof NETWORK_WAYS;

/** The calibration leaves out the sensor that clips at ±2 g. */
const POOR_SENSOR = 'smartfallmm-meta';

export function reliabilityTable(
  evaluated: Evaluated,
  priors: Readonly<Record<NetworkName, number>>,
): string {
  const names = Object.keys(NETWORK_WAYS) as NetworkName[];
  const falls = new Set(withFalls(evaluated).map(({ name }) => name));
  falls.delete(POOR_SENSOR);
  const bins = names.map((name) =>
    reliabilityOf(
      casesOf(evaluated.judged, NETWORK_WAYS[name]).filter(({ set }) => falls.has(set)),
      priors[name],
    ),
  );
  const edges = [...new Set(bins.flat().map(({ from }) => from))].sort((a, b) => a - b);
  return table(
    ['confidence', ...names.map((name) => `${name}: mean confidence → share of falls`)],
    edges.map((from) => [
      `${from.toFixed(1)} to ${(bins.flat().find((bin) => bin.from === from)?.to ?? 1).toFixed(1)}`,
      ...bins.map((own) => {
        const bin = own.find((one) => one.from === from);
        return bin === undefined
          ? '–'
          : `${bin.stated.toFixed(2)} → ${bin.observed.toFixed(2)} (${bin.streams})`;
      }),
    ]),
  );
}

/** Every goal that the figures do not reach, as a sentence. */
export function missedGoals(evaluated: Evaluated): string[] {
  const missed: string[] = [];
  for (const sending of ['reading', 'parts', 'samples'] as const) {
    const all = casesOf(evaluated.judged, way(sending));
    for (const set of withFalls(evaluated)) {
      const { found, quiet } = figuresOf(ofSet(all, set));
      const goal = goalsOf(PEOPLE_GOALS, sending)[set.name];
      if (goal !== undefined && judgeGoal(goal, found, quiet).missed)
        missed.push(
          `${set.label}, ${SENDING_NAMES[sending]}: ${pair(figuresOf(ofSet(all, set)))} instead of ${100 * goal.found} / ${100 * goal.quiet}.`,
        );
      if (sending === 'parts') continue;
      const device = leftOut(evaluated, set, sending).own;
      const deviceGoal = goalsOf(DEVICE_GOALS, sending)[set.name];
      if (deviceGoal !== undefined && judgeGoal(deviceGoal, device.found, OWN_SPECIFICITY).missed)
        missed.push(
          `${set.label} left out of the training, ${SENDING_NAMES[sending]}: ${percent(device.found)} of the falls instead of ${100 * deviceGoal.found} %.`,
        );
    }
  }
  for (const sending of ['reading', 'samples'] as const) {
    for (const set of withFalls(evaluated)) {
      const goal = GYRO_GOALS[set.name];
      const { found } = figuresOf(ofSet(casesOf(evaluated.judged, way(sending, false)), set));
      if (goal !== undefined && rounded(found) < goal.found)
        missed.push(
          `${set.label} without a gyro, ${SENDING_NAMES[sending]}: ${percent(found)} instead of ${100 * goal.found} %.`,
        );
    }
    const meanFound = (condition: Condition) =>
      mean(deliveryFigures(evaluated, sending, condition).map(({ found }) => found));
    const cost = 100 * (meanFound('as sent') - meanFound('up to 0.9 s late, 5 % lost, not the impact'));
    if (Number(cost.toFixed(1)) > DELIVERY_GOAL)
      missed.push(
        `Late and lost messages, ${SENDING_NAMES[sending]}: ${cost.toFixed(1)} points instead of ${DELIVERY_GOAL}.`,
      );
    const alarms = perHour(ordinaryOf(evaluated, way(sending)), 'POTENTIAL');
    if (alarms > LIFE_GOALS[sending])
      missed.push(
        `False alarms in ordinary life, ${SENDING_NAMES[sending]}: ${alarms.toFixed(2)} per hour instead of ${LIFE_GOALS[sending]}.`,
      );
  }
  return missed;
}

/** Names of WEDA-FALL's activities. */
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
  Aplausing: 'clap',
  HandsUp: 'raise the hands',
  LyingDown_OnABed: 'lie down on a bed',
  Sitting_GettingUpOnAChair: 'sit and get up',
  forwardFall: 'forward',
  backwardFall: 'backward',
  lateralFall: 'sideways',
};
