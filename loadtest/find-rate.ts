import type { Link } from './links/link.ts';
import { closedLoop } from './loops/closed-loop.ts';
import { openLoop } from './loops/open-loop.ts';
import { startCosts } from './machine/costs.ts';
import type { RunningVigil } from './machine/service.ts';
import { WARM_UP_SECONDS } from './measured.ts';
import { say } from './progress.ts';
import type { Findings } from './report.ts';
import { searchRate, type Tried } from './rules/rate-search.ts';
import { comparedWithTable } from './stored.ts';

interface FindRate {
  /** Name in tables: "HTTP". */
  readonly over: string;
  readonly links: readonly Link[];
  readonly vigil: RunningVigil;
  /** Options of the scenario: readings in flight while it warms up, the bound in milliseconds, a step's length in seconds. */
  readonly values: { readonly window: number; readonly p99: number; readonly step: number };
}

interface Step extends Tried {
  readonly stored: number;
  readonly unanswered: number;
  readonly answered: number;
  readonly p50: number;
  readonly p99: number;
  readonly late: number;
  readonly server: number;
  readonly database: number;
}

const MAX_STEPS = 14;
/** The search starts well below the rate of a closed loop, so that the curve has a flat part. */
const FIRST_SHARE = 1 / 8;

/** Finds the highest rate with p99 below the bound, and records latency over rate. */
export async function findRate(parts: FindRate): Promise<Findings> {
  const { over, links, vigil, values } = parts;
  const { done, check } = await comparedWithTable(vigil.databaseUrl, async () => {
    const warm = await closedLoop(links, values.window, WARM_UP_SECONDS);
    const first = (warm.stored / warm.seconds) * FIRST_SHARE;
    const search = await searchRate({ first, mostSteps: MAX_STEPS, measure: (rate) => step(parts, rate) });
    return {
      ...search,
      acknowledged: search.steps.reduce((sum, { stored }) => sum + stored, warm.stored),
      unanswered: search.steps.reduce((sum, { unanswered }) => sum + unanswered, warm.unanswered),
    };
  });
  const steps = [...done.steps].sort((a, b) => a.rate - b.rate);
  return {
    tables: [
      {
        title: `Highest rate with p99 ≤ ${values.p99} ms`,
        rows: [{ name: over, figures: { 'readings/s': done.highest } }],
      },
      {
        title: `Latency over rate, ${over}, from the scheduled time`,
        rows: steps.map((one, i) => ({
          name: `${i + 1}: ${one.rate}/s, ${one.holds ? 'holds' : 'does not hold'}`,
          figures: {
            'answered/s': Math.round(one.answered),
            'p50 ms': one.p50,
            'p99 ms': one.p99,
            'sent late, p99 ms': one.late,
            'CPU server': one.server,
            'CPU database': one.database,
          },
        })),
      },
    ],
    checks: [
      check,
      {
        name: 'a rate was found',
        found: `${done.highest}/s in ${steps.length} steps`,
        holds: done.highest > 0,
      },
    ],
  };
}

async function step({ links, vigil, values }: FindRate, rate: number): Promise<Step> {
  const costs = startCosts(vigil);
  const driven = await openLoop({ links, rate, seconds: values.step, giveUpAfter: 1 });
  const { server, database } = costs();
  const { p50, p99 } = driven.latencies.spread();
  const holds = !driven.overloaded && driven.failed === 0 && p99 <= values.p99;
  say(`${rate}/s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${holds ? 'holds' : 'does not hold'}`);
  return {
    rate,
    holds,
    stored: driven.stored,
    unanswered: driven.unanswered,
    answered: driven.stored / driven.seconds,
    p50,
    p99,
    late: driven.lateness.spread().p99,
    server: server / driven.seconds,
    database: database / driven.seconds,
  };
}
