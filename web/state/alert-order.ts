import type { FallLevel, Response } from '../api/records.ts';
import { rankOf } from './levels.ts';

/** The part of an alert that decides its place. */
export interface Ordered {
  readonly id: string;
  readonly level: FallLevel;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly response: Pick<Response, 'state' | 'claimedAt' | 'etaMinutes'>;
}

const MINUTE_MS = 60_000;
/** A claim without an ETA is overdue after this time. */
const UPDATE_WITHIN_MS = 5 * MINUTE_MS;

/** When the claimant should have arrived or sent an update; null without a claim. */
export function dueAt({
  response: { state, claimedAt, etaMinutes },
}: Pick<Ordered, 'response'>): number | null {
  if (state !== 'CLAIMED' || claimedAt === null) return null;
  return Date.parse(claimedAt) + (etaMinutes === null ? UPDATE_WITHIN_MS : etaMinutes * MINUTE_MS);
}

/**
 * Minutes until the claimant's arrival, rounded up: "1 min" must not be over after seconds. At most the estimate, because
 * clocks differ a little.
 */
export function etaMinutesLeft(alert: Pick<Ordered, 'response'>, now: number): number {
  const left = Math.ceil(((dueAt(alert) ?? now) - now) / MINUTE_MS);
  return Math.max(1, Math.min(left, alert.response.etaMinutes ?? left));
}

/** In the order of the board. `over`: the resident has said that they are OK. */
const STAGES = ['unanswered', 'overdue', 'claimed', 'over'] as const;
export type Stage = (typeof STAGES)[number];

/** `now` is a function, so that only claims depend on the clock. */
export function stageOf(alert: Pick<Ordered, 'response'>, now: () => number): Stage {
  const { state } = alert.response;
  if (state === 'RESOLVED') return 'over';
  if (state !== 'CLAIMED') return 'unanswered';
  return (dueAt(alert) ?? 0) < now() ? 'overdue' : 'claimed';
}

/** Highest level first, then oldest. */
export const worstFirst = (a: Ordered, b: Ordered): number =>
  rankOf(b.level) - rankOf(a.level) || a.at - b.at || (a.id < b.id ? -1 : 1);

/**
 * The order of every board (docs/contract.md, "Console"): the alerts without a claim come first, so that the resident whom
 * no caregiver goes to is never below others. Fast for alerts that are sorted already.
 */
export function arrange<Alert extends Ordered>(
  alerts: readonly Alert[],
  now: () => number,
): readonly Alert[] {
  const byStage: Readonly<Record<Stage, Alert[]>> = { unanswered: [], overdue: [], claimed: [], over: [] };
  for (const alert of [...alerts].sort(worstFirst)) byStage[stageOf(alert, now)].push(alert);
  return STAGES.flatMap((stage) => byStage[stage]);
}
