import type { Findings, Report } from './report.ts';
import { type OptionTable, parseOptions, type ValuesOf } from './rules/options.ts';

export interface Scenario {
  readonly about: string;
  readonly options: OptionTable;
  run(args: readonly string[]): Promise<{ readonly options: object; readonly report: Report }>;
}

/** Binds the options to `run`, so that `run` knows their types. */
export const scenario = <Table extends OptionTable>(parts: {
  readonly about: string;
  readonly options: Table;
  readonly run: (values: ValuesOf<Table>) => Promise<Findings>;
}): Scenario => ({
  about: parts.about,
  options: parts.options,
  async run(args) {
    const options = parseOptions(parts.options, args);
    return { options, report: { ratios: [], notes: [], ...(await parts.run(options)) } };
  },
});
