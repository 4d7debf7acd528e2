import { useState } from 'preact/hooks';
import type { AuditLine, LogLevel } from '../../api/records.ts';
import { useFilters } from '../../components/filters.ts';
import { Listing } from '../../components/listing.tsx';
import { useLoad } from '../../components/load.ts';
import { Page } from '../../components/page.tsx';
import { people } from '../../state/people.ts';
import { logs as text } from '../../text/en/admin/logs.ts';
import { COLUMNS } from './logs/columns.tsx';
import { Filters } from './logs/filters.tsx';

const PAGE_SIZE = 50;

export default function Logs() {
  const [filters, change] = useFilters();
  const { level = '', action = '', actorId = '', subjectId = '', from = '', to = '', page = '' } = filters;
  const loaded = useLoad('/admin/logs', {
    query: {
      level: level as LogLevel | '',
      action,
      actorId,
      subjectId,
      dateFrom: from,
      dateTo: to,
      page: Number(page) || '',
      limit: PAGE_SIZE,
    },
  });
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const known = namesIn(loaded.data ?? []);
  const fresh = [actorId, subjectId].filter((id) => known.has(id) && names[id] !== known.get(id));
  if (fresh.length > 0)
    setNames({ ...names, ...Object.fromEntries(fresh.map((id) => [id, known.get(id) ?? ''])) });
  return (
    <Page title={text.title}>
      <Filters
        filters={filters}
        nameOf={(id) => names[id] ?? people.get(id)?.value.name ?? text.unknownUser}
        onChange={change}
      />
      <Listing
        loaded={loaded}
        title={text.title}
        found={text.found}
        columns={COLUMNS}
        empty={text.none}
        look="log"
        onPage={(next) => change({ page: next })}
      />
    </Page>
  );
}

/** The names of the people in some entries, by id. */
const namesIn = (lines: readonly AuditLine[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap(({ actorId, actorName, subjectId, subjectName }) => [
      ...(actorId !== null && actorName !== null ? [[actorId, actorName] as const] : []),
      ...(subjectId !== null && subjectName !== null ? [[subjectId, subjectName] as const] : []),
    ]),
  );
