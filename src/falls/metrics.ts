import type { FallLevel } from '../platform/fall-levels.ts';
import type { Metrics } from '../platform/metrics.ts';

export interface FallMetrics {
  /** New alerts, or alerts whose level has risen. */
  alertsRaised(level: FallLevel, count: number): void;
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
    alertsRaised: (level, count) => alerts.inc({ level }, count),
    flooded: () => floods.inc(),
  };
}
