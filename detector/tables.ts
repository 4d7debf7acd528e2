import { perShift } from '../src/response/vocabulary.ts';
import {
  BOARD_GOAL,
  DELIVERY_GOAL,
  DEVICE_GOALS,
  GYRO_GOALS,
  goalOf,
  LIFE_GOALS,
  RING_GOALS,
} from './goals.ts';
import { CONDITIONS, type Condition, casesOf, type Judged, keyOf, type Way, way } from './judge.ts';
import {
  type Case,
  confidenceAtSpecificity,
  type Figures,
  figuresOf,
  mean,
  ringFiguresOf,
} from './metrics.ts';
import { atMost, isSport, type Quiet, quietOf } from './ordinary-life.ts';
import { type DataSet, POOR_SENSOR } from './recordings.ts';
import type { Sending } from './replay.ts';

/** Everything that the page is made of. */
export interface Evaluated {
  readonly sets: readonly DataSet[];
  readonly judged: readonly Judged[];
  readonly phases: number;
}

export const SENDING_NAMES: Readonly<Record<Sending, string>> = {
  reading: 'one reading',
  last: 'one reading, last sample',
  parts: 'parts',
  samples: 'all samples',
};
export const MEASURED = ['reading', 'parts'] as const;
const WAYS: readonly [string, Way][] = [
  ['one reading', way('reading')],
  ['parts', way('parts')],
  ['one reading, no gyro', way('reading', false)],
  ['parts, no gyro', way('parts', false)],
];

const isKnown = (value: number): boolean => Number.isFinite(value);
export const percent = (share: number): string => (isKnown(share) ? `${(100 * share).toFixed(1)} %` : '–');
export const seconds = (value: number): string => (isKnown(value) ? `${value.toFixed(1)} s` : '–');
const number = (share: number): string => (isKnown(share) ? (100 * share).toFixed(1) : '–');
const spread = (share: number, error: number): string =>
  isKnown(error) ? `${number(share)} ± ${number(error)} %` : percent(share);
const pair = ({ found, quiet }: Figures): string => `${number(found)} / ${number(quiet)}`;
export const whole = (value: number): string => (isKnown(value) ? value.toFixed(0) : '–');
const count = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** Rows of cells as a Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Goals are compared as the page shows them: 92.96 % are 93.0 %. */
const misses = (share: number, goal: number | undefined): goal is number =>
  goal !== undefined && isKnown(share) && Math.round(1000 * share) / 1000 < goal;
/** A share beside its goal, in bold where it is missed. */
const against = (share: number, goal: number | undefined): string => {
  if (goal === undefined || !isKnown(share)) return percent(share);
  return `${misses(share, goal) ? `**${percent(share)}**` : percent(share)} (${100 * goal})`;
};

export const ofSet = (cases: readonly Case[], { name }: DataSet): Case[] =>
  cases.filter(({ set }) => set === name);
export const withFalls = ({ sets }: Evaluated): DataSet[] => sets.filter(({ kind }) => kind === 'falls');

export function setTable({ sets, judged }: Evaluated): string {
  return table(
    ['', 'device', 'falls (people)', 'activities', 'hours', 'people', 'source'],
    sets.map(({ name, label, device, source }) => {
      const trials = [
        ...new Map(judged.filter(({ set }) => set === name).map((own) => [own.trial, own])).values(),
      ];
      const [falls, activities] = [trials.filter(({ fall }) => fall), trials.filter(({ fall }) => !fall)];
      const people = (some: readonly Judged[]) => new Set(some.map(({ subject }) => subject)).size;
      const recordedS = activities.reduce((sum, own) => sum + own.recordedS, 0);
      return [
        label,
        device,
        falls.length > 0 ? `${falls.length} (${people(falls)})` : '–',
        `${activities.length}`,
        (recordedS / 3600).toFixed(1),
        `${people(trials)}`,
        source,
      ];
    }),
  );
}

function lifeOf({ sets, judged }: Evaluated): Judged[] {
  const names = new Set(sets.filter(({ kind }) => kind === 'life').map(({ name }) => name));
  return judged.filter(({ set }) => names.has(set));
}

