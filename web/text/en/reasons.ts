import type { Assessment } from '../../api/records.ts';

/** The detector's features in words that a caregiver uses; those that are for engineers alone are left out. */
const REASONS: Readonly<Record<string, string>> = {
  peak: 'a hard impact',
  peakAbove40: 'a very hard impact',
  jump: 'a sudden impact',
  jerk: 'a sudden jolt',
  turn: 'the body turned over',
  turnSquared: 'the body turned over',
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

const MOST = 3;

/** What spoke for a fall, the strongest first: `a hard impact, the body turned over`. */
export function reasonsOf({ reasons, decidedBy }: Assessment): string {
  const words = reasons
    .filter(({ contribution }) => contribution === null || contribution > 0)
    .flatMap(({ name }) => REASONS[name] ?? []);
  const distinct = [...new Set(words)].slice(0, MOST);
  if (distinct.length > 0) return distinct.join(', ');
  return decidedBy === 'severe-reading' || decidedBy === 'violent-reading'
    ? 'a very violent movement'
    : 'movement like that of a fall';
}
