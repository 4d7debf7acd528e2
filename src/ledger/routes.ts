import { requireLead } from '../people/index.ts';
import type { Table } from '../platform/csv.ts';
import type { Database } from '../platform/database/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import { perShift } from '../response/vocabulary.ts';
import type { Ledger } from './ledger.ts';
import { DetectorLedger, ledgerQuery } from './schema.ts';
import { type LedgerRow, ledgerRows } from './store.ts';

interface LedgerRouteDeps {
  readonly db: Database;
  readonly ledger: Pick<Ledger, 'write'>;
  readonly now: () => number;
}

const DEFAULT_MONTHS = 12;

/** docs/home.md, "The ledger". */
export const ledgerRoute = ({ db, ledger, now }: LedgerRouteDeps): Route =>
  route({
    operation: 'getDetectorLedger',
    at: 'GET /reports/detector',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'What the detector and its shadow did in each ward and month, for how many hours worn, as JSON or CSV, without names. For admins, and leads with the `wardId` of their ward.',
    query: ledgerQuery,
    csv: true,
    mayNotFind: true,
    reply: success(DetectorLedger),
    async handle({ principal, query: { months, wardId = null } }) {
      await requireLead(db, principal, wardId);
      await ledger.write();
      const rows = (
        await ledgerRows(db, { from: monthsAgo(now(), (months ?? DEFAULT_MONTHS) - 1), wardId })
      ).map(shownOf);
      return { data: { rows }, table: () => tableOf(rows) };
    },
  });

function monthsAgo(now: number, months: number): Date {
  const at = new Date(now);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1));
}

type ShownRow = ReturnType<typeof shownOf>;

const COLUMNS = [
  ...(['month', 'wardId', 'detector', 'isShadow', 'messageKind', 'gyro', 'pressure', 'hours'] as const),
  ...([
    'potential',
    'high',
    'confirmed',
    'stands',
    'movedOn',
    'notVerified',
    'rang',
    'rangPerShift',
  ] as const),
  ...(['realFalls', 'falseAlarms', 'cancelled', 'missedByShadow'] as const),
] satisfies readonly (keyof ShownRow)[];

function shownOf({ hours, ...row }: LedgerRow) {
  const rang = row.stands + row.notVerified;
  return {
    ...row,
    hours: twoDecimals(hours),
    rang,
    rangPerShift: hours === 0 ? null : twoDecimals(perShift(rang, hours)),
  };
}

const twoDecimals = (value: number): number => Math.round(100 * value) / 100;

const tableOf = (rows: readonly ShownRow[]): Table => ({
  fileName: 'detector-ledger.csv',
  rows: [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => cellOf(row[column])))],
});

const cellOf = (value: ShownRow[keyof ShownRow]) => (typeof value === 'boolean' ? String(value) : value);
