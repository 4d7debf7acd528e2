import { useState } from 'preact/hooks';
import { chart as text } from '../text/en/chart.ts';
import { common } from '../text/en/common.ts';
import { date, dateAndTime, isMidnight } from '../text/words.ts';
import { type ChartProps, extentOf, HEIGHT, plain, type Series, thinned } from './chart-data.ts';
import { Plot } from './chart-plot.tsx';
import { Table } from './table.tsx';

const TABLE_ROWS = 60;

/** A chart of values over time. The chart library loads with the first chart; the space is reserved from the start. */
export function Chart(props: ChartProps) {
  const { label, times, series, marks = [], format = plain, height = HEIGHT } = props;
  const [at, setAt] = useState<number>();
  const isEmpty = series.every(({ values }) => values.every((value) => value === null));
  const summary = summaryOf(series, format);
  return (
    <figure class="chart">
      <figcaption>
        <span class="chart-label">{label}</span>
        <Reading times={times} series={series} at={at} format={format} />
      </figcaption>
      <div
        class="chart-plot"
        role="img"
        aria-label={[label, ...summary, ...marks.map(({ label: mark }) => mark)].join('. ')}
        style={{ height: `${height}px` }}
      >
        {isEmpty ? <p class="empty">{text.empty}</p> : <Plot {...props} onPoint={setAt} />}
      </div>
      {!isEmpty && <ValueTable label={label} times={times} series={series} format={format} />}
    </figure>
  );
}

const summaryOf = (series: readonly Series[], format: (value: number) => string): string[] =>
  series.flatMap(({ label, values }) => {
    const extent = extentOf(values);
    const last = values.findLast((value) => value !== null);
    if (extent === undefined || last === undefined || last === null) return [];
    return [text.extent(label, format(extent[0]), format(extent[1]), format(last))];
  });

/** The values under the pointer, or the latest values. */
function Reading({
  times,
  series,
  at,
  format,
}: {
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly at: number | undefined;
  readonly format: (value: number) => string;
}) {
  const index = at ?? times.length - 1;
  const time = times[index];
  const known = series.flatMap(({ label, values, colour }) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [{ label, value, colour }];
  });
  if (time === undefined || known.length === 0) return null;
  return (
    <span class="chart-reading">
      {known.map(({ label, value, colour = '--accent' }) => (
        <span key={label} class="chart-value">
          {series.length > 1 && (
            <>
              <span class="chart-key" style={{ background: `var(${colour})` }} aria-hidden="true" />
              {label}{' '}
            </>
          )}
          <b>{format(value)}</b>
        </span>
      ))}
      <time dateTime={new Date(time).toISOString()}>{labelOf(times)(time)}</time>
    </span>
  );
}

/** Values of whole days have no time of day. */
const labelOf = (times: readonly number[]) => (times.every(isMidnight) ? date : dateAndTime);

/** The values of a chart or a picture, one press away. */
export function ValueTable({
  label,
  times,
  series,
  format,
}: Required<Pick<ChartProps, 'label' | 'times' | 'series' | 'format'>>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={`${text.table}: ${label}`}>{text.table}</summary>
      {isOpen && (
        <Table
          caption={label}
          keyOf={(index) => String(times[index])}
          rows={thinned(times.length, TABLE_ROWS)
            .filter((index) => series.some(({ values }) => typeof values[index] === 'number'))
            .reverse()}
          empty={text.empty}
          columns={[
            { title: text.time, cell: (index) => labelOf(times)(times[index] ?? 0) },
            ...series.map((one) => ({
              title: one.label,
              numeric: true,
              cell: (index: number) => {
                const value = one.values[index];
                return typeof value === 'number' ? format(value) : common.none;
              },
            })),
          ]}
        />
      )}
    </details>
  );
}
