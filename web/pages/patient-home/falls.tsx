import { Card } from '../../components/card.tsx';
import { LevelBadge, levelledOf } from '../../components/level-badge.tsx';
import { Loading } from '../../components/loading.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { type OwnFall, ownFalls } from '../../state/own-falls.ts';
import { patientHome } from '../../text/en/patient-home.ts';
import { dateAndTime } from '../../text/words.ts';
import { ReportFall } from './report-fall.tsx';

const COLUMNS: readonly Column<OwnFall>[] = [
  {
    title: patientHome.fall.when,
    cell: ({ id, createdAt }) => <a href={`/falls/${id}`}>{dateAndTime(createdAt)}</a>,
  },
  {
    title: patientHome.fall.what,
    cell: (fall) =>
      fall.source === 'HELP_BUTTON' || fall.sensor?.event === 'CALL' ? (
        patientHome.askedForHelp
      ) : (
        <LevelBadge {...levelledOf(fall)} />
      ),
  },
  { title: patientHome.fall.outcome, cell: (fall) => patientHome.outcome[outcomeOf(fall)] },
];

const outcomeOf = ({ response, verification }: OwnFall): keyof typeof patientHome.outcome =>
  response === null ? 'none' : (response.outcome ?? (verification === 'moved_on' ? 'MOVED_ON' : 'open'));

export function Falls() {
  const falls = ownFalls.value;
  return (
    <Card title={patientHome.falls}>
      {falls === undefined ? (
        <Loading />
      ) : (
        <Table
          caption={patientHome.falls}
          columns={COLUMNS}
          rows={falls}
          keyOf={({ id }) => id}
          empty={patientHome.noFalls}
        />
      )}
      <ReportFall />
    </Card>
  );
}
