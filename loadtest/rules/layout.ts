// Formats text and figures for the width of the terminal, without cutting or terminal wrapping.

export interface Column {
  readonly title: string;
  /** One value per row; empty if the row has none. */
  readonly cells: readonly string[];
}

/** A longer name continues on the next line, so that figures have room. */
const MAX_NAME = 32;
const GAP = '  ';

/** Wraps text at `width` and indents further lines; a longer word gets its own line. */
export function wrapped(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || longer.length > width)
      lines.push(last === undefined ? word : `${indent}${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** A table of names and columns of figures. Columns that do not fit follow below, with the names repeated. */
export function table(names: readonly string[], columns: readonly Column[], width: number): string[] {
  const nameLines = names.map((name) => wrapped(name, MAX_NAME));
  const nameWidth = Math.max(0, ...nameLines.flat().map(({ length }) => length));
  const blocks: Column[][] = [];
  let used = width;
  for (const column of columns) {
    const needed = GAP.length + widthOf(column);
    if (blocks.length === 0 || used + needed > width) {
      blocks.push([]);
      used = nameWidth;
    }
    blocks.at(-1)?.push(column);
    used += needed;
  }
  return blocks.flatMap((block, i) => [...(i > 0 ? [''] : []), ...blockLines(nameLines, nameWidth, block)]);
}

const widthOf = ({ title, cells }: Column): number =>
  Math.max(...[...title.split(' '), ...cells].map(({ length }) => length));

function blockLines(
  nameLines: readonly (readonly string[])[],
  nameWidth: number,
  columns: readonly Column[],
): string[] {
  const titles = columns.map((column) => wrapped(column.title, widthOf(column)));
  const height = Math.max(...titles.map(({ length }) => length));
  const lineOf = (name: string, cells: readonly string[]): string =>
    [name.padEnd(nameWidth), ...cells.map((cell, i) => cell.padStart(widthOf(columns[i] as Column)))]
      .join(GAP)
      .trimEnd();
  const head = Array.from({ length: height }, (_, line) =>
    lineOf(
      '',
      // Titles are aligned at the bottom.
      titles.map((title) => title[line - (height - title.length)] ?? ''),
    ),
  );
  const rows = nameLines.flatMap((lines, row) =>
    lines.map((name, line) =>
      lineOf(name, line < lines.length - 1 ? [] : columns.map(({ cells }) => cells[row] ?? '')),
    ),
  );
  return [...head, ...rows];
}
