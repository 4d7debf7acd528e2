import type { SignOnStatus } from '../../../api/records.ts';
import { Ago } from '../../../components/ago.tsx';
import { Card } from '../../../components/card.tsx';
import { query } from '../../../components/query.ts';
import { type Column, Table } from '../../../components/table.tsx';
import { signOn } from '../../../text/en/admin/sign-on.ts';
import { common } from '../../../text/en/common.ts';

const { attempts: text, outcome: outcomes } = signOn;

type Attempt = SignOnStatus['attempts'][number];

const COLUMNS: readonly Column<Attempt>[] = [
  { title: text.at, cell: ({ at }) => <Ago at={at} calm /> },
  { title: text.who, cell: (attempt) => <Who attempt={attempt} /> },
  { title: text.outcome, cell: ({ outcome }) => outcomes[outcome] },
  {
    title: text.gives,
    cell: ({ role, wards }) => [role && common.role[role], ...wards].filter(Boolean).join(', ') || '–',
  },
  { title: text.groups, cell: ({ groups }) => <span class="wraps">{groups.join(', ') || '–'}</span> },
  {
    title: text.methods,
    cell: ({ amr, acr }) => <span class="wraps">{[...amr, acr].filter(Boolean).join(', ') || '–'}</span>,
  },
];

function Who({ attempt: { userId, userName, email, subject } }: { readonly attempt: Attempt }) {
  const shown = email ?? subject;
  if (shown === null) return '–';
  return (
    <span>
      {userId !== null && userName !== null && (
        <a class="user-name" href={`/admin/users${query({ user: userId })}`}>
          {userName}
        </a>
      )}
      <span class="address">{shown}</span>
    </span>
  );
}

export const Attempts = ({ attempts }: Pick<SignOnStatus, 'attempts'>) => (
  <Card title={text.title}>
    <p>{text.about}</p>
    <div class="listing">
      <Table
        caption={text.title}
        columns={COLUMNS}
        rows={attempts}
        keyOf={({ subject, outcome }) => `${outcome} ${subject}`}
        empty={text.none}
      />
    </div>
  </Card>
);
