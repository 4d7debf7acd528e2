import { useState } from 'preact/hooks';
import type { AccessLine } from '../../api/records.ts';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { common } from '../../text/en/common.ts';
import { own } from '../../text/en/patient-home.ts';
import { dateAndTime } from '../../text/words.ts';

interface Looks extends AccessLine {
  readonly count: number;
}

const COLUMNS: readonly Column<Looks>[] = [
  { title: own.access.when, cell: ({ timestamp }) => dateAndTime(timestamp) },
  {
    title: own.access.who,
    cell: ({ actorName, role }) =>
      actorName === null ? own.gone : `${actorName}${role === null ? '' : `, ${common.role[role]}`}`,
  },
  { title: own.access.what, cell: ({ what, count }) => `${own.looks[what] ?? what}${own.times(count)}` },
];

const PER_PAGE = 50;

/** Who has looked at what; the same look again and again, as a board makes it, is one line. */
export function AccessLog() {
  const [page, setPage] = useState(1);
  const { data, pagination, failure, reload } = useLoad('/profile/me/access-log', {
    query: { page, limit: PER_PAGE },
  });
  return (
    <>
      <h3>{own.accessLog}</h3>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <Table
          caption={own.accessLog}
          columns={COLUMNS}
          rows={together(data)}
          keyOf={({ id }) => id}
          empty={own.nobodyLooked}
        />
      )}
      {pagination !== undefined && <Pager pagination={pagination} onPage={setPage} />}
    </>
  );
}

function together(lines: readonly AccessLine[]): readonly Looks[] {
  const looks = new Map<string, Looks>();
  for (const line of lines) {
    const key = `${line.actorId}|${line.what}|${new Date(line.timestamp).toDateString()}`;
    const known = looks.get(key);
    // The newest comes first and gives its time.
    looks.set(key, { ...(known ?? line), count: (known?.count ?? 0) + 1 });
  }
  return [...looks.values()];
}
