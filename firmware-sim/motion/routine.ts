import type { Random } from '../random.ts';
import { ACTIVITIES } from './activities.ts';
import { createBody, type Motion } from './body.ts';
import { FROM_SEAT, FROM_STANDING, fall, getUp } from './falls.ts';
import { type Activity, RATE_HZ, type Sample, type Second } from './sample.ts';

export const SCENARIOS = ['mixed', 'day', 'walk', 'sleep', 'table', 'fall'] as const;
export type Scenario = (typeof SCENARIOS)[number];
type Daily = Exclude<Activity, 'fall' | 'replay'>;

export interface RoutineOptions {
  readonly random: Random;
  readonly scenario: Scenario;
  /** Seconds from the start to the first fall, and from one fall to the next; undefined for no falls. */
  readonly falls?: { readonly firstS: number; readonly everyS: readonly [number, number] } | undefined;
  /** The simulation's end: no fall begins too late to be detected. */
  readonly untilS: number;
  /** Share of the day's activities without Wi-Fi. */
  readonly dropShare: number;
  /** Whether a fall may happen offline: only if a backlog delivers it later. */
  readonly dropFalls: boolean;
}

/** A day in fast motion: the sequence of activities and their seconds. */
const DAYS: Readonly<Record<Scenario, readonly (readonly [Daily, number, number])[]>> = {
  day: [
    ['sleep', 20, 40],
    ['stand', 3, 6],
    ['walk', 10, 25],
    ['handwork', 8, 20],
    ['sit', 15, 40],
    ['walk', 8, 15],
    ['stairs', 10, 18],
    ['stand', 3, 8],
    ['walk', 8, 20],
    ['sit', 20, 40],
  ],
  walk: [
    ['walk', 20, 40],
    ['stand', 4, 8],
    ['walk', 15, 30],
    ['stairs', 10, 20],
  ],
  sleep: [['sleep', 60, 120]],
  table: [['table', 60, 120]],
  fall: [
    ['walk', 10, 20],
    ['stand', 3, 6],
    ['sit', 12, 20],
  ],
  mixed: [],
};

const FALLEN_S = [14, 22] as const;
const GETTING_UP_S = 5;
/** Time for the impact and the readings after it that make the detector certain. */
const NOTICED_WITHIN_S = 10;
const DROP_S = [6, 12] as const;
const SHORTEST_S = 0.5;
/** Directly after an offline gap, the window has too few readings to compare a fall with. */
const ONLINE_BEFORE_FALL_S = 12;

/** Yields a wearer's life second by second, without an end. */
export function* liveRoutine(options: RoutineOptions): Generator<Second, never, undefined> {
  const { random, scenario, falls, untilS } = options;
  const body = createBody(random.fork('body'));
  const day = DAYS[scenario === 'mixed' ? 'day' : scenario];
  const camera = createCamera();
  let place = random.whole(0, day.length - 1);
  let nextFall = falls?.firstS ?? Number.POSITIVE_INFINITY;

  for (;;) {
    if (nextFall + NOTICED_WITHIN_S > untilS) nextFall = Number.POSITIVE_INFINITY;
    const [activity, least, most] = day[place] ?? (['stand', 5, 5] as const);
    const left = nextFall - camera.seconds();
    if (left < SHORTEST_S) {
      const [kind, stillS] = [kindOfFall(camera.activity(), random), random.between(...FALLEN_S)];
      const online = !(options.dropFalls && random.chance(options.dropShare));
      yield* camera.shoot('fall', fall(body, kind, stillS), online);
      yield* camera.shoot('stand', getUp(body, GETTING_UP_S), true);
      nextFall += random.between(...(falls?.everyS ?? [0, 0]));
      continue;
    }
    const seconds = Math.min(left, random.between(least, most));
    place = (place + 1) % day.length;
    const dropped = random.chance(options.dropShare) && left - seconds > ONLINE_BEFORE_FALL_S;
    if (dropped) yield* camera.shoot(activity, ACTIVITIES[activity](body, random.between(...DROP_S)), false);
    else yield* camera.shoot(activity, ACTIVITIES[activity](body, seconds), true);
  }
}

const kindOfFall = (from: Activity, random: Random): string =>
  random.pick(Object.keys(from === 'sit' || from === 'sleep' ? FROM_SEAT : FROM_STANDING));

interface Camera {
  shoot(activity: Activity, motion: Motion, online: boolean): Generator<Second, void, undefined>;
  seconds(): number;
  activity(): Activity;
}

/** Cuts motion into seconds; activities may begin and end within one. */
function createCamera(): Camera {
  let taken = 0;
  let activity: Activity = 'stand';
  let samples: Sample[] = [];
  let kind: string | undefined;
  return {
    *shoot(doing, motion, online) {
      activity = doing;
      for (const moment of motion) {
        taken += 1;
        samples.push(moment.sample);
        kind = moment.fall ?? kind;
        if (samples.length < RATE_HZ) continue;
        yield { samples, activity, online, ...(kind !== undefined && { fall: kind }) };
        samples = [];
        kind = undefined;
      }
    },
    seconds: () => taken / RATE_HZ,
    activity: () => activity,
  };
}

/** The service may rightly treat falls of one wearable that are closer than this as one event. */
export const FALLS_APART_S = 75;

/** Who falls, and when: everyone repeatedly (`fall`), every third wearer occasionally (`mixed`), nobody otherwise. */
export function fallsOf(
  scenario: Scenario,
  device: number,
  untilS: number,
  random: Random,
  apartS = FALLS_APART_S,
): RoutineOptions['falls'] {
  const latest = untilS - NOTICED_WITHIN_S - 1;
  const first = (least: number, most: number): number =>
    Math.max(SHORTEST_S, Math.min(latest, random.between(least, most)));
  if (scenario === 'fall') return { firstS: first(9, 20), everyS: [apartS, apartS + 25] };
  if (scenario === 'mixed' && device % 3 === 0) {
    return { firstS: first(12, Math.max(20, Math.min(90, latest))), everyS: [2 * apartS, 4 * apartS] };
  }
  return undefined;
}
