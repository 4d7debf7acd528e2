import { Card } from '../../components/card.tsx';
import { useLatest } from '../../components/filters.ts';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Table } from '../../components/table.tsx';
import { reports } from '../../text/en/reports.ts';
import { decimal, number } from '../../text/words.ts';
import type { Scope } from './filters.tsx';

const { inspection: text } = reports;

/** The figures that an inspector asks for. */
export function Inspection({ scope }: { readonly scope: Scope }) {
  const { data, failure, reload } = useLoad('/reports/inspection', { query: scope });
  const report = useLatest(data);
  return (
    <Card title={text.title}>
      {report === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <>
          <dl class="vitals">
            <Figure
              name={text.perThousand}
              value={report.fallsPerThousandDays === null ? '–' : decimal(report.fallsPerThousandDays)}
            />
            <Figure name={text.falls} value={number(report.falls)} />
            <Figure name={text.injured} value={number(report.injured)} />
            <Figure name={text.residentDays} value={number(report.residentDays)} />
          </dl>
          <Table
            caption={text.shifts}
            columns={[
              {
                title: text.shift,
                cell: ({ label }) => <span lang={document.documentElement.lang}>{label}</span>,
              },
              { title: text.falls, cell: ({ falls }) => falls, numeric: true },
              { title: text.notHurt, cell: ({ notHurt }) => notHurt, numeric: true },
              { title: text.minor, cell: ({ minor }) => minor, numeric: true },
              { title: text.serious, cell: ({ serious }) => serious, numeric: true },
              { title: text.notStated, cell: ({ notStated }) => notStated, numeric: true },
            ]}
            rows={report.shifts}
            keyOf={({ key }) => key}
            empty=""
          />
          <p class="hint">{text.hint}</p>
        </>
      )}
    </Card>
  );
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd class="big">{value}</dd>
  </div>
);
