/** How much of each second a wearable sends: one reading, its five parts, or all samples. */
export const SENDS = ['reading', 'parts', 'samples'] as const;

export type Sends = (typeof SENDS)[number];

/** What a wearable's readings show of its sensors; null until it is known. */
export interface SensorFacts {
  readonly hasGyro: boolean | null;
  readonly sampleRateHz: number | null;
  /** In g: the smallest usual range that contains every value so far. */
  readonly rangeG: number | null;
  /** In °/s, as `rangeG`. */
  readonly gyroRange: number | null;
  readonly sends: Sends | null;
  /** Values stop at `rangeG`: the movement was stronger than the sensor can measure. */
  readonly isAccelClipped: boolean;
  readonly isGyroClipped: boolean;
  readonly isSmoothed: boolean;
}

export const UNKNOWN_SENSORS: SensorFacts = {
  hasGyro: null,
  sampleRateHz: null,
  rangeG: null,
  gyroRange: null,
  sends: null,
  isAccelClipped: false,
  isGyroClipped: false,
  isSmoothed: false,
};

/** docs/firmware.md, "Fields and units": what the detector needs. */
export const NEEDED = { rateHz: 25, rangeG: 8, gyroRange: 500 } as const;
/** A rate of 25 Hz by the wearable's own clock may measure a little less. */
export const LOWEST_RATE_HZ = NEEDED.rateHz * 0.96;

export const isTooSlow = ({ sampleRateHz }: Pick<SensorFacts, 'sampleRateHz'>): boolean =>
  sampleRateHz !== null && sampleRateHz < LOWEST_RATE_HZ;

const isAccelTooNarrow = ({ isAccelClipped, rangeG }: SensorFacts): boolean =>
  isAccelClipped && rangeG !== null && rangeG < NEEDED.rangeG;

const isGyroTooNarrow = ({ isGyroClipped, gyroRange }: SensorFacts): boolean =>
  isGyroClipped && gyroRange !== null && gyroRange < NEEDED.gyroRange;

/** Each weakness with its warning, which says what to do. */
const WEAKNESSES: readonly {
  readonly applies: (facts: SensorFacts) => boolean;
  readonly warning: (facts: SensorFacts) => string;
}[] = [
  {
    applies: ({ hasGyro }) => hasGyro === false,
    warning: () =>
      'Gyro missing: falls are found less surely; use a wearable with a gyro, or turn its gyro on and send gyro_x, gyro_y and gyro_z',
  },
  {
    applies: isTooSlow,
    warning: ({ sampleRateHz }) =>
      `Sampling rate too low: about ${Math.round(sampleRateHz ?? 0)} samples a second, so impacts are missed; measure at ${NEEDED.rateHz} Hz or more`,
  },
  {
    applies: isAccelTooNarrow,
    warning: ({ rangeG }) =>
      `Acceleration range too small: values stop at ±${rangeG} g, so hard impacts look soft; set the accelerometer to ±${NEEDED.rangeG} g or more`,
  },
  {
    applies: isGyroTooNarrow,
    warning: ({ gyroRange }) =>
      `Gyro range too small: values stop at ±${gyroRange} °/s, so fast turns look slow; set the gyro to ±${NEEDED.gyroRange} °/s or more`,
  },
  {
    applies: ({ isSmoothed }) => isSmoothed,
    warning: () =>
      'Samples look smoothed: the edge of an impact is lost; turn off the low-pass filter, or set it to 20 Hz or more',
  },
];

/** One bit per weakness, for comparison. */
export function weaknessesOf(facts: SensorFacts): number {
  let bits = 0;
  for (let i = 0; i < WEAKNESSES.length; i++) if (WEAKNESSES[i]?.applies(facts)) bits |= 1 << i;
  return bits;
}

/** For the status view and the device's log; `among` limits them to these weaknesses. */
export const sensorWarnings = (facts: SensorFacts, among = -1): string[] =>
  WEAKNESSES.filter(({ applies }, i) => (among & (1 << i)) !== 0 && applies(facts)).map(({ warning }) =>
    warning(facts),
  );
