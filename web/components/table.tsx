import type { ComponentChildren, VNode } from 'preact';
import { type Action, RowMenu } from './row-menu.tsx';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Right-aligned with tabular figures. */
  readonly numeric?: boolean;
  /** The column of the menus: its title is for screen readers. */
  readonly isMenu?: boolean;
}

/** The last column of a table: what a user can do with the row that `nameId` names. */
export const actionsColumn = <Row,>(
  title: string,
  nameId: (row: Row) => string,
  actionsOf: (row: Row) => readonly Action[],
): Column<Row> => ({
  title,
  isMenu: true,
  cell: (row) => <RowMenu label={title} describedBy={nameId(row)} actions={actionsOf(row)} />,
});

const classOf = ({ numeric = false, isMenu = false }: Pick<Column<never>, 'numeric' | 'isMenu'>) =>
  isMenu ? 'row-actions' : numeric ? 'numeric' : undefined;

/** On a narrow screen each row becomes a block with the column title beside each value. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  empty,
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A sentence, or an invitation to add the first row. */
  readonly empty: string | VNode;
}) {
  if (rows.length === 0) return typeof empty === 'string' ? <p class="empty">{empty}</p> : empty;
  return (
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={classOf(column)}>
              {column.isMenu ? <span class="unseen">{column.title}</span> : column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.title} data-title={column.title} class={classOf(column)}>
                <div class="cell">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
