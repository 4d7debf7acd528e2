import { useState } from 'preact/hooks';
import { download } from '../../api/download.ts';
import type { DetectorLedgerRow } from '../../api/records.ts';
import type { Failed } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { useLatest } from '../../components/filters.ts';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Table } from '../../components/table.tsx';
import { useWards } from '../../components/wards.ts';
import { reports } from '../../text/en/reports.ts';
import { decimal } from '../../text/plural.ts';

const { ledger: text } = reports;

interface LedgerProps {
  readonly wardId: string;
}

/** What the detector and its shadow did, and for how many hours worn: for admins, and leads of the ward. */
export function LedgerCard(props: LedgerProps) {
  const [isShown, show] = useState(false);
  return (
    <Card title={text.title}>
      <p class="hint">{text.hint}</p>
      {isShown ? <Ledger {...props} /> : <Button onPress={() => show(true)}>{text.show}</Button>}
    </Card>
  );
}

function Ledger({ wardId }: LedgerProps) {
  const query = wardId === '' ? {} : { wardId };
  const { data, failure, reload } = useLoad('/reports/detector', { query });
  const ledger = useLatest(data);
  const { data: wards = [] } = useWards();
  const [notSaved, setNotSaved] = useState<Failed>();
  if (ledger === undefined) return <Loading failure={failure} retry={reload} />;
  const save = async () => {
    const reply = await download('/reports/detector', { query: { ...query, format: 'csv' } });
    setNotSaved(reply.ok ? undefined : reply);
  };
  const nameOf = (id: string | null): string =>
    id === null ? text.noWard : (wards.find((ward) => ward.id === id)?.name ?? text.formerWard);
  return (
    <>
      <Table
        caption={text.title}
        columns={[
          { title: text.month, cell: ({ month }: DetectorLedgerRow) => month.replace('-', '\u2011') },
          { title: text.ward, cell: (row) => nameOf(row.wardId) },
          {
            title: text.detector,
            cell: ({ detector, isShadow }) => (isShadow ? text.shadow(detector) : detector),
          },
          { title: text.sends, cell: text.sending },
          { title: text.hours, cell: ({ hours }) => decimal(hours), numeric: true },
          { title: text.rang, cell: ({ rang }) => rang, numeric: true },
          {
            title: text.perShift,
            cell: ({ rangPerShift }) => (rangPerShift === null ? '–' : decimal(rangPerShift)),
            numeric: true,
          },
          { title: text.movedOn, cell: ({ movedOn }) => movedOn, numeric: true },
          {
            title: text.realFalls,
            cell: ({ realFalls, missedByShadow }) => text.found(realFalls, missedByShadow),
            numeric: true,
          },
          { title: text.falseAlarms, cell: ({ falseAlarms }) => falseAlarms, numeric: true },
        ]}
        rows={ledger.rows}
        keyOf={({ month, wardId: ward, detector, isShadow, messageKind, gyro, pressure }) =>
          [month, ward, detector, isShadow, messageKind, gyro, pressure].join()
        }
        empty={text.empty}
      />
      {notSaved !== undefined && <p class="error">{notSaved.error}</p>}
      <div class="actions report-actions">
        <Button kind="quiet" onPress={save}>
          {reports.csv(text.title)}
        </Button>
      </div>
    </>
  );
}
