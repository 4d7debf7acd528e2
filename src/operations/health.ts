import type { Queryable } from '../platform/database/database.ts';
import type { WriteMonitor } from '../readings/index.ts';

/** docs/contract.md, "Health report": HEALTHY, DEGRADED (some services affected) or UNHEALTHY (critical failure). */
export interface Health {
  /**
   * `degraded`: names of the parts that do not work fully; `starting`, `database` or `storage` comes first when
   * UNHEALTHY.
   */
  check(): Promise<{
    readonly status: 'HEALTHY' | 'DEGRADED' | 'UNHEALTHY';
    readonly degraded: readonly string[];
  }>;
}

/** Health checks may come at any rate, so they share a database probe for this long. */
const PROBE_FRESH_MS = 500;
const PROBE_TIMEOUT_MS = 2_000;
/** docs/contract.md, "Health report": a failover may take a few seconds. */
const MAX_WRITE_FAILURE_MS = 10_000;

interface HealthDeps {
  readonly db: Queryable;
  /** Whether every listener is open and readings are accepted. */
  readonly isReady: () => boolean;
  readonly writes: Pick<WriteMonitor, 'failingForMs'>;
  /** Whether each part works fully, by name. */
  readonly parts: Readonly<Record<string, () => boolean>>;
}

export function createHealth({ db, isReady, writes, parts }: HealthDeps): Health {
  let probe: Promise<boolean> | undefined;

  function databaseResponds(): Promise<boolean> {
    if (probe === undefined) {
      probe = withTimeout(db.run('SELECT 1'));
      const forget = () => {
        probe = undefined;
      };
      void probe.then(() => setTimeout(forget, PROBE_FRESH_MS).unref());
    }
    return probe;
  }

  return {
    async check() {
      const degraded = Object.entries(parts)
        .filter(([, isHealthy]) => !isHealthy())
        .map(([name]) => name);
      if (!(await databaseResponds())) return { status: 'UNHEALTHY', degraded: ['database', ...degraded] };
      if (!isReady()) return { status: 'UNHEALTHY', degraded: ['starting', ...degraded] };
      if (writes.failingForMs() >= MAX_WRITE_FAILURE_MS)
        return { status: 'UNHEALTHY', degraded: ['storage', ...degraded] };
      return { status: degraded.length === 0 ? 'HEALTHY' : 'DEGRADED', degraded };
    },
  };
}

function withTimeout(work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS);
    const finish = (healthy: boolean) => {
      clearTimeout(timer);
      resolve(healthy);
    };
    work.then(
      () => finish(true),
      () => finish(false),
    );
  });
}
