import { MOVEMENTS, type Movement } from '../readings/vocabulary.ts';
import { type KnownMinutes, kindsOf } from './report.ts';
import type { Spans } from './spans.ts';

/** `WORN`: too few readings to say how the wearer moved. */
export const DAY_KINDS = [...MOVEMENTS, 'WORN', 'NOT_WORN', 'NO_SIGNAL', 'AWAY'] as const;

export type DayKind = (typeof DAY_KINDS)[number];

/** Minutes since 1970, from the first until before the second. */
export interface DaySpan {
  readonly kind: DayKind;
  readonly from: number;
  readonly until: number;
}

/** How a resident spent some minutes, in the order of time; without the running minute while nothing is known of it. */
export function bandOf(
  [from, until]: readonly [number, number],
  minutes: KnownMinutes,
  movementIn: (minute: number) => Movement | undefined,
  now: number,
): readonly DaySpan[] {
  const known = kindsOf(minutes, [[from, until]], now);
  const kinds: (DayKind | undefined)[] = Array.from({ length: until - from });
  const mark = (spans: Spans, kindOf: (minute: number) => DayKind): void => {
    for (const [first, after] of spans)
      for (let minute = first; minute < after; minute += 1) kinds[minute - from] = kindOf(minute);
  };
  const moved = (minute: number): DayKind => movementIn(minute) ?? 'WORN';
  mark(known.blind, () => 'NO_SIGNAL');
  mark(known.late, moved);
  mark(known.connected, () => 'NOT_WORN');
  mark(known.worn, moved);
  mark(known.absent, () => 'AWAY');
  const spans: { kind: DayKind; from: number; until: number }[] = [];
  kinds.forEach((kind, index) => {
    const minute = from + index;
    const last = spans.at(-1);
    if (kind === undefined) return;
    if (last?.kind === kind && last.until === minute) last.until = minute + 1;
    else spans.push({ kind, from: minute, until: minute + 1 });
  });
  return spans;
}

/** Of several wearables, the one that moved most. */
export function mostMovement(
  moved: readonly { readonly minute: number; readonly movement: Movement | null }[],
): (minute: number) => Movement | undefined {
  const ranks = new Map<number, number>();
  for (const { minute, movement } of moved) {
    const rank = movement === null ? -1 : MOVEMENTS.indexOf(movement);
    ranks.set(minute, Math.max(rank, ranks.get(minute) ?? -1));
  }
  return (minute) => MOVEMENTS[ranks.get(minute) ?? -1];
}
