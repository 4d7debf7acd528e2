/** One series of a chart: a line, or a bar for each point. */
export interface Series {
  readonly label: string;
  /** One value per time; null where there is none. */
  readonly values: readonly (number | null)[];
  /** A CSS custom property; `--accent` by default. */
  readonly colour?: `--${string}`;
}

/** An event: a vertical line. */
export interface Mark {
  readonly at: number;
  readonly label: string;
  readonly colour?: `--${string}`;
}

export interface ChartProps {
  /** The chart's heading and its name for screen readers. */
  readonly label: string;
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly marks?: readonly Mark[];
  /** The range of the time axis; all of the data by default. */
  readonly from?: number;
  readonly to?: number;
  readonly kind?: 'lines' | 'bars';
  /** Formats a value: `72 bpm`. */
  readonly format?: (value: number) => string;
  /** The axis covers at least this range. */
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

/** Inserts a gap where two points are further apart, so that no line crosses a time without readings. */
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

/** The lowest and highest values. */
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

/** Every n-th item, at most `most` of them; the last item is always among them. */
export function thinned(length: number, most: number): number[] {
  const step = Math.ceil(length / most);
  return Array.from({ length }, (_, index) => index).filter((index) => (length - 1 - index) % step === 0);
}
