import { Outage } from '../platform/database/outage.ts';
import { countedLog, type Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import type { Module } from '../platform/module.ts';
import { Border } from './border.ts';
import type { CORE } from './modules.ts';

type CoreModule = (typeof CORE)[number];
type ModuleMetrics = {
  readonly [M in Extract<CoreModule, { readonly metrics: unknown }> as M['name']]: ReturnType<M['metrics']>;
};

interface MetricsDeps {
  readonly log: Log;
  readonly unhandledRejections: () => number;
}

/** The registry and the metrics of each module by its name; the log, whose lines are counted, without those of an outage; the border. */
export function openMetrics(modules: readonly Module<never>[], deps: MetricsDeps) {
  const registry: Metrics = createMetrics();
  registry.readCounter(
    'unhandled_rejections_total',
    'Unhandled promise rejections',
    deps.unhandledRejections,
  );
  const lines = registry.counter('log_lines_total', 'Warnings and errors in the log, by component', {
    labels: ['component', 'level'],
  });
  const outage = new Outage(deps.log);
  const log = countedLog(outage.log, (line) => lines.inc(line));
  const border = new Border(log, registry);
  const ofModules = modules.map(({ name, metrics }) => [
    name,
    border.call(name, 'metrics', () => metrics?.(registry), undefined),
  ]);
  return {
    metrics: { ...(Object.fromEntries(ofModules) as ModuleMetrics), registry },
    log,
    outage,
    border,
  };
}

export type AppMetrics = ReturnType<typeof openMetrics>['metrics'];
