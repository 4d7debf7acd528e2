// Words and figures as lines that fit a terminal: nothing is cut, nothing wraps by itself.

export interface Column {
  readonly title: string;
  /** One for each row; empty where the row has none. */
  readonly cells: readonly string[];
}

/** A name longer than this goes on in the next line, so that figures have room. */
const MAX_NAME = 32;
const GAP = '  ';

/** Lines of at most `width`, later ones moved in; a word that is longer stands by itself. */
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

/** Columns of figures beside names; those that do not fit stand below, beside the names again. */
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
      // Titles stand on the figures, however many lines they have.
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
