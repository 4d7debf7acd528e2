import type { Metrics } from '../platform/metrics.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { PathState } from './store.ts';

export function exposePath(metrics: Pick<Metrics, 'readGauge' | 'readGauges'>, state: () => PathState): void {
  metrics.readGauge('path_ok', '1 if the last path test passed, else 0; NaN before the first', () => {
    const { ok } = state();
    return ok === null ? Number.NaN : Number(ok);
  });
  metrics.readGauge('path_last_ok_timestamp_seconds', 'When the last path test that passed began', () => {
    const { lastOkAt } = state();
    return lastOkAt === null ? Number.NaN : lastOkAt.getTime() / SECOND_MS;
  });
  metrics.readGauges(
    'path_seconds',
    'Time of each stage since the start of the last path test',
    ['stage'],
    () =>
      Object.entries(state().stages).map(([stage, ms]) => ({
        labels: { stage },
        value: ms === null ? Number.NaN : ms / SECOND_MS,
      })),
  );
}
