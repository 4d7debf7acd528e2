import { comparison, inRounds, type Measured, noneFailed } from './measured.ts';
import type { Report } from './report.ts';
import { comparedWithTable } from './stored.ts';

export interface Contestant {
  readonly name: string;
  readonly drive: (name: string) => Promise<Measured>;
}

export interface Rival extends Contestant {
  /** So many times as fast we want to be. */
  readonly goal: number;
  /** Its readings end in the same table as ours. */
  readonly stores: boolean;
}

export interface Contest {
  readonly title: string;
  readonly databaseUrl: string;
  readonly ours: Contestant;
  readonly rivals: readonly Rival[];
  readonly rounds: number;
  /** At a given rate all are equally fast. */
  readonly rate: number | undefined;
}

/** Ours and its rivals side by side, in turn; what was acknowledged must be in the table. */
export async function contest({ title, databaseUrl, ours, rivals, rounds, rate }: Contest): Promise<Report> {
  const { done, check } = await comparedWithTable(databaseUrl, async () => {
    const turns = [ours, ...rivals].map(
      ({ name, drive }) =>
        () =>
          drive(name),
    );
    const measured = await inRounds(rounds, turns);
    const storing = measured.filter((_, i) => i === 0 || rivals[i - 1]?.stores);
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
            goal: rivals[i]?.goal ?? 0,
          }))
        : [],
    checks: [check, noneFailed(first)],
    plots: [],
    notes: [],
  };
}
