import type { Random } from '../random.ts';
import type { Answer, Outcome } from './records.ts';

/** How often people act in which way, as shares of all falls. */
export interface Habits {
  readonly okShare: number;
  readonly helpShare: number;
  /** Share of the alerts that a caregiver sleeps through. */
  readonly asleepShare: number;
}

export interface Press {
  readonly answer: Answer;
  readonly afterS: number;
}

/** A wearer who is well says so at once: a moment later the detector is certain, and an OK no longer counts. */
const OK_AFTER_S = [0.5, 2.5] as const;
/** Before any caregiver could arrive. */
const HELP_AFTER_S = [1, 5] as const;

/** The wearer's reaction when the wearable reports a fall; most lie still. */
export function pressOf(random: Random, { okShare, helpShare }: Habits): Press | undefined {
  const fate = random.next();
  const haste = random.next();
  if (fate < okShare) return { answer: 'ok', afterS: within(OK_AFTER_S, haste) };
  if (fate < okShare + helpShare) return { answer: 'help', afterS: within(HELP_AFTER_S, haste) };
  return undefined;
}

/** A caregiver's plan for one alert. */
export interface Errand {
  readonly claimAfterS: number;
  readonly etaMinutes: number;
  readonly ending: 'resolve' | 'hand-off' | 'release';
  readonly endAfterS: number;
  /** What the caregiver finds if there was a fall. */
  readonly outcome: Outcome;
}

const CLAIM_AFTER_S = [3, 12] as const;
const END_AFTER_S = [5, 10] as const;
const LONGEST_ETA_MINUTES = 3;
const HAND_OFF_SHARE = 0.15;
const RELEASE_SHARE = 0.05;
const UNHURT_SHARE = 0.25;

/** Always makes the same draws, so that one choice does not affect the next. */
export function errandOf(random: Random): Errand {
  const turn = random.next();
  return {
    claimAfterS: random.between(...CLAIM_AFTER_S),
    etaMinutes: random.whole(1, LONGEST_ETA_MINUTES),
    ending:
      turn < HAND_OFF_SHARE ? 'hand-off' : turn < HAND_OFF_SHARE + RELEASE_SHARE ? 'release' : 'resolve',
    endAfterS: random.between(...END_AFTER_S),
    outcome: random.chance(UNHURT_SHARE) ? 'NO_HELP_NEEDED' : 'HELPED',
  };
}

const within = ([least, most]: readonly [number, number], share: number): number =>
  least + (most - least) * share;
