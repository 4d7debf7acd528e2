import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Answered } from '../api/rest.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Empty } from './empty.tsx';
import type { Loaded } from './load.ts';
import { Loading } from './loading.tsx';
import { Page } from './page.tsx';
import { Pager } from './pager.tsx';
import type { Action } from './row-menu.tsx';
import { actionsColumn, type Column, Table } from './table.tsx';

interface Entry {
  readonly id: string;
  readonly name: string;
}

interface Words {
  readonly title: string;
  readonly about: string;
  readonly add: string;
  readonly caption: string;
  readonly none: string;
  readonly columns: { readonly name: string; readonly actions: string };
  readonly remove: string;
  readonly removeTitle: (name: string) => string;
  readonly removeHint: string;
}

export const PER_PAGE = 25;

/** A page with a list of the service whose entries the user adds and removes. */
export function ManagedList<Row extends Entry>({
  text,
  loaded: { data, pagination, failure, reload },
  columns,
  actions,
  addDialog,
  remove,
  removal,
  onPage,
  children,
}: {
  readonly text: Words;
  readonly loaded: Loaded<readonly Row[]>;
  /** Between the name and the actions. */
  readonly columns: readonly Column<Row>[];
  /** Besides "Remove". */
  readonly actions?: (row: Row) => readonly Action[];
  readonly addDialog: (dialog: {
    readonly onDone: () => Promise<void>;
    readonly onClose: () => void;
  }) => ComponentChildren;
  readonly remove: (row: Row) => Promise<Answered<unknown>>;
  /** What the dialog that asks before a removal has besides its hint. */
  readonly removal?: (row: Row) => ComponentChildren;
  readonly onPage: (page: number) => void;
  /** Dialogs of the page's own actions. */
  readonly children?: ComponentChildren;
}) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Row>();
  const nameId = ({ id }: Row) => `entry-${id}`;
  const all: readonly Column<Row>[] = [
    { title: text.columns.name, cell: (row) => <strong id={nameId(row)}>{row.name}</strong> },
    ...columns,
    actionsColumn(text.columns.actions, nameId, (row) => [
      ...(actions?.(row) ?? []),
      { text: text.remove, onPress: () => setRemoving(row), isFinal: true },
    ]),
  ];
  const invitation = (
    <Empty action={text.add} onPress={() => setAdding(true)}>
      {text.none}
    </Empty>
  );
  return (
    <Page title={text.title}>
      <p>{text.about}</p>
      {data?.length !== 0 && (
        <div class="page-actions">
          <Button kind="urgent" onPress={() => setAdding(true)}>
            {text.add}
          </Button>
        </div>
      )}
      {data === undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : data.length === 0 ? (
        invitation
      ) : (
        <div class="card">
          <Table caption={text.caption} columns={all} rows={data} keyOf={({ id }) => id} empty={text.none} />
          {pagination !== undefined && <Pager pagination={pagination} onPage={onPage} />}
        </div>
      )}
      {isAdding && addDialog({ onDone: reload, onClose: () => setAdding(false) })}
      {children}
      {removing !== undefined && (
        <ConfirmDialog
          title={text.removeTitle(removing.name)}
          confirm={text.remove}
          isFinal
          act={() => remove(removing)}
          onDone={reload}
          onClose={() => setRemoving(undefined)}
        >
          <p>{text.removeHint}</p>
          {removal?.(removing)}
        </ConfirmDialog>
      )}
    </Page>
  );
}
