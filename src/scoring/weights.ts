/**
 * Written by `npm run train`, not by hand: 2026-11-15, from recordings.ndjson.gz (602 trials of 15 people).
 * Each person judged by weights fitted to the others (one message a second, walking or rest before):
 *   reading: sensitivity 92.0 %, specificity 96.2 %, F1 0.928, 9.8 false alarms/h, median delay 2.0 s
 *   samples: sensitivity 93.2 %, specificity 96.5 %, F1 0.936, 9.0 false alarms/h, median delay 1.8 s
 * A weight is per unit of the feature of the same name in features.ts.
 */
export interface ModelWeights {
  readonly intercept: number;
  readonly weights: Readonly<Record<string, number>>;
}

export const WEIGHTS: Readonly<Record<'reading' | 'samples', ModelWeights>> = {
  reading: {
    intercept: -13.9927,
    weights: {
      age: 0.2956,
      turnShort: 2.2548,
      deviationAfter: -0.0934,
      largestAfter: 0.1057,
      deviationBefore: -0.2375,
      otherBlows: -1.5104,
      anyOtherBlows: 3.7901,
      settling: -1.7462,
      justAfter: 0.2601,
      peak: 1.5578,
      peakAbove40: -0.6318,
      jump: 0.7494,
      turn: 3.5869,
      turnSquared: -0.9111,
      deviationNow: 0.1023,
      leastGyroAfter: -1.3688,
      largestBefore: 0.7149,
    },
  },
  samples: {
    intercept: -13.3248,
    weights: {
      age: 0.3217,
      turnShort: 3.351,
      deviationAfter: -1.6513,
      largestAfter: -1.3718,
      deviationBefore: -1.352,
      otherBlows: -1.5738,
      anyOtherBlows: 3.9647,
      spread: 2.786,
      spreadNext: 4.187,
      jerk: 1.1496,
      gyro: -2.4672,
      gyroBefore: 1.3387,
      gyroLog: 3.204,
    },
  },
};
