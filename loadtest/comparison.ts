import { comparison, inRounds, type Measured, noneFailed } from './measured.ts';
import { inChapter } from './progress.ts';
import type { Findings } from './report.ts';
import { comparedWithTable } from './stored.ts';

interface Candidate {
  readonly name: string;
  readonly drive: (name: string) => Promise<Measured>;
}

export interface Baseline extends Candidate {
  /** Goal: the rate of Vigil divided by the rate of the baseline. */
  readonly goal: number;
  /** True if the baseline stores readings in the table of Vigil. */
  readonly stores: boolean;
}

export interface Comparison {
  readonly title: string;
  readonly databaseUrl: string;
  readonly ours: Candidate;
  readonly baselines: readonly Baseline[];
  readonly rounds: number;
  /** With a fixed rate there is no ratio: all servers are equally fast. */
  readonly rate: number | undefined;
}

/** Measures Vigil and the baselines in turn. Every acknowledged reading must be in the table. */
export async function compareWithBaselines({
  title,
  databaseUrl,
  ours,
  baselines,
  rounds,
  rate,
}: Comparison): Promise<Findings> {
  const { done, check } = await comparedWithTable(databaseUrl, async () => {
    const runs = [ours, ...baselines].map(({ name, drive }) => (round: number) => {
      inChapter(`${round}/${rounds} ${name}`);
      return drive(name);
    });
    const measured = await inRounds(rounds, runs);
    const storing = measured.filter((_, i) => i === 0 || baselines[i - 1]?.stores);
    return {
      measured,
      acknowledged: storing.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      unanswered: storing.reduce((sum, { unanswered }) => sum + unanswered, 0),
    };
  });
  const [first, ...others] = done.measured;
  if (first === undefined) throw new Error('nothing was measured');
  return {
    tables: [{ title, rows: comparison(done.measured) }],
    ratios:
      rate === undefined
        ? others.map(({ name, perSecond }, i) => ({
            name: `${ours.name} / ${name}`,
            value: first.perSecond / perSecond,
            goal: baselines[i]?.goal ?? 0,
          }))
        : [],
    checks: [check, noneFailed(first)],
  };
}
