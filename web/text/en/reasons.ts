import type { Assessment } from '../../api/records.ts';

/**
 * The detector's reasons in a caregiver's words; reasons that only engineers understand are left out. The names from `peak`
 * on come from an earlier detector, and older falls still carry them.
 */
const REASONS: Readonly<Record<string, string>> = {
  impact: 'a hard impact',
  stillness: 'lying still afterwards',
  postureChange: 'change of posture',
  motionBefore: 'a stumble beforehand',
  repeatedHits: 'a single impact',
  peak: 'a hard impact',
  peakAbove40: 'a very hard impact',
  jump: 'a sudden impact',
  jerk: 'a sudden jolt',
  turn: 'change of posture',
  turnSquared: 'change of posture',
  turnShort: 'change of posture',
  turnShortSquared: 'change of posture',
  gyro: 'fast rotation',
  gyroLog: 'fast rotation',
  settling: 'no normal movement afterwards',
  justAfter: 'right after an impact',
  deviationNow: 'lying in an unusual position',
  deviationAfter: 'lying in an unusual position',
  leastGyroAfter: 'lying still afterwards',
  leastGyroByAge: 'lying still for a while',
  heightLostM: 'a sudden drop in height',
  footPressureLost: 'no weight on the feet',
  heartRateChange: 'a change in heart rate',
};

/** Measured values that rules use instead of the model. Only a value of at least `from` is worth mentioning. */
const MEASURED: Readonly<Record<string, { readonly from: number; readonly words: string }>> = {
  acceleration: { from: 20, words: 'a hard impact' },
  rotation: { from: 200, words: 'fast rotation' },
};

const MAX_REASONS = 3;

const phraseOf = ({ name, value, contribution }: Assessment['reasons'][number]): string | undefined => {
  const measured = MEASURED[name];
  if (measured !== undefined) return value >= measured.from ? measured.words : undefined;
  return contribution === null || contribution > 0 ? REASONS[name] : undefined;
};

/** Signs of a fall, strongest first: `a hard impact, change of posture`. */
export function reasonsOf({ reasons, decidedBy }: Assessment): string {
  const words = reasons.flatMap((reason) => phraseOf(reason) ?? []);
  const distinct = [...new Set(words)].slice(0, MAX_REASONS);
  if (distinct.length > 0) return distinct.join(', ');
  return decidedBy === 'severe-reading' || decidedBy === 'violent-reading'
    ? 'a very violent movement'
    : 'movement typical of a fall';
}
