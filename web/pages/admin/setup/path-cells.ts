const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A column of the strip is a quarter of an hour. */
export const CELLS = 96;
const CELL_MS = DAY_MS / CELLS;

export type CellState = 'none' | 'passed' | 'failed';

interface Test {
  readonly at: string;
  readonly isPassed: boolean;
}

/**
 * The last day, oldest first; one failure colours its quarter. The service lists the last tests one by one, and of the
 * time before them the first and the last of equal results in a row.
 */
export function pathCells(
  recent: readonly Test[],
  changes: readonly Test[],
  now: number,
): readonly CellState[] {
  const cells = new Array<CellState>(CELLS).fill('none');
  const start = now - DAY_MS;
  const mark = (from: number, to: number, isPassed: boolean) => {
    const first = Math.max(0, Math.floor((from - start) / CELL_MS));
    const last = Math.min(CELLS - 1, Math.floor((to - start) / CELL_MS));
    for (let cell = first; cell <= last; cell++)
      if (cells[cell] !== 'failed') cells[cell] = isPassed ? 'passed' : 'failed';
  };
  for (const { at, isPassed } of recent) mark(Date.parse(at), Date.parse(at), isPassed);
  const oldest = Math.min(now, ...recent.map(({ at }) => Date.parse(at)));
  const older = [...changes].sort((a, b) => a.at.localeCompare(b.at));
  older.forEach(({ at, isPassed }, index) => {
    const next = older[index + 1];
    const until = next?.isPassed === isPassed ? next.at : at;
    mark(Date.parse(at), Math.min(Date.parse(until), oldest), isPassed);
  });
  return cells;
}
