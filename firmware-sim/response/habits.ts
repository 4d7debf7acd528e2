import type { Random } from '../random.ts';
import type { Answer, Outcome } from './records.ts';

/** How often people do what, as shares of all falls. */
export interface Habits {
  readonly okShare: number;
  readonly helpShare: number;
  /** Of the alerts that a caregiver gets. */
  readonly asleepShare: number;
}

export interface Press {
  readonly answer: Answer;
  readonly afterS: number;
}

/** Whoever is well says so at once: a moment later the detector is sure, and an OK no longer counts. */
const OK_AFTER_S = [0.5, 2.5] as const;
/** Before any caregiver could be there. */
const HELP_AFTER_S = [1, 5] as const;

/** What a wearer does when the wearable says that it felt a fall; most lie still. */
export function pressOf(random: Random, { okShare, helpShare }: Habits): Press | undefined {
  const fate = random.next();
  const haste = random.next();
  if (fate < okShare) return { answer: 'ok', afterS: within(OK_AFTER_S, haste) };
  if (fate < okShare + helpShare) return { answer: 'help', afterS: within(HELP_AFTER_S, haste) };
  return undefined;
}

/** What a caregiver does about one alert. */
export interface Errand {
  readonly claimAfterS: number;
  readonly etaMinutes: number;
  readonly ending: 'resolve' | 'hand-off' | 'release';
  readonly endAfterS: number;
  /** What is found there, if somebody fell. */
  readonly outcome: Outcome;
}

const CLAIM_AFTER_S = [3, 12] as const;
const END_AFTER_S = [5, 10] as const;
const LONGEST_ETA_MINUTES = 3;
const HAND_OFF_SHARE = 0.15;
const RELEASE_SHARE = 0.05;
const UNHURT_SHARE = 0.25;

/** The same draws whatever comes out, so that one choice does not move the next. */
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