export const ordinaryOf = (evaluated: Evaluated, own: Way): Quiet =>
  quietOf(
    lifeOf(evaluated).filter((stream) => !isSport(stream)),
    own,
    evaluated.phases,
  );

export const lifeHours = (evaluated: Evaluated): string =>
  ordinaryOf(evaluated, way('reading', false)).hours.toFixed(0);

export const wardTable = (evaluated: Evaluated): string =>
  table(
    [
      ...['', 'ring per shift', 'at most, with 95 %', 'rang', 'hours', 'on the board per shift'],
      ...['ring per hour (goal)', 'CONFIRMED'],
    ],
    WAYS.map(([name, own]) => {
      const { hours, alerts, confirmed, rings } = ordinaryOf(evaluated, own);
      const goal = goalOf(LIFE_GOALS, own.sending);
      const rate = (rings / hours).toFixed(2);
      return [
        name,
        whole(perShift(rings, hours)),
        whole(perShift(atMost(rings), hours)),
        count(rings),
        hours.toFixed(1),
        whole(perShift(alerts, hours)),
        hours > 0 ? `${rings / hours > goal ? `**${rate}**` : rate} (${goal})` : '–',
        count(confirmed),
      ];
    }),
  );

/** The alarms of ordinary life that ring, most first: the rates rest on few of them. */
export function ringing(evaluated: Evaluated, own: Way): string {
  const labels = new Map(evaluated.sets.map(({ name, label }) => [name, label]));
  const alarms = new Map<string, number>();
  for (const stream of lifeOf(evaluated)) {
    if (isSport(stream)) continue;
    const name = `${labels.get(stream.set)} ${stream.activity}`;
    alarms.set(name, (alarms.get(name) ?? 0) + (stream.alarms[keyOf(own)]?.rings ?? 0) / evaluated.phases);
  }
  const listed = [...alarms].filter(([, rings]) => rings > 0).sort(([, a], [, b]) => b - a);
  return listed.map(([name, rings]) => `${name} ${count(rings)}`).join(', ') || 'none';
}

/** Falls and activities of people left out. */
export function peopleTable(evaluated: Evaluated, sending: Sending): string {
  const all = casesOf(evaluated.judged, way(sending));
  return table(
    [
      ...['', 'falls found', 'stays down: rings (goal)', 'gets up: on the board (goal)', 'gets up: rings'],
      ...['activities left alone', 'delay of the alert', 'until a phone rings'],
    ],
    withFalls(evaluated).map((set) => {
      const cases = ofSet(all, set);
      const { found, foundError, quiet, quietError, medianDelayS } = figuresOf(cases);
      const { staysDown, getsUp, getsUpRings, medianS } = ringFiguresOf(cases);
      return [
        set.label,
        spread(found, foundError),
        against(staysDown, goalOf(RING_GOALS, sending)[set.name]),
        against(getsUp, set.name === POOR_SENSOR ? undefined : BOARD_GOAL),
        percent(getsUpRings),
        spread(quiet, quietError),
        seconds(medianDelayS),
        seconds(medianS),
      ];
    }),
  );
}

const OWN_SPECIFICITY = 0.97;

function leftOut(evaluated: Evaluated, set: DataSet, sending: Sending) {
  const cases = ofSet(casesOf(evaluated.judged, way(sending, true, 'device')), set);
  const { found } = figuresOf(cases, confidenceAtSpecificity(cases, OWN_SPECIFICITY));
  return { figures: figuresOf(cases), found };
}

export function deviceTable(evaluated: Evaluated): string {
  return table(
    [
      'data set left out',
      ...MEASURED.flatMap((sending) => [SENDING_NAMES[sending], 'falls found at 97 % (goal)']),
    ],
    withFalls(evaluated).map((set) => [
      set.label,
      ...MEASURED.flatMap((sending) => {
        const { figures, found } = leftOut(evaluated, set, sending);
        return [pair(figures), against(found, goalOf(DEVICE_GOALS, sending)[set.name])];
      }),
    ]),
  );
}

