import type { ComponentChildren } from 'preact';
import { Card } from './card.tsx';
import { useLatest } from './filters.ts';
import type { Loaded } from './load.ts';
import { Loading } from './loading.tsx';
import { Pager } from './pager.tsx';
import { type Column, Table } from './table.tsx';

/** A card with a list of the service, one page at a time, and its filters. */
export function Listing<Row extends { readonly id: string }>({
  loaded: { data, pagination, failure, reload },
  title,
  found,
  columns,
  empty,
  look = '',
  onPage,
  children,
}: {
  readonly loaded: Loaded<readonly Row[]>;
  readonly title: string;
  /** The title of the card, once the number of entries is known. */
  readonly found: (total: number) => string;
  readonly columns: readonly Column<Row>[];
  readonly empty: string;
  readonly look?: 'log' | '';
  readonly onPage: (page: string) => void;
  /** The filters. */
  readonly children?: ComponentChildren;
}) {
  const rows = useLatest(data);
  const pages = useLatest(pagination);
  return (
    <Card title={pages === undefined ? title : found(pages.total)}>
      {children}
      {rows === undefined || failure !== undefined ? (
        <Loading failure={failure} retry={reload} />
      ) : (
        <div class={`listing ${look}`}>
          <Table caption={title} columns={columns} rows={rows} keyOf={({ id }) => id} empty={empty} />
        </div>
      )}
      {pages !== undefined && <Pager pagination={pages} onPage={(page) => onPage(String(page))} />}
    </Card>
  );
}
