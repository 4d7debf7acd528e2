import type { EscalationPolicy } from '../../../api/records.ts';
import { lanesOf } from '../../handover/lanes.ts';

export interface AxisMark {
  /** Of the step, from 1. */
  readonly number: number;
  /** In percent of the axis. */
  readonly place: number;
  /** Marks side by side are below each other. */
  readonly lane: number;
}

export interface TimeAxis {
  readonly marks: readonly AxisMark[];
  readonly lanes: number;
  /** Places of the repeats of the last step. */
  readonly repeats: readonly number[];
  readonly ticks: readonly { readonly seconds: number; readonly place: number }[];
}

const MOST_REPEATS = 3;
/** Beyond the last step, so that its mark is not at the edge. */
const MARGIN = 1.1;
/** Of a policy that has one step and no repeats. */
const SHORTEST_S = 60;
const MOST_TICKS = 6;
const TICKS_S = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];
/** The width of a mark on a phone, in percent of the axis. */
const MARK = 9;

/** The steps of a policy to scale in time. Steps without a time yet are left out. */
export function timeAxisOf({ steps, repeats }: EscalationPolicy): TimeAxis {
  const times = steps.flatMap(({ afterSeconds }, index) =>
    Number.isFinite(afterSeconds) && afterSeconds >= 0 ? [{ number: index + 1, afterSeconds }] : [],
  );
  const last = Math.max(0, ...times.map(({ afterSeconds }) => afterSeconds));
  const { times: count, everySeconds } = repeats;
  const shown = everySeconds > 0 ? Math.min(MOST_REPEATS, count ?? MOST_REPEATS) : 0;
  const again = Array.from({ length: shown }, (_, i) => last + (i + 1) * everySeconds)
    // Rare repeats would leave no space for the steps.
    .filter((at, i) => i === 0 || at <= 2 * last);
  const end = Math.max(SHORTEST_S, last, ...again) * MARGIN;
  const placeOf = (seconds: number): number => Math.round((seconds / end) * 10_000) / 100;
  const inLanes = lanesOf(
    times.map(({ number, afterSeconds }) => {
      const place = placeOf(afterSeconds);
      return { number, place, from: place, until: place + MARK };
    }),
  );
  const every = TICKS_S.find((seconds) => end / seconds <= MOST_TICKS) ?? end;
  return {
    marks: inLanes.flatMap((some, lane) => some.map(({ number, place }) => ({ number, place, lane }))),
    lanes: inLanes.length,
    repeats: again.map(placeOf),
    ticks: Array.from({ length: Math.floor(end / every) + 1 }, (_, i) => ({
      seconds: i * every,
      place: placeOf(i * every),
    })),
  };
}
