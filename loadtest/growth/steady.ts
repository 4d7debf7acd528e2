import type { Link } from '../links/link.ts';
import { closedLoop } from '../loops/closed-loop.ts';
import { openLoop } from '../loops/open-loop.ts';
import { type Payers, startCosts } from '../machine/costs.ts';
import { say } from '../progress.ts';
import type { Check } from '../report.ts';
import { costOfOne, type Grown } from './cost-table.ts';

const WARM_UP_SECONDS = 3;
const FIRST_WARM_UP_SECONDS = 8;

/** Before the first size, so that its readings do not include the JIT compilation. */
export const warmUp = (links: readonly Link[]): Promise<unknown> =>
  closedLoop(links, 1, FIRST_WARM_UP_SECONDS);

export interface Steady {
  readonly size: number;
  readonly links: readonly Link[];
  readonly payers: Payers;
  readonly rate: number;
  readonly seconds: number;
}

interface Outcome {
  readonly failed: number;
  readonly overloaded: boolean;
}

/** Cost of a reading at a rate far below the limit, so that sizes can be compared. */
export async function costOfReading({
  size,
  links,
  payers,
  rate,
  seconds,
}: Steady): Promise<Grown & Outcome> {
  await openLoop({ links, rate, seconds: WARM_UP_SECONDS });
  const costs = startCosts(payers);
  const driven = await openLoop({ links, rate, seconds });
  const { p50, p99 } = driven.latencies.spread();
  const { failed, overloaded } = driven;
  say(`${size}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  return {
    size,
    ...costOfOne(costs(), driven.stored),
    others: { 'p50 ms': p50, 'p99 ms': p99, failed },
    failed,
    overloaded,
  };
}

export const noneFailed = (what: string, grown: readonly Outcome[]): Check => {
  const failed = grown.reduce((sum, one) => sum + one.failed, 0);
  const overloaded = grown.some((one) => one.overloaded);
  return {
    name: `no reading failed as ${what} grew, and responses kept up`,
    found: `${failed} failed${overloaded ? '; given up, answers fell behind' : ''}`,
    holds: failed === 0 && !overloaded,
  };
};
