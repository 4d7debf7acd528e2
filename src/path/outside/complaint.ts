import { isRecent, MINUTE_MS } from '../../platform/time.ts';
import type { PathState } from '../store.ts';

/** The parts of the service through which an alert goes. */
export interface ServiceHealth {
  readonly status: 'HEALTHY' | 'DEGRADED' | 'UNHEALTHY';
  readonly degraded: readonly string[];
}

interface Times {
  /** Of path tests; 0 without them. */
  readonly intervalMs: number;
  /** When the service started, or its clock was set: there was no time for a path test before that. */
  readonly steadySince: number;
  readonly now: number;
}

/** Of the health report: the escalation and the outbox do not move. */
const QUEUES = ['responses', 'outbox'];

/**
 * Why alerts may not arrive, in one line; undefined while they do. Without a path test, the database and the queues of the
 * escalation and the outbox decide.
 */
export function complaintOf(
  { status, degraded }: ServiceHealth,
  { ok, lastOkAt, failing }: PathState,
  { intervalMs, steadySince, now }: Times,
): string | undefined {
  if (status === 'UNHEALTHY') return `${degraded[0] ?? 'service'} failed`;
  if (failing !== null) return `path test failed at stage ${failing.stage}`;
  if (ok === null || intervalMs === 0) {
    const stuck = QUEUES.find((queue) => degraded.includes(queue));
    return stuck && `${stuck} stuck`;
  }
  const isCurrent = [lastOkAt?.getTime() ?? 0, steadySince].some((from) =>
    isRecent(from, now, 2 * intervalMs + MINUTE_MS),
  );
  return isCurrent ? undefined : 'path tests have stopped';
}
