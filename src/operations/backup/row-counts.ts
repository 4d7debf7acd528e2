/** Number of rows per table that were backed up or restored. */
export interface RowCounts {
  add(table: string, rows: number): void;
  of(table: string): number;
}

export function createRowCounts(): RowCounts {
  const counts = new Map<string, number>();
  const of = (table: string): number => counts.get(table) ?? 0;
  return { add: (table, rows) => void counts.set(table, of(table) + rows), of };
}
