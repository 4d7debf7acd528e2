import { useLatest } from '../../components/filters.ts';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { reports } from '../../text/en/reports.ts';
import { exactDuration } from '../../text/words.ts';
import type { Scope } from './filters.tsx';

const { times } = reports;

const STAGES = ['raised', 'notified', 'received', 'claimed', 'resolved'] as const;
type Stage = (typeof STAGES)[number];

/** How long after the fall each stage of the response was reached. */
export function Times({ scope }: { readonly scope: Scope }) {
  const { data, failure, reload } = useLoad('/reports/response', { query: scope });
  const report = useLatest(data);
  if (report === undefined) return <Loading failure={failure} retry={reload} />;
  const figure = (name: 'p50' | 'p90' | 'max'): Column<Stage> => ({
    title: times[name],
    cell: (stage) => exactDuration(report.stages[stage]?.[name] ?? null),
    numeric: true,
  });
  return (
    <>
      <Table
        caption={times.title}
        columns={[
          { title: times.what, cell: (stage) => times[stage] },
          figure('p50'),
          figure('p90'),
          figure('max'),
        ]}
        rows={STAGES}
        keyOf={(stage) => stage}
        empty=""
      />
      <p class="hint">{times.hint}</p>
    </>
  );
}
