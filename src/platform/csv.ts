/** A cell of a table; null is empty. */
type Cell = string | number | null;

/** A table to save as a file; its first row names the columns. */
export interface Table {
  readonly fileName: string;
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Without it Excel reads the file in the code page of the machine and breaks every umlaut; other programs skip it. UTF-8
 * readers of fetch and Python's utf-8-sig do so by themselves.
 */
const BYTE_ORDER_MARK = '\ufeff';

/** A spreadsheet takes such a cell for a formula; the apostrophe makes it text (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n]/;

const NEEDS_QUOTES = /[",\r\n]/;

/** RFC 4180, in UTF-8. */
export const csvOf = (rows: Table['rows']): Buffer =>
  Buffer.from(BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join(''));

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
