import { readdir } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from './errors.ts';

const TRANSPORTS = ['http', 'mqtt', 'websocket'] as const;
type Transport = (typeof TRANSPORTS)[number];

/** Items that are dropped when their queue is full, to bound the memory. */
export const DROPS = [
  /** A socket that read too slowly; it reconnects and resumes. */
  'live_socket',
  /** A reading that was not sent to a socket that reads too slowly. */
  'live_reading',
  /** An MQTT client that read too slowly. */
  'mqtt_client',
  /** A message for a disconnected MQTT client whose queue is full. */
  'mqtt_message',
  /** A reading that found the writer's queue full; its device sends it again. */
  'reading',
  /** A record that could not be written for too long. */
  'audit_entry',
  'device_log_entry',
  'delivery_entry',
] as const;
type Drop = (typeof DROPS)[number];

interface HousekeepingRun {
  readonly rows: number;
  readonly isComplete: boolean;
  readonly failed: boolean;
  readonly seconds: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A transport's readings. Plain numbers, because counting a reading must cost next to nothing. */
export interface ReadingTally {
  received: number;
  acknowledged: number;
  /** By the HTTP status of the refusal. */
  readonly refused: Map<number, number>;
}

export interface Metrics {
  readonly readings: Readonly<Record<Transport, ReadingTally>>;
  committed(rows: number, seconds: number): void;
  scored(readings: number, seconds: number): void;
  /** A reading for which only the active detector, or only the shadow detector, would alert. */
  detectorsDisagreed(alerting: 'detector' | 'shadow'): void;
  alertRaised(level: string): void;
  alertAcknowledged(secondsAfterEvent: number): void;
  dropped(what: Drop): void;
  /** An attempt to deliver a message by a channel has ended, this long after the message was written. */
  deliveryTried(kind: string, delivered: boolean, attempt: number, ageMs: number): void;
  /** The first message about a fall was delivered, this long after its escalation started. */
  firstDelivered(seconds: number): void;
  /** A caregiver has claimed a fall for the first time. */
  fallClaimed(secondsAfterFall: number): void;
  /** All steps and repeats of an escalation are done, without an answer. */
  fallUnanswered(): void;
  housekeepingRan(task: string, run: HousekeepingRun): void;
  /** `read` is called at each scrape, and must never return less than before. */
  counter(name: string, help: string, read: () => number): void;
  /** `read` is called at each scrape. */
  gauge(name: string, help: string, read: () => number): void;
  /** Prometheus' text format. */
  text(): Promise<string>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const NOTIFICATION_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60, 180, 600];
const SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];
const MINUTES_AS_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800, 3600, 14_400];

const PREFIX = 'vigil_';

/** Default metrics that list every connection on the main thread: with 17 500 connections, 60 ms per scrape. */
const COSTLY_METRICS = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'process_open_fds',
];
const OPEN_FILES = '/proc/self/fd';

interface MetricsDeps {
  /** The kinds of channels, for `deliveries_total`. */
  readonly channelKinds: readonly string[];
}

