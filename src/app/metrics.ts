import { createAccountMetrics } from '../accounts/metrics.ts';
import { createDeviceMetrics } from '../devices/metrics.ts';
import { createFallMetrics } from '../falls/metrics.ts';
import { createLiveMetrics } from '../live/metrics.ts';
import { createNotifyMetrics } from '../notify/metrics.ts';
import { createOperationMetrics } from '../operations/metrics.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createReadingMetrics } from '../readings/metrics.ts';
import { createResponseMetrics } from '../response/metrics.ts';

/** The registry, and the metrics of each module. */
export function openMetrics(unhandledRejections: () => number) {
  const registry = createMetrics();
  registry.readCounter('unhandled_rejections_total', 'Unhandled promise rejections', unhandledRejections);
  const lines = registry.counter('log_lines_total', 'Warnings and errors in the log, by component', {
    labels: ['component', 'level'],
  });
  return {
    registry,
    logged: (line: Parameters<typeof lines.inc>[0] & object) => lines.inc(line),
    accounts: createAccountMetrics(registry),
    live: createLiveMetrics(registry),
    notify: createNotifyMetrics(registry),
    response: createResponseMetrics(registry),
    falls: createFallMetrics(registry),
    devices: createDeviceMetrics(registry),
    readings: createReadingMetrics(registry),
    operations: createOperationMetrics(registry),
  };
}

export type AppMetrics = ReturnType<typeof openMetrics>;
