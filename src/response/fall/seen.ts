import type { Reason, StoredAssessment } from '../vocabulary.ts';

/** What the detector has seen, in words for caregivers: at most three signs of a fall and three against it. */
export interface Seen {
  readonly for: readonly string[];
  readonly against: readonly string[];
}

const MAX_PHRASES = 3;
/** In log-odds. Weaker signs against a fall only confuse. */
const LEAST_AGAINST = 0.1;
/** In m/s². From 20 on wearables send the hardest sample of a second. */
const [HARD, VERY_HARD, SOFT] = [20, 40, 35];
/** Mean rotation in °/s after an impact. A person on the floor stays below the first, a walking person above the last. */
const [STILL, RESTLESS, MOVING] = [15, 60, 40];
/** Rotation in °/s that an arm reaches, and that a single reading names. */
const [ARM_TURN, FAST_TURN] = [250, 200];
/** About 30°: turning the wrist changes the direction of gravity as much. */
const SAME_POSTURE = 0.5;
const CLEAR_POSTURE = 1.2;
/** Mean deviation from gravity in m/s². */
const [CALM, LIVELY] = [0.5, 3];
const MANY_HITS = 2;

const degrees = (radians: number): string => `${Math.round((radians * 180) / Math.PI)}°`;
const acceleration = (value: number): string => `${Math.round(value)} m/s²`;

/** A phrase for one reason, or undefined if the reason says nothing worth reading. */
type Words = (value: number, of: Context) => string | undefined;

interface Context {
  /** False while the impact is the newest reading: there is no time after it yet. */
  readonly hasAfterwards: boolean;
  readonly measured: (name: string) => number | undefined;
}

const hardImpact: Words = (value) => {
  if (value < HARD) return undefined;
  return `${value >= VERY_HARD ? 'Very hard' : 'Hard'} impact (${acceleration(value)})`;
};

const FOR: Readonly<Record<string, Words>> = {
  impact: hardImpact,
  acceleration: hardImpact,
  rotation: (value) => (value < FAST_TURN ? undefined : `Fast rotation (${Math.round(value)} °/s)`),
  stillness: (value, { hasAfterwards }) => {
    if (!hasAfterwards || value >= RESTLESS) return undefined;
    return value < STILL ? 'No movement afterwards' : 'Little movement afterwards';
  },
  postureChange: (value) => (value < SAME_POSTURE ? undefined : `Posture changed by ${degrees(value)}`),
  motionBefore: (value) => (value < CALM ? 'Calm beforehand' : 'A stumble beforehand'),
  repeatedHits: (value) => (value < MANY_HITS ? 'A single impact' : undefined),
  silence: () => 'No signal after the impact',
  heightLostM: (value) => `Sudden drop in height (${value.toFixed(1)} m)`,
  footPressureLost: () => 'No weight on the feet',
  heartRateChange: (value) => `Heart rate changed by ${Math.round(value)} bpm`,
};

const AGAINST: Readonly<Record<string, Words>> = {
  impact: (value) => (value < SOFT ? `Softer impact than in most falls (${acceleration(value)})` : undefined),
  stillness: (value, { hasAfterwards, measured }) => {
    if (!hasAfterwards || value < MOVING) return undefined;
    const isUpright = (measured('postureChange') ?? CLEAR_POSTURE) < SAME_POSTURE;
    return isUpright && (measured('impact') ?? 0) >= SOFT ? 'Getting up again' : 'Movement afterwards';
  },
  postureChange: (value, { hasAfterwards }) => {
    if (!hasAfterwards || value >= CLEAR_POSTURE) return undefined;
    return value < SAME_POSTURE ? 'Same posture afterwards' : `Posture changed by ${degrees(value)} only`;
  },
  motionBefore: (value) => {
    if (value >= LIVELY) return 'Lively movement beforehand';
    return value < CALM ? 'Calm beforehand' : undefined;
  },
  repeatedHits: (value) => (value < MANY_HITS ? undefined : 'Repeated hits, like an activity'),
  heightLostM: () => 'Still at the same height',
};

