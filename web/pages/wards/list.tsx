import { useState } from 'preact/hooks';
import type { Ward } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { query } from '../../components/query.ts';
import { type Column, Table } from '../../components/table.tsx';
import { isAdmin, mayLead, useWards } from '../../components/wards.ts';
import { wards as text } from '../../text/en/wards.ts';
import { NameDialog } from './name-dialog.tsx';

const { list } = text;

const names = (people: readonly { readonly name: string }[]): string =>
  people.length === 0 ? list.nobody : people.map(({ name }) => name).join(', ');

const COLUMNS: readonly Column<Ward>[] = [
  { title: list.name, cell: ({ id, name }) => <a href={`/wards${query({ ward: id })}`}>{name}</a> },
  { title: list.residents, numeric: true, cell: ({ patients }) => patients },
  { title: list.caregivers, numeric: true, cell: ({ caregivers }) => caregivers },
  { title: list.leads, cell: ({ leads }) => names(leads) },
  { title: list.onDuty, cell: ({ onDuty }) => names(onDuty) },
];

export function WardList() {
  const [adding, setAdding] = useState(false);
  const { data, failure, reload } = useWards();
  const invitation = (
    <Empty action={list.add} onPress={() => setAdding(true)}>
      {list.empty}
    </Empty>
  );
  return (
    <Page title={text.title}>
      {isAdmin() && data?.length !== 0 && (
        <div class="page-actions">
          <Button kind="urgent" onPress={() => setAdding(true)}>
            {list.add}
          </Button>
        </div>
      )}
      {data?.some(mayLead) && (
        <p class="links">
          <a href="/admin/sensors">{text.sensors}</a>
        </p>
      )}
      <Card title={list.caption}>
        {data === undefined ? (
          <Loading failure={failure} retry={reload} />
        ) : (
          <div class="listing">
            <Table
              caption={list.caption}
              columns={COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
              empty={isAdmin() ? invitation : list.empty}
            />
          </div>
        )}
      </Card>
      {adding && (
        <NameDialog
          title={text.form.addTitle}
          confirm={text.form.add}
          save={(name) => api.post('/wards', { body: { name } })}
          onDone={reload}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}
