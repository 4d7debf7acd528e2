// What a scenario found out, in one form for the terminal, the result file and the page of benchmarks.

export type Figures = Readonly<Record<string, number>>;

export interface Table {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly figures: Figures }[];
}

export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** At least this much is wanted. */
  readonly goal?: number;
}

/** What must hold for the run to count; a run whose check fails exits with 1. */
export interface Check {
  readonly name: string;
  readonly found: string;
  readonly holds: boolean;
}

export interface Line {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  /** Part of its file's name. */
  readonly name: string;
  readonly title: string;
  readonly x: { readonly label: string; readonly scale: 'linear' | 'log' };
  readonly y: { readonly label: string; readonly scale: 'linear' | 'log' };
  readonly lines: readonly Line[];
}

export interface Report {
  readonly tables: readonly Table[];
  readonly ratios: readonly Ratio[];
  readonly checks: readonly Check[];
  readonly plots: readonly Plot[];
  readonly notes: readonly string[];
}

export const holds = ({ checks }: Report): boolean => checks.every((check) => check.holds);

export function formatFigure(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return String(Math.round(value));
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export const goalOf = ({ value, goal }: Ratio): string =>
  goal === undefined ? '' : `goal ≥ ${goal}: ${value >= goal ? 'reached' : 'missed'}`;

export function printReport({ tables, ratios, checks, notes }: Report): void {
  for (const { title, rows } of tables) {
    console.log(`\n${title}`);
    console.table(
      Object.fromEntries(
        rows.map(({ name, figures }) => [
          name,
          Object.fromEntries(Object.entries(figures).map(([column, value]) => [column, formatFigure(value)])),
        ]),
      ),
    );
  }
  for (const ratio of ratios) console.log(`${ratio.name}: ${ratio.value.toFixed(2)} ${goalOf(ratio)}`.trim());
  for (const { name, found, holds } of checks)
    console.log(`${holds ? 'holds' : 'FAILS'}: ${name} (${found})`);
  for (const note of notes) console.log(note);
}
