import { useState } from 'preact/hooks';
import type { FallDetail, ResponseReport } from '../../api/records.ts';
import { useLoad } from '../../components/load.ts';
import { type Column, Table } from '../../components/table.tsx';
import { user } from '../../state/session.ts';
import { fall } from '../../text/en/fall.ts';
import { exactDuration, timeWithSeconds, today } from '../../text/words.ts';
import { type Stage, type StageTime, stageTimesOf } from './stage-times.ts';

const { stages: text } = fall;
const USUAL_DAYS = 90;
const DAY_MS = 86_400_000;

/** When the fall reached each stage, one press away. Once it is resolved, caregivers and admins also see what is usual. */
export function Stages({ detail }: { readonly detail: FallDetail }) {
  const [isOpen, setOpen] = useState(false);
  const role = user.value?.role;
  const isOver = detail.response?.state === 'RESOLVED';
  return (
    <details class="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text.title}</summary>
      {isOpen &&
        (isOver && (role === 'ADMIN' || role === 'CAREGIVER') ? (
          <WithUsual detail={detail} isAdmin={role === 'ADMIN'} />
        ) : (
          <StageTable detail={detail} usual={undefined} />
        ))}
    </details>
  );
}

function WithUsual({ detail, isAdmin }: { readonly detail: FallDetail; readonly isAdmin: boolean }) {
  const now = Date.now();
  const period = { from: today(now - (USUAL_DAYS - 1) * DAY_MS), to: today(now) };
  const { data } = useLoad('/reports/response', {
    query: isAdmin ? period : { ...period, patientId: detail.userId },
  });
  return (
    <>
      <StageTable detail={detail} usual={data?.stages} />
      {data !== undefined && (
        <p class="hint">{(isAdmin ? text.usualOfAll : text.usualOfResident)(USUAL_DAYS, data.falls)}</p>
      )}
    </>
  );
}

type Usual = ResponseReport['stages'];

const USUAL_OF: Readonly<Record<Stage, keyof Usual | undefined>> = {
  impactAt: undefined,
  receivedAt: undefined,
  raisedAt: 'raised',
  firstNotifiedAt: 'notified',
  firstReceivedAt: 'received',
  claimedAt: 'claimed',
  resolvedAt: 'resolved',
};

function StageTable({ detail, usual }: { readonly detail: FallDetail; readonly usual: Usual | undefined }) {
  const usually = (figure: 'p50' | 'p90' | 'max'): Column<StageTime> => ({
    title: text[figure],
    cell({ stage }) {
      const of = USUAL_OF[stage];
      return exactDuration((of && usual?.[of]?.[figure]) ?? null);
    },
    numeric: true,
  });
  return (
    <Table
      caption={text.title}
      columns={[
        { title: text.stage, cell: ({ name }: StageTime) => name },
        {
          title: text.at,
          cell: ({ at }) => (at === null ? text.none : <time dateTime={at}>{timeWithSeconds(at)}</time>),
        },
        { title: text.after, cell: ({ after }) => after, numeric: true },
        ...(usual === undefined ? [] : [usually('p50'), usually('p90'), usually('max')]),
      ]}
      rows={stageTimesOf(detail.stages)}
      keyOf={({ stage }) => stage}
      empty=""
    />
  );
}
