import { useState } from 'preact/hooks';
import type { LogLevel } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { useFilters, useLatest } from '../../components/filters.ts';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Table } from '../../components/table.tsx';
import { logs as text } from '../../text/en/admin/logs.ts';
import { COLUMNS } from './logs/columns.tsx';
import { Filters } from './logs/filters.tsx';

const PAGE_SIZE = 50;

export default function Logs() {
  const [filters, change] = useFilters();
  const { level = '', action = '', actorId = '', from = '', to = '', page = '' } = filters;
  const { data, pagination, failure, reload } = useLoad('/admin/logs', {
    query: {
      level: level as LogLevel | '',
      action,
      actorId,
      dateFrom: from,
      dateTo: to,
      page: Number(page) || '',
      limit: PAGE_SIZE,
    },
  });
  const lines = useLatest(data);
  const pages = useLatest(pagination);
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const actorName = data?.find((line) => line.actorId === actorId)?.actorName;
  if (typeof actorName === 'string' && names[actorId] !== actorName)
    setNames({ ...names, [actorId]: actorName });
  return (
    <Page title={text.title}>
      <Filters filters={filters} actorName={names[actorId] ?? text.unknownUser} onChange={change} />
      <Card title={pages === undefined ? text.title : text.found(pages.total)}>
        {lines === undefined || failure !== undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <div class="listing log">
            <Table
              caption={text.title}
              columns={COLUMNS}
              rows={lines}
              keyOf={({ id }) => id}
              empty={text.none}
            />
          </div>
        )}
        {pages !== undefined && (
          <Pager pagination={pages} onPage={(next) => change({ page: String(next) })} />
        )}
      </Card>
    </Page>
  );
}
