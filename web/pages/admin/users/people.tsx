import { useState } from 'preact/hooks';
import { realAddress } from '../../../api/address.ts';
import type { Role, User } from '../../../api/records.ts';
import { Ago } from '../../../components/ago.tsx';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/field.tsx';
import { useFilters } from '../../../components/filters.ts';
import { Listing } from '../../../components/listing.tsx';
import { useLoad } from '../../../components/load.ts';
import { Notice } from '../../../components/notice.tsx';
import { Page } from '../../../components/page.tsx';
import { query } from '../../../components/query.ts';
import { SearchField } from '../../../components/search-field.tsx';
import type { Column } from '../../../components/table.tsx';
import { users as text } from '../../../text/en/admin/users.ts';
import { common } from '../../../text/en/common.ts';
import { AddCaregiver } from './add-caregiver.tsx';
import { AddResident } from './add-resident.tsx';

const { list } = text;
const PAGE_SIZE = 25;

const choices = (all: string, words: Readonly<Record<string, string>>) => [
  { value: '', label: all },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];

export function People() {
  const [adding, setAdding] = useState<'caregiver' | 'resident'>();
  const [notice, setNotice] = useState<string>();
  const [filters, change] = useFilters();
  const { search = '', role = '', status = '', page = '' } = filters;
  const loaded = useLoad('/admin/users', {
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
  const { reload } = loaded;
  return (
    <Page title={text.title}>
      <div class="page-actions">
        <Button kind="urgent" onPress={() => setAdding('caregiver')}>
          {list.add}
        </Button>
        <Button kind="urgent" onPress={() => setAdding('resident')}>
          {list.addResident}
        </Button>
        <a class="more" href="/admin/import">
          {list.import}
        </a>
      </div>
      {notice !== undefined && <Notice kind="good">{notice}</Notice>}
      <Listing
        loaded={loaded}
        title={text.title}
        found={list.found}
        columns={COLUMNS}
        empty={list.empty}
        onPage={(next) => change({ page: next })}
      >
        <search class="filters">
          <SearchField
            label={list.search}
            hint={list.searchHint}
            value={search}
            onChange={(value) => change({ search: value })}
          />
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
      </Listing>
      {adding === 'resident' && (
        <AddResident
          onAdded={(what) => {
            setNotice(what);
            void reload();
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
      {adding === 'caregiver' && (
        <AddCaregiver
          onAdded={(what) => {
            setNotice(what);
            void reload();
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Page>
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
        <span class="address">{realAddress(email) ?? list.noEmail}</span>
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
