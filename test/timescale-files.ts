/** Folders of test/ that store and read readings: `npm run test:timescale` runs them. */
export const TIMESCALE_SUITES: readonly string[] = [
  'database',
  'readings',
  'devices',
  'overview',
  'falls',
  'operations',
  'faults',
];

/** Files of these folders that start PostgreSQL servers of their own, which have no TimescaleDB. */
export const ON_OWN_SERVERS: readonly string[] = [
  'faults/database-pair.test.ts',
  'faults/database-tls.test.ts',
  'faults/failover.test.ts',
  'faults/lagging-standby.test.ts',
];

/** Files of these folders that take long and store no reading: a hypertable stays empty in them. */
export const WITHOUT_READINGS: readonly string[] = [
  'database/database.test.ts',
  'falls/fall-reports.test.ts',
  'falls/falls-for-patients.test.ts',
  'falls/year-of-falls.test.ts',
  'faults/disk-full.test.ts',
  'faults/maintenance-outage.test.ts',
  'faults/phones-killed.test.ts',
  'operations/installations.test.ts',
  'operations/own-certificate.test.ts',
  'operations/response-metrics.test.ts',
  'overview/handover.test.ts',
  'overview/night.test.ts',
  'overview/setup.test.ts',
];

/** Whether a hypertable may affect a file, given by its path in test/. */
export const isForTimescale = (file: string): boolean =>
  TIMESCALE_SUITES.some((suite) => file.startsWith(`${suite}/`)) &&
  !ON_OWN_SERVERS.includes(file) &&
  !WITHOUT_READINGS.includes(file);
