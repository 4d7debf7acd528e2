import { type CpuTime, cpuTimeOf } from './processes.ts';

/** What the played part of a fleet cost, after its wearables have connected. */
export interface Measured {
  readonly readings: number;
  readonly seconds: number;
  /** Undefined if the service is no process of this user on this machine. */
  readonly cpu: CpuTime | undefined;
}

const MAX_WARM_UP_MS = 10_000;

/** Counts from a quarter of the run to its end, without the last replies; the returned function ends it. */
export function startMeter(port: number, runMs: number, acknowledged: () => number): () => Measured {
  const read = () => ({ readings: acknowledged(), ms: performance.now(), cpu: cpuTimeOf(port) });
  let before = read();
  let after: typeof before | undefined;
  const timers = [
    setTimeout(() => (before = read()), Math.min(MAX_WARM_UP_MS, runMs / 4)),
    setTimeout(() => (after = read()), runMs),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
    const end = after ?? read();
    return {
      readings: end.readings - before.readings,
      seconds: (end.ms - before.ms) / 1000,
      cpu: before.cpu &&
        end.cpu && {
          service: end.cpu.service - before.cpu.service,
          database: end.cpu.database - before.cpu.database,
        },
    };
  };
}
