import { useEffect, useState } from 'preact/hooks';
import type { CreatedCaregiver, Role, User } from '../../../api/records.ts';
import { Ago } from '../../../components/ago.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Field, SelectField } from '../../../components/field.tsx';
import { useDebounced, useFilters, useLatest } from '../../../components/filters.ts';
import { useLoad } from '../../../components/load.ts';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { Pager } from '../../../components/pager.tsx';
import { query } from '../../../components/query.ts';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { users as text } from '../../../text/en/admin/users.ts';
import { common } from '../../../text/en/common.ts';
import { AddCaregiver } from './add-caregiver.tsx';

const { list, person } = text;
const PAGE_SIZE = 25;

const choices = (all: string, words: Readonly<Record<string, string>>) => [
  { value: '', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];

export function People() {
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<CreatedCaregiver>();
  const [filters, change] = useFilters();
  const { search = '', role = '', status = '', page = '' } = filters;
  const { data, pagination, failure, reload } = useLoad('/admin/users', {
    query: {
      search,
      role: role as Role | '',
      status: status as User['status'] | '',
      page: Number(page) || '',
      limit: PAGE_SIZE,
      sort: 'lastName',
      order: 'asc',
    },
  });
  const rows = useLatest(data);
  const pages = useLatest(pagination);
  return (
    <Page title={text.title}>
      <div class="page-actions">
        <Button kind="urgent" onPress={() => setAdding(true)}>
          {list.add}
        </Button>
        <p class="hint">{list.patientsHint}</p>
      </div>
      {added !== undefined && added.temporaryPassword === undefined && (
        <Notice kind="good">{text.create.invited(nameOf(added), added.email)}</Notice>
      )}
      <Card title={pages === undefined ? text.title : list.found(pages.total)}>
        <search class="filters">
          <Search value={search} onChange={(value) => change({ search: value })} />
          <SelectField
            label={list.role}
            name="role"
            value={role}
            options={choices(list.everyRole, common.role)}
            onChange={(value) => change({ role: value })}
          />
          <SelectField
            label={list.status}
            name="status"
            value={status}
            options={choices(list.everyStatus, text.status)}
            onChange={(value) => change({ status: value })}
          />
        </search>
        {rows === undefined || failure !== undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <div class="listing">
            <Table
              caption={text.title}
              columns={COLUMNS}
              rows={rows}
              keyOf={({ id }) => id}
              empty={list.empty}
            />
          </div>
        )}
        {pages !== undefined && (
          <Pager pagination={pages} onPage={(next) => change({ page: String(next) })} />
        )}
      </Card>
      {adding && (
        <AddCaregiver
          onAdded={(caregiver) => {
            setAdding(false);
            setAdded(caregiver);
            void reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {added?.temporaryPassword !== undefined && (
        <SecretDialog
          title={text.create.passwordTitle(nameOf(added))}
          secret={added.temporaryPassword}
          hint={person.temporaryHint(nameOf(added))}
          done={person.temporaryDone}
          onClose={() => setAdded(undefined)}
        />
      )}
    </Page>
  );
}

const nameOf = ({ firstName, lastName }: CreatedCaregiver): string => `${firstName} ${lastName}`;

function Search({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed.trim());
  useEffect(() => {
    if (settled !== value) onChange(settled);
  }, [settled]);
  return (
    <Field
      label={list.search}
      hint={list.searchHint}
      name="search"
      type="search"
      autocomplete="off"
      value={typed}
      onInput={setTyped}
    />
  );
}

const COLUMNS: readonly Column<User>[] = [
  {
    title: list.name,
    cell: ({ id, firstName, lastName, email }) => (
      <span>
        <a class="user-name" href={`/admin/users${query({ user: id })}`}>
          {firstName} {lastName}
        </a>
        <span class="address">{email}</span>
      </span>
    ),
  },
  { title: list.role, cell: ({ role }) => common.role[role] },
  { title: list.room, cell: ({ room }) => room ?? '–' },
  { title: list.status, cell: ({ status }) => <Status status={status} /> },
  {
    title: list.lastLogin,
    cell: ({ lastLogin }) => (lastLogin === null ? list.never : <Ago at={lastLogin} calm />),
  },
];

export const Status = ({ status }: Pick<User, 'status'>) =>
  status === 'active' ? <span>{text.status.active}</span> : <strong>{text.status.inactive}</strong>;
