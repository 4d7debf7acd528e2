import type { Assessment } from '../../api/records.ts';

/**
 * What the detector saw in words that a caregiver uses; what is for engineers alone is left out. From `peak` on: names of
 * the detector before the networks, which older events still carry.
 */
const REASONS: Readonly<Record<string, string>> = {
  impact: 'a hard impact',
  stillness: 'lying still afterwards',
  postureChange: 'the body turned over',
  motionBefore: 'movement before it as before a fall',
  repeatedHits: 'one impact, not many',
  peak: 'a hard impact',
  peakAbove40: 'a very hard impact',
  jump: 'a sudden impact',
  jerk: 'a sudden jolt',
  turn: 'the body turned over',
  turnSquared: 'the body turned over',
  turnShort: 'the body turned over',
  turnShortSquared: 'the body turned over',
  gyro: 'fast rotation',
  gyroLog: 'fast rotation',
  settling: 'no normal movement afterwards',
  justAfter: 'right after an impact',
  deviationNow: 'lying in an unusual position',
  deviationAfter: 'lying in an unusual position',
  leastGyroAfter: 'lying still afterwards',
  leastGyroByAge: 'lying still for a while',
  heightLostM: 'suddenly lower down',
  footPressureLost: 'no weight on the feet',
  heartRateChange: 'the heart rate changed',
};

/** What a rule looks at instead of the model, with the value from which it says something. */
const MEASURED: Readonly<Record<string, { readonly from: number; readonly words: string }>> = {
  acceleration: { from: 20, words: 'a hard impact' },
  rotation: { from: 200, words: 'fast rotation' },
};

const MOST = 3;

const wordsOf = ({ name, value, contribution }: Assessment['reasons'][number]): string | undefined => {
  const measured = MEASURED[name];
  if (measured !== undefined) return value >= measured.from ? measured.words : undefined;
  return contribution === null || contribution > 0 ? REASONS[name] : undefined;
};

/** What spoke for a fall, the strongest first: `a hard impact, the body turned over`. */
export function reasonsOf({ reasons, decidedBy }: Assessment): string {
  const words = reasons.flatMap((reason) => wordsOf(reason) ?? []);
  const distinct = [...new Set(words)].slice(0, MOST);
  if (distinct.length > 0) return distinct.join(', ');
  return decidedBy === 'severe-reading' || decidedBy === 'violent-reading'
    ? 'a very violent movement'
    : 'movement like that of a fall';
}