export const gyroTable = (evaluated: Evaluated): string =>
  table(
    [
      '',
      ...WAYS.flatMap(([name, { gyro }]) =>
        gyro ? [] : [`${name}: found / left alone`, 'stays down: rings'],
      ),
    ],
    withFalls(evaluated).map((set) => [
      set.label,
      ...WAYS.filter(([, { gyro }]) => !gyro).flatMap(([, own]) => {
        const cases = ofSet(casesOf(evaluated.judged, own), set);
        return [pair(figuresOf(cases)), percent(ringFiguresOf(cases).staysDown)];
      }),
    ]),
  );

const deliveryFigures = (evaluated: Evaluated, sending: Sending, condition: Condition) => {
  const all = casesOf(evaluated.judged, way(sending), condition);
  const figures = withFalls(evaluated).map((set) => figuresOf(ofSet(all, set)));
  return {
    found: mean(figures.map(({ found }) => found)),
    medianDelayS: mean(figures.map(({ medianDelayS }) => medianDelayS)),
  };
};

export const deliveryTable = (evaluated: Evaluated): string =>
  table(
    ['', ...MEASURED.flatMap((sending) => [SENDING_NAMES[sending], 'delay of the alert'])],
    Object.keys(CONDITIONS).map((condition) => [
      condition,
      ...MEASURED.flatMap((sending) => {
        const { found, medianDelayS } = deliveryFigures(evaluated, sending, condition as Condition);
        return [percent(found), seconds(medianDelayS)];
      }),
    ]),
  );

/** The lowest and the highest share of falls found, of all data sets. */
export function foundRange(evaluated: Evaluated, sending: Sending): string {
  const all = casesOf(evaluated.judged, way(sending));
  const shares = withFalls(evaluated).map((set) => 100 * figuresOf(ofSet(all, set)).found);
  return shares.length === 0
    ? '–'
    : `${Math.min(...shares).toFixed(0)} to ${Math.max(...shares).toFixed(0)} %`;
}

/** Every goal that the figures do not reach, as a sentence. */
export function missedGoals(evaluated: Evaluated): string[] {
  const missed: string[] = [];
  const check = (what: string, share: number, goal: number | undefined): void => {
    if (misses(share, goal)) missed.push(`${what}: ${percent(share)} instead of ${100 * goal} %.`);
  };
  for (const sending of MEASURED) {
    const sent = SENDING_NAMES[sending];
    const all = casesOf(evaluated.judged, way(sending));
    for (const set of withFalls(evaluated)) {
      const { staysDown, getsUp } = ringFiguresOf(ofSet(all, set));
      const noGyro = figuresOf(ofSet(casesOf(evaluated.judged, way(sending, false)), set));
      const leftOutGoal = goalOf(DEVICE_GOALS, sending)[set.name];
      check(`${set.label}, ${sent}, stays down and rings`, staysDown, goalOf(RING_GOALS, sending)[set.name]);
      if (set.name !== POOR_SENSOR)
        check(`${set.label}, ${sent}, gets up and is on the board`, getsUp, BOARD_GOAL);
      check(
        `${set.label} left out of the training, ${sent}`,
        leftOut(evaluated, set, sending).found,
        leftOutGoal,
      );
      check(`${set.label} without a gyro, ${sent}`, noGyro.found, GYRO_GOALS[set.name]);
    }
    const found = (condition: Condition) => deliveryFigures(evaluated, sending, condition).found;
    const cost = 100 * (found('as sent') - found('up to 0.9 s late, 5 % lost, not the impact'));
    if (Number(cost.toFixed(1)) > DELIVERY_GOAL)
      missed.push(`Late and lost messages, ${sent}: ${cost.toFixed(1)} points instead of ${DELIVERY_GOAL}.`);
    const { hours, rings } = ordinaryOf(evaluated, way(sending));
    if (rings / hours > goalOf(LIFE_GOALS, sending))
      missed.push(
        `Ordinary life that rings, ${sent}: ${(rings / hours).toFixed(2)} per hour instead of ${goalOf(LIFE_GOALS, sending)}.`,
      );
  }
  return missed;
}
