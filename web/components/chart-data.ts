/** One series of a chart: a line, or a bar for each point. */
export interface Series {
  readonly label: string;
  /** As many as there are times; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** A custom property of the styles, `--accent` unless it is said. */
  readonly colour?: `--${string}`;
}

/** Something that happened at a moment: a line from top to bottom. */
export interface Mark {
  readonly at: number;
  readonly label: string;
  readonly colour?: `--${string}`;
}

export interface ChartProps {
  /** What it shows; its heading, and its name for who cannot see it. */
  readonly label: string;
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly marks?: readonly Mark[];
  /** What the time axis shows; all of it unless it is said. */
  readonly from?: number;
  readonly to?: number;
  readonly kind?: 'lines' | 'bars';
  /** A value in words: `72 bpm`. */
  readonly format?: (value: number) => string;
  /** The axis shows these at least. */
  readonly atLeast?: readonly [number, number];
  /** Charts of one group show the same moment under the pointer. */
  readonly group?: string;
  readonly height?: number;
}

export const HEIGHT = 160;

export const plain = (value: number): string => String(Math.round(value * 100) / 100);

export interface Points {
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

/** A line is not drawn over a time without measurements: where two points are further apart, nothing stands between. */
export function withGaps({ times, series }: Points, longestMs: number): Points {
  const filled: number[] = [];
  const sources: (number | undefined)[] = [];
  times.forEach((time, index) => {
    const before = times[index - 1];
    if (before !== undefined && time - before > longestMs) {
      filled.push((before + time) / 2);
      sources.push(undefined);
    }
    filled.push(time);
    sources.push(index);
  });
  const valuesOf = (values: Series['values']) =>
    sources.map((source) => (source === undefined ? null : (values[source] ?? null)));
  return { times: filled, series: series.map((one) => ({ ...one, values: valuesOf(one.values) })) };
}

/** Lowest and highest of what is known. */
export function extentOf(values: Series['values']): readonly [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : undefined;
}

/** Every n-th, so that at most `most` are left; the last one always is. */
export function thinned(length: number, most: number): number[] {
  const step = Math.ceil(length / most);
  return Array.from({ length }, (_, index) => index).filter((index) => (length - 1 - index) % step === 0);
}
