import { Card } from '../../components/card.tsx';
import { LevelBadge } from '../../components/level-badge.tsx';
import { Loading } from '../../components/loading.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { type OwnFall, ownFalls } from '../../state/own-falls.ts';
import { own } from '../../text/en/patient-home.ts';
import { dateAndTime } from '../../text/words.ts';

const COLUMNS: readonly Column<OwnFall>[] = [
  {
    title: own.fall.when,
    cell: ({ id, createdAt }) => <a href={`/falls/${id}`}>{dateAndTime(createdAt)}</a>,
  },
  {
    title: own.fall.what,
    cell: ({ status, source }) =>
      source === 'HELP_BUTTON' ? own.askedForHelp : <LevelBadge level={status} source={source} />,
  },
  { title: own.fall.outcome, cell: (fall) => own.outcome[outcomeOf(fall)] },
];

const outcomeOf = ({ response }: OwnFall): keyof typeof own.outcome =>
  response === null ? 'none' : (response.outcome ?? 'open');

export function Falls() {
  const falls = ownFalls.value;
  return (
    <Card title={own.falls}>
      {falls === undefined ? (
        <Loading />
      ) : (
        <Table
          caption={own.falls}
          columns={COLUMNS}
          rows={falls}
          keyOf={({ id }) => id}
          empty={own.noFalls}
        />
      )}
    </Card>
  );
}