export function createMetrics({ channelKinds }: MetricsDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of COSTLY_METRICS) registry.removeSingleMetric(name);
  new Gauge({
    name: 'process_open_fds',
    help: 'Number of open file descriptors. Only on Linux.',
    registers,
    async collect() {
      const open = await readdir(OPEN_FILES).catch(() => undefined);
      if (open !== undefined) this.set(open.length);
    },
  });

  const readings = Object.fromEntries(
    TRANSPORTS.map((transport) => [
      transport,
      { received: 0, acknowledged: 0, refused: new Map<number, number>() },
    ]),
  ) as Record<Transport, ReadingTally>;

  countersOf('readings_received_total', 'Readings that arrived', (tally) => tally.received);
  countersOf(
    'readings_acknowledged_total',
    'Readings committed and acknowledged',
    (tally) => tally.acknowledged,
  );
  new Counter({
    name: `${PREFIX}readings_refused_total`,
    help: 'Readings that were refused, by the status that told why',
    labelNames: ['transport', 'status'],
    registers,
    collect() {
      this.reset();
      for (const transport of TRANSPORTS) {
        for (const [status, count] of readings[transport].refused) this.inc({ transport, status }, count);
      }
    },
  });

  function countersOf(name: string, help: string, read: (tally: ReadingTally) => number): void {
    new Counter({
      name: `${PREFIX}${name}`,
      help,
      labelNames: ['transport'],
      registers,
      collect() {
        this.reset();
        for (const transport of TRANSPORTS) this.inc({ transport }, read(readings[transport]));
      },
    });
  }

  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `${PREFIX}${name}`, help, buckets, registers });
  const groupRows = histogram('commit_rows', 'Readings per committed group', SIZES);
  const commitSeconds = histogram('commit_seconds', 'Time to commit a group of readings', SECONDS);
  const batchReadings = histogram('scoring_batch_readings', 'Readings per scored batch', SIZES);
  const scoringSeconds = histogram('scoring_seconds', 'Time to score a batch of readings', SECONDS);
  const acknowledgement = histogram(
    'acknowledgement_seconds',
    'From a fall to the first acknowledgement of its alerts',
    MINUTES_AS_SECONDS,
  );
  const disagreements = new Counter({
    name: `${PREFIX}detector_disagreements_total`,
    help: 'Readings that only one of the detector and its shadow would alert for, by which',
    labelNames: ['alerting'],
    registers,
  });
  const alerts = new Counter({
    name: `${PREFIX}alerts_total`,
    help: 'Alerts raised, by level',
    labelNames: ['level'],
    registers,
  });
  const drops = new Counter({
    name: `${PREFIX}dropped_total`,
    help: 'What was given up for want of room',
    labelNames: ['what'],
    registers,
  });
  const deliveries = new Counter({
    name: `${PREFIX}deliveries_total`,
    help: 'Tries to deliver a message, by channel and outcome',
    labelNames: ['channel', 'outcome'],
    registers,
  });
  const firstTry = histogram(
    'notification_seconds',
    'From a message to the end of its first try',
    NOTIFICATION_SECONDS,
  );
  const firstDelivered = histogram(
    'first_notification_seconds',
    'From a fall, or the end of its OK window, to the first message that arrived',
    NOTIFICATION_SECONDS,
  );
  const claimed = histogram('claim_seconds', 'From a fall to the first claim', MINUTES_AS_SECONDS);
  const unanswered = new Counter({
    name: `${PREFIX}falls_unanswered_total`,
    help: 'Falls without a response after all steps and repetitions of the escalation policy',
    registers,
  });
  // Start at 0, so that the first drop is an increase.
  for (const what of DROPS) drops.inc({ what }, 0);
  for (const channel of channelKinds)
    for (const outcome of ['delivered', 'failed']) deliveries.inc({ channel, outcome }, 0);

  return {
    readings,
    committed(rows, seconds) {
      groupRows.observe(rows);
      commitSeconds.observe(seconds);
    },
    scored(count, seconds) {
      batchReadings.observe(count);
      scoringSeconds.observe(seconds);
    },
    detectorsDisagreed: (alerting) => disagreements.inc({ alerting }),
    alertRaised: (level) => alerts.inc({ level }),
    alertAcknowledged: (seconds) => acknowledgement.observe(seconds),
    dropped: (what) => drops.inc({ what }),
    deliveryTried(channel, delivered, attempt, ageMs) {
      deliveries.inc({ channel, outcome: delivered ? 'delivered' : 'failed' });
      if (attempt === 1) firstTry.observe(ageMs / 1000);
    },
    firstDelivered: (seconds) => firstDelivered.observe(seconds),
    fallClaimed: (seconds) => claimed.observe(seconds),
    fallUnanswered: () => unanswered.inc(),
    housekeepingRan: createHousekeepingMetrics(registers),
    counter(name, help, read) {
      new Counter({
        name: `${PREFIX}${name}`,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    gauge(name, help, read) {
      new Gauge({
        name: `${PREFIX}${name}`,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    text: () => registry.metrics(),
  };
}

/** One series per task: a task that fails for days must not hide behind the others. */
function createHousekeepingMetrics(registers: Registry[]): Metrics['housekeepingRan'] {
  const labelNames = ['task'];
  const counter = (name: string, help: string) =>
    new Counter({ name: `${PREFIX}housekeeping_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `${PREFIX}housekeeping_${name}`, help, labelNames, registers });
  const runs = counter('runs_total', 'Runs of a housekeeping task');
  const failures = counter('failures_total', 'Runs of a housekeeping task that failed');
  const rows = counter('rows_total', 'Rows that a housekeeping task has deleted');
  const duration = gauge('duration_seconds', 'How long the last run of a housekeeping task took');
  const unfinished = gauge('unfinished', '1 when the last run reached its time limit with work left');
  const lastSuccess = gauge('last_success_timestamp_seconds', 'When a housekeeping task last succeeded');
  return (task, run) => {
    runs.inc({ task });
    failures.inc({ task }, run.failed ? 1 : 0);
    rows.inc({ task }, run.rows);
    duration.set({ task }, run.seconds);
    unfinished.set({ task }, run.failed || run.isComplete ? 0 : 1);
    if (!run.failed) lastSuccess.set({ task }, run.at / 1000);
  };
}

/** Counts the answer. On the hot path: creates one closure per reading and nothing else. */
export function tallied<Outcome>(tally: ReadingTally, answered: (outcome: Outcome | AppError) => void) {
  tally.received += 1;
  return (outcome: Outcome | AppError): void => {
    if (outcome instanceof AppError) refuse(tally, outcome.status, 1);
    else tally.acknowledged += 1;
    answered(outcome);
  };
}

export function refuse({ refused }: ReadingTally, status: number, readings: number): void {
  if (readings > 0) refused.set(status, (refused.get(status) ?? 0) + readings);
}
