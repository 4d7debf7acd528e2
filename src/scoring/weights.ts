/**
 * Written by `npm run train`, not by hand: 2026-11-15, from recordings.ndjson.gz (602 trials of 15 people).
 * Each person judged by weights fitted to the others (one message a second, walking or rest before):
 *   reading: sensitivity 92.6 %, specificity 96.4 %, F1 0.932, 9.3 false alarms/h, median delay 2.2 s
 *   samples: sensitivity 93.7 %, specificity 96.9 %, F1 0.942, 8.1 false alarms/h, median delay 1.8 s
 * A weight is per unit of the feature of the same name in features.ts; `typical` is the feature's mean while an impact
 * is in the window, which an explanation compares with.
 */
export interface ModelWeights {
  readonly intercept: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly typical: Readonly<Record<string, number>>;
}

export const WEIGHTS: Readonly<Record<'reading' | 'samples', ModelWeights>> = {
  reading: {
    intercept: -13.4098,
    weights: {
      age: 0.6888,
      turnShort: 2.1978,
      deviationBefore: -0.1919,
      otherBlows: -1.6607,
      anyOtherBlows: 3.6957,
      settling: -3.3218,
      justAfter: 0.8689,
      peak: 1.521,
      peakAbove40: -0.6141,
      jump: 0.7595,
      turn: 3.8019,
      turnSquared: -0.9653,
      deviationNow: 0.0791,
      leastGyroAfter: -1.4385,
      largestBefore: 0.7432,
    },
    typical: {
      age: 1.8588,
      turnShort: 0.7203,
      deviationBefore: 3.9546,
      otherBlows: 1.8523,
      anyOtherBlows: 0.7678,
      settling: 0.7515,
      justAfter: 0.1994,
      peak: 4.076,
      peakAbove40: 0.6285,
      jump: 2.16,
      turn: 0.7456,
      turnSquared: 1.0513,
      deviationNow: 2.3921,
      leastGyroAfter: 1.3094,
      largestBefore: 2.3833,
    },
  },
  samples: {
    intercept: -13.2149,
    weights: {
      age: 0.3639,
      turnShort: 3.3151,
      deviationBefore: -1.3424,
      otherBlows: -1.5879,
      anyOtherBlows: 3.9772,
      deviationAfter: -1.6176,
      largestAfter: -1.3587,
      spread: 2.7875,
      spreadNext: 4.088,
      jerk: 1.1461,
      gyro: -2.4514,
      gyroBefore: 1.3517,
      gyroLog: 3.1776,
    },
    typical: {
      age: 1.8565,
      turnShort: 0.6541,
      deviationBefore: 1.681,
      otherBlows: 1.605,
      anyOtherBlows: 0.6706,
      deviationAfter: 1.5727,
      largestAfter: 0.9567,
      spread: 1.6178,
      spreadNext: 0.5646,
      jerk: 1.3462,
      gyro: 1.7588,
      gyroBefore: 1.5053,
      gyroLog: 1.4466,
    },
  },
};
