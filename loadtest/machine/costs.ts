import { cpuSeconds } from './processes.ts';

/** CPU time, in seconds. */
export interface Costs {
  readonly server: number;
  readonly database: number;
  readonly generator: number;
}

export interface Payers {
  readonly pid: number;
  /** Other processes that belong to the server. */
  readonly helpers?: readonly number[];
  readonly postmasterPid: number;
}

/** Starts counting; the returned function returns the CPU time since then. */
export function startCosts({ pid, helpers = [], postmasterPid }: Payers): () => Costs {
  const spent = (): Costs => {
    const { user, system } = process.cpuUsage();
    return {
      server: [pid, ...helpers].reduce((sum, one) => sum + cpuSeconds(one), 0),
      database: cpuSeconds(postmasterPid, true),
      generator: (user + system) / 1e6,
    };
  };
  const before = spent();
  return () => {
    const after = spent();
    return {
      server: after.server - before.server,
      database: after.database - before.database,
      generator: after.generator - before.generator,
    };
  };
}
