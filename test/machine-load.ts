// Says at the end of a run whether other programs have kept the machine busy.

import { availableParallelism, loadavg } from 'node:os';

const EVERY_MS = 5_000;
/** Runnable tasks for each core. The tests themselves make three or four. */
const TRUSTED = 6;

/** The returned function says what the load was, if it was too high for times to mean anything. */
export function watchLoad(): () => string | undefined {
  const loads: number[] = [];
  const look = () => void loads.push(loadavg()[0] ?? 0);
  const timer = setInterval(look, EVERY_MS).unref();
  return () => {
    look();
    clearInterval(timer);
    const cores = availableParallelism();
    const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length;
    if (mean <= TRUSTED * cores) return undefined;
    return (
      `The machine was too busy to trust times: on average ${mean.toFixed(0)} tasks wanted its ${cores} cores, ` +
      `${Math.max(...loads).toFixed(0)} at most.`
    );
  };
}
