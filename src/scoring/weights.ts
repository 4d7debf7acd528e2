/**
 * Written by `npm run train`, not by hand: 2026-11-15, from recordings.ndjson.gz (602 trials of 15 people).
 * Each person judged by weights fitted to the others (one message a second, walking or rest before):
 *   reading: sensitivity 92.3 %, specificity 97.1 %, F1 0.936, 7.6 false alarms/h, median delay 2.3 s
 *   samples: sensitivity 93.5 %, specificity 97.2 %, F1 0.943, 7.3 false alarms/h, median delay 1.8 s
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
    intercept: -13.5379,
    weights: {
      age: 0.8643,
      turnShort: 3.1933,
      deviationBefore: -0.2452,
      otherBlows: -1.694,
      anyOtherBlows: 4.0094,
      settling: -4.3182,
      justAfter: 0.2656,
      peak: 1.483,
      peakAbove40: -0.5616,
      jump: 0.8705,
      turn: 3.5834,
      turnSquared: -1.1648,
      deviationNow: 0.0141,
      leastGyroAfter: -0.6414,
      leastGyroByAge: -0.3644,
      largestBefore: 0.8464,
    },
    typical: {
      age: 1.8588,
      turnShort: 0.7206,
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
      leastGyroByAge: 2.7469,
      largestBefore: 2.3833,
    },
  },
  samples: {
    intercept: -17.7231,
    weights: {
      age: 0.0972,
      turnShort: 5.2085,
      deviationBefore: -1.8097,
      otherBlows: -1.3342,
      anyOtherBlows: 3.5665,
      turnShortSquared: -0.7295,
      deviationAfter: -1.6874,
      largestAfter: -1.5364,
      spread: 3.119,
      spreadNext: 4.5907,
      jerk: 1.2253,
      gyro: -3.8336,
      gyroBefore: 1.7921,
      gyroLog: 7.094,
    },
    typical: {
      age: 2.1685,
      turnShort: 0.6695,
      deviationBefore: 1.6115,
      otherBlows: 1.5452,
      anyOtherBlows: 0.6483,
      turnShortSquared: 0.9218,
      deviationAfter: 1.5945,
      largestAfter: 1.0207,
      spread: 1.6465,
      spreadNext: 0.5971,
      jerk: 1.3748,
      gyro: 1.7826,
      gyroBefore: 1.4888,
      gyroLog: 1.4586,
    },
  },
};
