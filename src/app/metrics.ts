import { createMetrics, type Metrics } from '../platform/metrics.ts';
import type { Module } from '../platform/module.ts';
import type { CORE } from './modules.ts';

type CoreModule = (typeof CORE)[number];
type ModuleMetrics = {
  readonly [M in Extract<CoreModule, { readonly metrics: unknown }> as M['name']]: ReturnType<M['metrics']>;
};

/** The registry, and the metrics of each module by its name. */
export function openMetrics(modules: readonly Module<never>[], unhandledRejections: () => number) {
  const registry: Metrics = createMetrics();
  registry.readCounter('unhandled_rejections_total', 'Unhandled promise rejections', unhandledRejections);
  const lines = registry.counter('log_lines_total', 'Warnings and errors in the log, by component', {
    labels: ['component', 'level'],
  });
  return {
    ...(Object.fromEntries(modules.map(({ name, metrics }) => [name, metrics?.(registry)])) as ModuleMetrics),
    registry,
    logged: (line: Parameters<typeof lines.inc>[0] & object) => lines.inc(line),
  };
}

export type AppMetrics = ReturnType<typeof openMetrics>;