/** Reasons of earlier detectors, which older falls still carry. Their values have no unit. */
const EARLIER: Readonly<Record<string, string>> = {
  peak: 'Hard impact',
  peakAbove40: 'Very hard impact',
  jump: 'Sudden impact',
  jerk: 'Sudden jolt',
  turn: 'Change of posture',
  turnSquared: 'Change of posture',
  turnShort: 'Change of posture',
  turnShortSquared: 'Change of posture',
  gyro: 'Fast rotation',
  gyroLog: 'Fast rotation',
  settling: 'No normal movement afterwards',
  justAfter: 'Right after an impact',
  deviationNow: 'Lying in an unusual position',
  deviationAfter: 'Lying in an unusual position',
  leastGyroAfter: 'No movement afterwards',
  leastGyroByAge: 'No movement for a while',
};

export function seenIn({ decidedBy, secondsSinceImpact, reasons }: StoredAssessment): Seen {
  const known = reasons.filter(({ value }) => Number.isFinite(value));
  const context: Context = {
    // Older falls do not say it; their reasons come from the time after the impact.
    hasAfterwards: secondsSinceImpact !== 0,
    measured: (name) => known.find((reason) => reason.name === name)?.value,
  };
  const isRule = decidedBy !== 'model' && decidedBy !== 'extra-evidence';
  const strongest = known.toSorted((a, b) => Math.abs(b.contribution ?? 0) - Math.abs(a.contribution ?? 0));
  const signs = [
    ...strongest.filter(({ contribution }) => isRule || (contribution ?? 0) > 0),
    // A hard impact was seen, even where the network expects a harder one of a fall.
    ...known.filter(({ name, value }) => name === 'impact' && value >= SOFT),
  ];
  const found = first(
    signs.map(({ name, value }) => (FOR[name] ? FOR[name](value, context) : EARLIER[name])),
  );
  const against = strongest.filter(({ contribution }) => (contribution ?? 0) <= -LEAST_AGAINST);
  return {
    for: found.length > 0 ? found : [isRule && isViolent(decidedBy) ? VIOLENT : TYPICAL],
    against: first(phrasesAgainst(against, context)).filter((phrase) => !found.includes(phrase)),
  };
}

/** A stored assessment with its words. They are not stored, so that older falls have them too. */
export const withWords = (assessment: StoredAssessment | null) =>
  assessment === null ? null : { ...assessment, seen: seenIn(assessment) };

const VIOLENT = 'Very violent movement';
const TYPICAL = 'Movement typical of a fall';
const isViolent = (decidedBy: string): boolean =>
  decidedBy === 'violent-reading' || decidedBy === 'severe-reading';

const first = (phrases: readonly (string | undefined)[]): string[] =>
  [...new Set(phrases.filter((phrase) => phrase !== undefined))].slice(0, MAX_PHRASES);

/** An arm that turns fast and stops explains a soft impact and an unchanged posture together. */
function phrasesAgainst(reasons: readonly Reason[], context: Context): (string | undefined)[] {
  const isArm = isArmMovement(reasons, context);
  return reasons.map(({ name, value }) =>
    isArm && (name === 'impact' || name === 'postureChange')
      ? 'Like a fast arm movement'
      : AGAINST[name]?.(value, context),
  );
}

function isArmMovement(against: readonly Reason[], { hasAfterwards, measured }: Context): boolean {
  const [impact, posture, rotation] = [measured('impact'), measured('postureChange'), measured('rotation')];
  if (!hasAfterwards || impact === undefined || posture === undefined || rotation === undefined) return false;
  const counts = against.some(({ name }) => name === 'impact' || name === 'postureChange');
  return counts && impact < SOFT && posture < SAME_POSTURE && rotation >= ARM_TURN;
}
