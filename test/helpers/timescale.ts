/** `npm run test:timescale` runs the suites on a real TimescaleDB; every other run uses native partitions. */
export const onTimescale = (process.env.TEST_TIMESCALE_URL ?? '') !== '';

/** For `{ skip: … }`: the reason appears beside the test. */
export const partitionsOnly = onTimescale && 'about native partitions: TimescaleDB makes its chunks itself';
export const timescaleOnly = !onTimescale && 'needs TimescaleDB: npm run test:timescale';
