import type { FallLevel, Response, Verification } from '../api/records.ts';
import { rankOf } from './levels.ts';

/** The part of an alert that decides its place. */
export interface Ordered {
  readonly id: string;
  readonly level: FallLevel;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly response: Pick<Response, 'state' | 'claimedBy' | 'claimedAt' | 'etaMinutes'>;
  readonly verification: Verification | null;
  /** A colleague has claimed it, but its card keeps its place until this time. */
  readonly heldUntil?: number | null;
}

/** The part that tells whether a caregiver is asked to go. */
type Asking = Pick<Ordered, 'verification'> & {
  readonly response: Pick<Response, 'state' | 'claimedAt' | 'etaMinutes'>;
};

const MINUTE_MS = 60_000;
/** A claim without an ETA is overdue after this time. */
const UPDATE_WITHIN_MS = 5 * MINUTE_MS;

/** When the claimant should have arrived or sent an update; null without a claim. */
export function dueAt({
  response: { state, claimedAt, etaMinutes },
}: Pick<Asking, 'response'>): number | null {
  if (state !== 'CLAIMED' || claimedAt === null) return null;
  return Date.parse(claimedAt) + (etaMinutes === null ? UPDATE_WITHIN_MS : etaMinutes * MINUTE_MS);
}

/**
 * Minutes until the claimant's arrival, rounded up: "1 min" must not be over after seconds. At most the estimate, because
 * clocks differ a little.
 */
export function etaMinutesLeft(alert: Pick<Asking, 'response'>, now: number): number {
  const left = Math.ceil(((dueAt(alert) ?? now) - now) / MINUTE_MS);
  return Math.max(1, Math.min(left, alert.response.etaMinutes ?? left));
}

/** In the order of the board. */
const PLACES = ['unanswered', 'mine', 'overdue', 'claimed', 'over', 'moved-on'] as const;
type Place = (typeof PLACES)[number];

/**
 * `over`: the resident has said that they are OK. `moved-on`: no caregiver has claimed it, and none is called
 * (docs/response.md, "Verification").
 */
export type Stage = Exclude<Place, 'mine'>;

export const hasMovedOn = ({ response: { state }, verification }: Asking): boolean =>
  verification === 'moved_on' && (state === 'OPEN' || state === 'CHECKING');

/** Since when no caregiver has been going to an alert without a claim: milliseconds since 1970. */
export const unclaimedSince = ({
  at,
  response,
}: Pick<Ordered, 'at'> & { readonly response: Pick<Response, 'unclaimedSince'> }): number =>
  response.unclaimedSince === null ? at : Date.parse(response.unclaimedSince);

/** Test alerts are counted apart: nobody has fallen. */
export interface Waiting {
  readonly alerts: number;
  readonly tests: number;
}

export function waitingOf(unanswered: readonly { readonly isTest: boolean }[]): Waiting {
  const tests = unanswered.filter(({ isTest }) => isTest).length;
  return { alerts: unanswered.length - tests, tests };
}

/** Whether a person may lie on the floor. */
export const isOpenAlert = (alert: Asking & { readonly isTest: boolean }): boolean =>
  !alert.isTest && alert.response.state !== 'RESOLVED' && !hasMovedOn(alert);

/** `now` is a function, so that only claims depend on the clock. */
export function stageOf(alert: Asking, now: () => number): Stage {
  const { state } = alert.response;
  if (hasMovedOn(alert)) return 'moved-on';
  if (state === 'RESOLVED') return 'over';
  if (state !== 'CLAIMED') return 'unanswered';
  return (dueAt(alert) ?? 0) < now() ? 'overdue' : 'claimed';
}

/** Highest level first, then oldest. */
export const worstFirst = (a: Ordered, b: Ordered): number =>
  rankOf(b.level) - rankOf(a.level) || a.at - b.at || (a.id < b.id ? -1 : 1);

/** Long enough for a thumb that is on its way: the next resident's card must not slide under it. */
const HELD_MS = 2_000;

/** `heldUntil` of an alert that has a new response at a time. The own claim of `me` needs none. */
export function heldUntilOf(
  known: Ordered | undefined,
  { state, claimedBy }: Response,
  at: number,
  me?: string,
): number | null {
  if (known === undefined || state !== 'CLAIMED') return null;
  if (known.response.state === 'CLAIMED') return known.heldUntil ?? null;
  return claimedBy?.id === me || hasMovedOn(known) ? null : at + HELD_MS;
}

export const isHeld = ({ heldUntil }: Pick<Ordered, 'heldUntil'>, now: () => number): boolean =>
  typeof heldUntil === 'number' && heldUntil > now();

function placeOf(alert: Ordered, now: () => number, me: string | undefined): Place {
  if (isHeld(alert, now)) return 'unanswered';
  return me !== undefined && isClaimOf(alert, me) ? 'mine' : stageOf(alert, now);
}

const isClaimOf = ({ response: { state, claimedBy } }: Ordered, person: string): boolean =>
  state === 'CLAIMED' && claimedBy?.id === person;

/**
 * The order of every board (docs/contract.md, "Console"): the alerts without a claim come first, so that the resident whom
 * no caregiver goes to is never below others, then the claims of `me`. Fast for alerts that are sorted already.
 */
export function arrange<Alert extends Ordered>(
  alerts: readonly Alert[],
  now: () => number,
  me?: string,
): readonly Alert[] {
  const byPlace: Readonly<Record<Place, Alert[]>> = {
    unanswered: [],
    mine: [],
    overdue: [],
    claimed: [],
    over: [],
    'moved-on': [],
  };
  for (const alert of [...alerts].sort(worstFirst)) byPlace[placeOf(alert, now, me)].push(alert);
  return PLACES.flatMap((place) => byPlace[place]);
}
