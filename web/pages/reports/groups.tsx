import type { FallReportRow } from '../../api/records.ts';
import { Button } from '../../components/button.tsx';
import { Table } from '../../components/table.tsx';
import { reports } from '../../text/en/reports.ts';
import { exactDuration } from '../../text/words.ts';

const { columns: text, summary } = reports;

/** The groups with the most falls first. */
export function Groups({
  name,
  caption,
  rows,
  onShow,
}: {
  /** Title of the first column. */
  readonly name: string;
  readonly caption: string;
  readonly rows: readonly FallReportRow[];
  /** Narrows the page to one group. */
  readonly onShow?: ((row: FallReportRow) => void) | undefined;
}) {
  return (
    <Table
      caption={caption}
      columns={[
        {
          title: name,
          cell: (row: FallReportRow) =>
            onShow === undefined ? (
              row.label
            ) : (
              <Button kind="quiet" onPress={() => onShow(row)}>
                {row.label}
              </Button>
            ),
        },
        { title: text.falls, cell: ({ falls }) => falls, numeric: true },
        { title: text.emergencies, cell: ({ emergencies }) => emergencies, numeric: true },
        { title: text.falseAlarms, cell: ({ falseAlarms }) => falseAlarms, numeric: true },
        { title: text.movedOn, cell: ({ movedOn }) => movedOn, numeric: true },
        { title: text.claim, cell: ({ timeToClaim }) => exactDuration(timeToClaim.p50), numeric: true },
        {
          title: text.within,
          cell: ({ withinGoal, falls, cancelled }) => summary.share(withinGoal, falls - cancelled),
          numeric: true,
        },
      ]}
      rows={rows}
      keyOf={({ key }) => key}
      empty={reports.none}
    />
  );
}
