import { useState } from 'preact/hooks';
import type { AccessLine } from '../../api/records.ts';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { common } from '../../text/en/common.ts';
import { patientHome } from '../../text/en/patient-home.ts';
import { dateAndTime } from '../../text/words.ts';

interface Looks extends AccessLine {
  readonly count: number;
}

const COLUMNS: readonly Column<Looks>[] = [
  { title: patientHome.access.when, cell: ({ timestamp }) => dateAndTime(timestamp) },
  {
    title: patientHome.access.who,
    cell: ({ actorName, role }) =>
      actorName === null
        ? patientHome.deletedAccount
        : `${actorName}${role === null ? '' : `, ${common.role[role]}`}`,
  },
  {
    title: patientHome.access.what,
    cell: ({ what, count }) => `${patientHome.resources[what] ?? what}${patientHome.times(count)}`,
  },
];

const PER_PAGE = 50;

/** The access log. Repeated reads of one resource by one user, as a board makes them, are one line. */
export function AccessLog() {
  const [page, setPage] = useState(1);
  const { data, pagination, failure, reload } = useLoad('/profile/me/access-log', {
    query: { page, limit: PER_PAGE },
  });
  return (
    <>
      <h3>{patientHome.accessLog}</h3>
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <Table
          caption={patientHome.accessLog}
          columns={COLUMNS}
          rows={together(data)}
          keyOf={({ id }) => id}
          empty={patientHome.noAccess}
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
    // Lines are newest first, so the first of a group has the latest time.
    looks.set(key, { ...(known ?? line), count: (known?.count ?? 0) + 1 });
  }
  return [...looks.values()];
}
