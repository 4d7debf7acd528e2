import type { Metrics } from '../platform/metrics.ts';

const TRANSPORTS = ['http', 'mqtt', 'websocket'] as const;
type Transport = (typeof TRANSPORTS)[number];

/** A transport's readings. Plain numbers, because counting a reading must cost next to nothing. */
export interface ReadingTally {
  received: number;
  acknowledged: number;
  /** By the HTTP status of the refusal. */
  readonly refused: Map<number, number>;
}

export interface ReadingMetrics {
  readonly tallies: Readonly<Record<Transport, ReadingTally>>;
  committed(rows: number, seconds: number): void;
  scored(readings: number, seconds: number): void;
  /** A reading for which only the active detector, or only the shadow detector, would alert. */
  detectorsDisagreed(alerting: 'detector' | 'shadow'): void;
  /** It found the writer's queue full; its device sends it again. */
  dropped(what: 'reading'): void;
  /** `read` is called at each scrape. */
  readWaiting(read: () => number): void;
  readLeases(read: () => number): void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

const emptyTally = (): ReadingTally => ({ received: 0, acknowledged: 0, refused: new Map() });

export function createReadingMetrics(metrics: Metrics): ReadingMetrics {
  const tallies = { http: emptyTally(), mqtt: emptyTally(), websocket: emptyTally() };
  registerTallies(metrics, tallies);
  const groupRows = metrics.histogram('commit_rows', 'Readings per committed group', SIZES);
  const commitSeconds = metrics.histogram('commit_seconds', 'Time to commit a group of readings', SECONDS);
  const batchReadings = metrics.histogram('scoring_batch_readings', 'Readings per scored batch', SIZES);
  const scoringSeconds = metrics.histogram('scoring_seconds', 'Time to score a batch of readings', SECONDS);
  const disagreements = metrics.counter(
    'detector_disagreements_total',
    'Readings that only one of the detector and its shadow would alert for, by which',
    { labels: ['alerting'] },
  );
  return {
    tallies,
    committed(rows, seconds) {
      groupRows.observe(rows);
      commitSeconds.observe(seconds);
    },
    scored(readings, seconds) {
      batchReadings.observe(readings);
      scoringSeconds.observe(seconds);
    },
    detectorsDisagreed: (alerting) => disagreements.inc({ alerting }),
    dropped: metrics.drops('reading'),
    readWaiting: (read) =>
      metrics.readGauge('writer_queue_readings', 'Readings waiting to be committed', read),
    readLeases: (read) =>
      metrics.readGauge(
        'device_leases',
        'Devices whose send schedule this instance keeps without Redis',
        read,
      ),
  };
}

/** Copies the tallies into counters at each scrape. */
function registerTallies(metrics: Metrics, tallies: ReadingMetrics['tallies']): void {
  metrics.counter('readings_received_total', 'Readings that arrived', {
    labels: ['transport'],
    collect(counter) {
      for (const transport of TRANSPORTS) counter.inc({ transport }, tallies[transport].received);
    },
  });
  metrics.counter('readings_acknowledged_total', 'Readings committed and acknowledged', {
    labels: ['transport'],
    collect(counter) {
      for (const transport of TRANSPORTS) counter.inc({ transport }, tallies[transport].acknowledged);
    },
  });
  metrics.counter('readings_refused_total', 'Readings that were refused, by the status that told why', {
    labels: ['transport', 'status'],
    collect(counter) {
      for (const transport of TRANSPORTS)
        for (const [status, count] of tallies[transport].refused) counter.inc({ transport, status }, count);
    },
  });
}
