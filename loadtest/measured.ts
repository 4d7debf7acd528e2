import type { Link } from './links/link.ts';
import { closedLoop } from './loops/closed-loop.ts';
import type { Driven } from './loops/driven.ts';
import { openLoop } from './loops/open-loop.ts';
import { type Costs, type Payers, startCosts } from './machine/costs.ts';
import type { Check, Figures } from './report.ts';

export interface Measured {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  /** As text. */
  readonly failures: string;
  /** True if responses fell too far behind the rate and the run stopped. */
  readonly overloaded: boolean;
  readonly seconds: number;
  readonly costs: Costs;
  /** Including the warm-up: the number of rows that must be in the table. */
  readonly acknowledged: number;
  readonly unanswered: number;
}

export interface Load {
  readonly name: string;
  readonly payers: Payers;
  readonly open: () => Promise<readonly Link[]>;
  readonly seconds: number;
  /** Readings in flight on each connection, without a rate. */
  readonly window: number;
  readonly rate: number | undefined;
  /** Called after the warm-up; the returned function after the measurement, before the connections are closed. */
  readonly watch?: () => Promise<() => Promise<void>>;
}

export const WARM_UP_SECONDS = 3;

export async function measure({ name, payers, open, seconds, window, rate, watch }: Load): Promise<Measured> {
  const links = await open();
  const drive = (time: number): Promise<Driven> =>
    rate === undefined ? closedLoop(links, window, time) : openLoop({ links, rate, seconds: time });
  try {
    const timed = async (time: number) => {
      const costs = startCosts(payers);
      return { driven: await drive(time), costs: costs() };
    };
    const warm = await timed(WARM_UP_SECONDS);
    // Falling behind in the warm-up is already a result; late responses to the warm-up may still arrive.
    const watched = await watch?.();
    const counted = fellBehind(warm.driven) ? warm : await timed(seconds);
    await watched?.();
    const { driven, costs } = counted;
    const both = counted === warm ? [driven] : [warm.driven, driven];
    const { p50, p99 } = driven.latencies.spread();
    return {
      name,
      perSecond: driven.stored / driven.seconds,
      p50,
      p99,
      failed: driven.failed,
      failures: driven.failures,
      overloaded: fellBehind(driven),
      seconds: driven.seconds,
      costs,
      acknowledged: both.reduce((sum, { stored }) => sum + stored, 0),
      unanswered: both.reduce((sum, { unanswered }) => sum + unanswered, 0),
    };
  } finally {
    for (const link of links) link.close();
  }
}

/**
 * The servers run in turn, and the median round of each counts: a machine that is slow for some seconds slows all of
 * them.
 */
export async function inRounds<One extends Measured>(
  rounds: number,
  candidates: readonly ((round: number) => Promise<One>)[],
): Promise<One[]> {
  const all: One[][] = candidates.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, run] of candidates.entries()) all[i]?.push(await run(round + 1));
  }
  return all.map(medianRound);
}

function medianRound<One extends Measured>(rounds: readonly One[]): One {
  const sorted = rounds.toSorted((a, b) => a.perSecond - b.perSecond);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error('there was no round');
  const sum = (of: (one: Measured) => number): number => rounds.reduce((total, one) => total + of(one), 0);
  return {
    ...median,
    failed: sum(({ failed }) => failed),
    failures: rounds.find(({ failed }) => failed > 0)?.failures ?? median.failures,
    overloaded: rounds.some(({ overloaded }) => overloaded),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    unanswered: sum(({ unanswered }) => unanswered),
  };
}

const fellBehind = ({ overloaded, waiting }: Driven): boolean => overloaded || waiting > 0;

/** Table of all servers, compared with the first. */
export const comparison = (measured: readonly Measured[]): { name: string; figures: Figures }[] =>
  measured.map(({ name, perSecond, p50, p99, failed, seconds, costs }) => ({
    name,
    figures: {
      'readings/s': Math.round(perSecond),
      'p50 ms': p50,
      'p99 ms': p99,
      failed,
      'server µs each': (costs.server * 1e6) / (perSecond * seconds),
      'CPU server': costs.server / seconds,
      'CPU database': costs.database / seconds,
      'CPU generator': costs.generator / seconds,
      'first / this': (measured[0]?.perSecond ?? 0) / perSecond,
    },
  }));

export const noneFailed = ({ failed, failures, overloaded }: Measured): Check => ({
  name: 'no reading failed, and responses kept up',
  found: `failed: ${failures}${overloaded ? '; given up, answers fell behind' : ''}`,
  holds: failed === 0 && !overloaded,
});
