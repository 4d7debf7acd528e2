import { cpuSeconds } from './processes.ts';

/** CPU seconds. */
export interface Costs {
  readonly server: number;
  readonly database: number;
  readonly generator: number;
}

export interface Payers {
  readonly pid: number;
  /** Other processes that do the server's work with it. */
  readonly helpers?: readonly number[];
  readonly postmasterPid: number;
}

/** Starts counting; the returned function gives what has been spent since. */
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
