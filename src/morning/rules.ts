import { HOUR_MS, MINUTE_MS } from '../platform/time.ts';
import { type Day, dayOf, instantOf } from '../platform/zone.ts';

/** docs/response.md, "Morning questions". */

/** The night before the morning: by day, people see each other. */
const NIGHT_MS = 12 * HOUR_MS;
/** A movement of the last minutes cannot be judged yet, and people are up. */
const TOO_RECENT_MS = 30 * MINUTE_MS;
/** After an outage the question comes later, but not at any time of the day. */
const ASKED_WITHIN_MS = 3 * HOUR_MS;

/** The minutes around an impact in which movement is looked at. */
export const MINUTES_BEFORE = 3;
export const MINUTES_AFTER = 60;

/** Whoever fell may move for this long before they lie still. */
const SETTLES_WITHIN = 3;
/** Shorter stillness follows many hard movements. */
const LEAST_STILL_MINUTES = 10;
/** Fewer readings say nothing about a minute. */
const LEAST_READINGS = 3;
/** The share of a still minute's readings that may show movement. */
const STIRRING = 0.1;

export interface Night {
  /** The day of the morning, in the organisation's time zone. */
  readonly day: Day;
  readonly from: Date;
  readonly until: Date;
}

/** The night to ask about now; undefined at any time but the morning. */
export function nightBefore(now: Date, hour: number, zone: string): Night | undefined {
  const day = dayOf(now, zone);
  const morning = instantOf(day, `${String(hour).padStart(2, '0')}:00`, zone).getTime();
  const age = now.getTime() - morning;
  if (age < 0 || age >= ASKED_WITHIN_MS) return undefined;
  return { day, from: new Date(morning - NIGHT_MS), until: new Date(morning - TOO_RECENT_MS) };
}

/** An event of the detector that alerted nobody. */
export interface SilentEvent {
  readonly fallId: string;
  readonly patientId: string;
  readonly wardId: string | null;
  readonly deviceId: string;
  readonly impactAt: Date;
  /** Before a choice of sensitivity. */
  readonly confidence: number;
}

/** How a wearable moved in one minute around an impact. */
export interface MinuteOfMovement {
  readonly fallId: string;
  /** Whole minutes since the impact, negative before it. */
  readonly minute: number;
  readonly readings: number;
  /** Readings that show movement. */
  readonly moving: number;
  /** Whether it moved more than a wearable that lies on a table. */
  readonly stirs: boolean;
  readonly hasHeartRate: boolean;
}

export interface AskableEvent extends SilentEvent {
  readonly stillMinutes: number;
}

/**
 * How long the wearer lay still after the impact, if that is worth a question: the wearer was up, moved hard, then lay still.
 * Undefined for a wearer who went on, or slept before, and for a wearable that was taken off.
 */
export function stillMinutesAfter(minutes: readonly MinuteOfMovement[]): number | undefined {
  const at = new Map(minutes.map((one) => [one.minute, one]));
  const wasUp = minutes.some((one) => one.minute < 0 && isMoving(one));
  if (!wasUp) return undefined;
  let first = 0;
  while (first < SETTLES_WITHIN && !isStill(at.get(first))) first++;
  let end = first;
  while (isStill(at.get(end))) end++;
  const isWorn = minutes.some((one) => one.minute > first && (one.stirs || one.hasHeartRate));
  return isWorn && end - first >= LEAST_STILL_MINUTES ? end - first : undefined;
}

const isMoving = ({ readings, moving }: MinuteOfMovement): boolean =>
  readings >= LEAST_READINGS && moving > STIRRING * readings;

const isStill = (minute: MinuteOfMovement | undefined): boolean =>
  minute !== undefined && minute.readings >= LEAST_READINGS && !isMoving(minute);

/** The events after which the wearer lay still. */
export function askable(
  events: readonly SilentEvent[],
  minutesOf: (fallId: string) => readonly MinuteOfMovement[],
): readonly AskableEvent[] {
  return events.flatMap((event) => {
    const stillMinutes = stillMinutesAfter(minutesOf(event.fallId));
    return stillMinutes === undefined ? [] : [{ ...event, stillMinutes }];
  });
}

/**
 * The event to ask about, one for each ward: first those whose verification stands, then by confidence and stillness. The same
 * on every instance.
 */
export function chosenPerWard(
  events: readonly AskableEvent[],
  movedOn: ReadonlySet<string>,
): readonly AskableEvent[] {
  const best = new Map<string | null, AskableEvent>();
  const inOrder = events.toSorted(
    (a, b) =>
      Number(movedOn.has(a.fallId)) - Number(movedOn.has(b.fallId)) ||
      b.confidence - a.confidence ||
      b.stillMinutes - a.stillMinutes ||
      a.impactAt.getTime() - b.impactAt.getTime() ||
      (a.fallId < b.fallId ? -1 : 1),
  );
  for (const event of inOrder) if (!best.has(event.wardId)) best.set(event.wardId, event);
  return [...best.values()];
}
