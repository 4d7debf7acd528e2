import { readdir } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The registry. Each module declares its own metrics in its `metrics.ts`; names are given without the prefix `vigil_`.
 */
export interface Metrics {
  counter<Label extends string = never>(
    name: string,
    help: string,
    options?: CounterOptions<Label>,
  ): Counter<Label>;
  gauge<Label extends string = never>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>;
  histogram(name: string, help: string, buckets: readonly number[]): Histogram;
  /** `read` is called at each scrape, and must never return less than before. */
  readCounter(name: string, help: string, read: () => number): void;
  /** `read` is called at each scrape. */
  readGauge(name: string, help: string, read: () => number): void;
  /** `read` is called at each scrape and returns every series. */
  readGauges<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    read: () => readonly { readonly labels: Readonly<Record<Label, string>>; readonly value: number }[],
  ): void;
  /** Declares items that are dropped when their queue is full, and returns the function that counts them. */
  drops<Item extends string>(...items: readonly Item[]): (what: Item) => void;
  /** Prometheus' text format. */
  text(): Promise<string>;
}

interface CounterOptions<Label extends string> {
  readonly labels?: readonly Label[];
  /** Called at each scrape with the counter at 0, to add the totals so far. */
  readonly collect?: (counter: Counter<Label>) => void;
}

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

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  let isScraped = false;

  function counter<Label extends string = never>(
    name: string,
    help: string,
    { labels = [], collect }: CounterOptions<Label> = {},
  ): Counter<Label> {
    const made: Counter<Label> = new Counter<Label>({
      name: `${PREFIX}${name}`,
      help,
      labelNames: labels,
      registers,
      ...(collect && {
        collect() {
          made.reset();
          collect(made);
        },
      }),
    });
    return made;
  }

  const dropped = counter('dropped_total', 'What was given up for want of room', { labels: ['what'] });

  return {
    counter,
    gauge: (name, help, labelNames = []) =>
      new Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers }),
    histogram: (name, help, buckets) =>
      new Histogram({ name: `${PREFIX}${name}`, help, buckets: [...buckets], registers }),
    readCounter(name, help, read) {
      counter(name, help, { collect: (made) => made.inc(read()) });
    },
    readGauge(name, help, read) {
      new Gauge({
        name: `${PREFIX}${name}`,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    readGauges(name, help, labelNames, read) {
      new Gauge({
        name: `${PREFIX}${name}`,
        help,
        labelNames,
        registers,
        collect() {
          for (const { labels, value } of read()) this.set(labels, value);
        },
      });
    },
    drops(...items) {
      // Start at 0, so that the first drop is an increase.
      for (const what of items) dropped.inc({ what }, 0);
      return (what) => dropped.inc({ what });
    },
    text() {
      if (!isScraped) registerProcessMetrics(registry);
      isScraped = true;
      return registry.metrics();
    },
  };
}

/** At the first scrape: the monitor of the event loop wakes the process a hundred times a second. */
function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of COSTLY_METRICS) registry.removeSingleMetric(name);
  new Gauge({
    name: 'process_open_fds',
    help: 'Number of open file descriptors. Only on Linux.',
    registers: [registry],
    async collect() {
      const open = await readdir(OPEN_FILES).catch(() => undefined);
      if (open !== undefined) this.set(open.length);
    },
  });
}
