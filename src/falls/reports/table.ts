import type { Table } from '../../platform/csv.ts';
import type { Period } from '../../platform/period.ts';
import type { Grouping } from './groupings.ts';
import type { FallReport } from './report.ts';

type Row = FallReport['total'];

export const COUNTS = [
  'falls',
  'emergencies',
  'falseAlarms',
  'cancelled',
  'movedOn',
  'unanswered',
  'withinGoal',
] as const;
export const TIMES = ['timeToNotify', 'timeToClaim', 'timeToResolve'] as const;

/** `timeToClaimP90`; times are in whole seconds, and empty where the JSON has null. */
const HEADER = [
  'key',
  'label',
  ...COUNTS,
  ...TIMES.flatMap((time) => [`${time}P50`, `${time}P90`, `${time}Max`]),
];

export const cellsOf = (row: Row) => [
  row.key,
  row.label,
  ...COUNTS.map((name) => row[name]),
  ...TIMES.flatMap((name) => [row[name].p50, row[name].p90, row[name].max]),
];

/** The report as a spreadsheet shows it: the rows, and the total last. */
export const tableOf = ({ rows, total }: FallReport, { from, to }: Period, grouping: Grouping): Table => ({
  fileName: `falls-by-${grouping}-${from}-to-${to}.csv`,
  rows: [HEADER, ...rows.map(cellsOf), cellsOf(total)],
});
