import { useState } from 'preact/hooks';
import type { ListedFall, WearerDetector } from '../../api/records.ts';
import { Card } from '../../components/card.tsx';
import { LevelBadge, levelledOf } from '../../components/level-badge.tsx';
import { useLoad } from '../../components/load.ts';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { Table } from '../../components/table.tsx';
import { patient as text } from '../../text/en/patient.ts';
import { dateAndTime } from '../../text/words.ts';
import { Detector } from './detector.tsx';
import { outcomeOf } from './outcome.ts';

const { falls: words } = text;
const PER_PAGE = 10;

export function Falls({
  patientId,
  name,
  newest,
  detector,
  onChanged,
  total,
}: {
  readonly patientId: string;
  readonly name: string;
  /** The first page of falls, loaded with the resident. */
  readonly newest: readonly ListedFall[];
  readonly total: number;
  readonly detector: WearerDetector;
  readonly onChanged: () => unknown;
}) {
  const [page, setPage] = useState(1);
  const rows = newest.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  // The total may count a fall that the list was read too early for.
  const isHere = page === 1 || page * PER_PAGE <= newest.length || newest.length === total;
  const pagination = { page, limit: PER_PAGE, total, totalPages: Math.ceil(total / PER_PAGE) };
  return (
    <Card title={words.title}>
      {isHere ? <FallTable rows={rows} /> : <Older patientId={patientId} page={page} />}
      <Pager pagination={pagination} onPage={setPage} />
      <Detector patientId={patientId} name={name} state={detector} onChanged={onChanged} />
    </Card>
  );
}

function Older({ patientId, page }: { readonly patientId: string; readonly page: number }) {
  const { data, failure, reload } = useLoad('/patients/{id}/falls', {
    path: { id: patientId },
    query: { page, limit: PER_PAGE },
  });
  return data === undefined ? <Loading failure={failure} retry={reload} /> : <FallTable rows={data} />;
}

const FallTable = ({ rows }: { readonly rows: readonly ListedFall[] }) => (
  <Table
    caption={words.title}
    rows={rows}
    keyOf={({ id }) => id}
    empty={words.none}
    columns={[
      {
        title: words.when,
        cell: ({ id, createdAt }) => <a href={`/falls/${id}`}>{dateAndTime(createdAt)}</a>,
      },
      { title: words.level, cell: (fall) => <LevelBadge {...levelledOf(fall)} /> },
      { title: words.outcome, cell: outcomeOf },
    ]}
  />
);
