import type { FallLevel } from '../platform/fall-levels.ts';
import type { Metrics } from '../platform/metrics.ts';

export interface FallMetrics {
  /** A new alert, or an alert whose level has risen. */
  alertRaised(level: FallLevel): void;
  /** A report beyond the limits, which gets no response. */
  flooded(): void;
}

export function createFallMetrics(metrics: Metrics): FallMetrics {
  const alerts = metrics.counter('alerts_total', 'Alerts raised, by level', { labels: ['level'] });
  const floods = metrics.counter(
    'reports_without_response_total',
    'Reports of falls beyond a person’s limit, recorded without a response',
  );
  return {
    alertRaised: (level) => alerts.inc({ level }),
    flooded: () => floods.inc(),
  };
}
