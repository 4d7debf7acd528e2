import type { Costs } from '../machine/costs.ts';
import type { Figures, Table } from '../report.ts';

export interface Grown {
  readonly size: number;
  /** CPU time of one, in microseconds. */
  readonly server: number;
  readonly database: number;
  readonly others: Figures;
}

export const costOfOne = ({ server, database }: Costs, times: number) => ({
  server: (server * 1e6) / times,
  database: (database * 1e6) / times,
});

export interface Growing {
  /** Name of one, in the singular. */
  readonly one: string;
  /** Name of what grows. */
  readonly what: string;
  readonly grown: readonly Grown[];
}

export const growthTable = ({ one, what, grown }: Growing): Table => ({
  title: `CPU time of one ${one} as ${what} grow`,
  rows: grown.map(({ size, server, database, others }) => ({
    name: `${size} ${what}`,
    figures: {
      'service µs': server,
      'database µs': database,
      'against the smallest': (server + database) / ((grown[0]?.server ?? 0) + (grown[0]?.database ?? 0)),
      ...others,
    },
  })),
});
