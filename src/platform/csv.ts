/** A cell of a table; null is empty. */
export type Cell = string | number | null;

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

/** The full-width and small forms too: Excel takes them for the plain ones where its language is Chinese, Japanese or Korean. */
const FORMULA_START = '[=+\\-@＝＋－＠﹦﹢﹣﹫]';
/** A spreadsheet takes such a cell for a formula; the apostrophe makes it text (OWASP, "CSV Injection"). */
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|[\\s"]*${FORMULA_START})`);
/**
 * A spreadsheet whose separator is the semicolon, as Excel's in German, or the tab splits a row there and at line breaks:
 * quotation marks after a comma begin no cell for it, so they protect nothing.
 */
const FORMULA_WITHIN = new RegExp(`([;\\t\\r\\n][\\s"]*)(?=${FORMULA_START})`, 'g');

/** RFC 4180, in UTF-8. Text is always quoted, numbers never. */
export const csvOf = (rows: Table['rows']): Buffer =>
  Buffer.from(BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join(''));

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = (FORMULA.test(cell) ? `'${cell}` : cell).replace(FORMULA_WITHIN, "$1'");
  return `"${text.replaceAll('"', '""')}"`;
}
