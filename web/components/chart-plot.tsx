import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { dayAndMonth, isMidnight, reader, timeOfDay, timeWithSeconds } from '../text/words.ts';
import { type ChartProps, HEIGHT, type Mark, plain } from './chart-data.ts';
import { useLater } from './later.tsx';

const MINUTE_MS = 60_000;

const loadPlotter = () => import('uplot');

/** The plot. Created again when the theme or the kind changes; otherwise it gets new values. */
export function Plot(props: ChartProps & { readonly onPoint: (index: number | undefined) => void }) {
  const { times, series, height = HEIGHT } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const newest = useRef(props);
  newest.current = props;
  const look = useScheme();
  const [loaded, instead] = useLater(loadPlotter);
  const Plotter = loaded?.default;
  const shape = `${look} ${props.kind} ${reader.value.timeZone} ${series.map(({ label }) => label).join('|')}`;

  useEffect(() => {
    const element = place.current;
    if (element === null || Plotter === undefined) return;
    const fit = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: newest.current.height ?? HEIGHT }),
    );
    plot.current = new Plotter(
      optionsOf(Plotter, element, () => newest.current),
      dataOf(newest.current),
      element,
    );
    fit.observe(element);
    return () => {
      fit.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [shape, Plotter]);

  useEffect(
    () => plot.current?.setData(dataOf(newest.current)),
    [times, series, props.from, props.to, props.marks],
  );

  return (
    <div ref={place} style={{ minHeight: `${height}px` }}>
      {Plotter === undefined && instead}
    </div>
  );
}

const dataOf = ({ times, series }: ChartProps): uPlot.AlignedData => [
  [...times],
  ...series.map(({ values }) => [...values]),
];

/** The browser's current theme. */
function useScheme(): string {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const change = () => setDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return isDark ? 'dark' : 'light';
}

function optionsOf(
  Plotter: typeof uPlot,
  element: HTMLElement,
  props: () => ChartProps & { readonly onPoint: (index: number | undefined) => void },
): uPlot.Options {
  const styles = getComputedStyle(element);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const { series, kind = 'lines', group, height = HEIGHT } = props();
  const bars = Plotter.paths.bars?.({ size: [0.7, 40] });
  const axis = {
    stroke: colour('--ink-quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
    font: `13px ${styles.fontFamily}`,
  };
  return {
    width: element.clientWidth,
    height,
    ms: 1,
    // Ticks at whole hours and days of the home, not of the device.
    tzDate: (at) => Plotter.tzDate(new Date(at), reader.peek().timeZone),
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 8 },
      ...(group === undefined ? {} : { sync: { key: group } }),
    },
    scales: {
      x: { time: true, range: (_, low, high) => [props().from ?? low, props().to ?? high] },
      y: { range: (_, low, high) => rangeOf(Plotter, low, high, props().atLeast) },
    },
    axes: [
      { ...axis, size: 34, space: 70, values: (_, splits) => splits.map((at) => tickOf(at, splits)) },
      // Numbers only: the unit is above the chart.
      { ...axis, size: 50, values: (_, splits) => splits.map(plain) },
    ],
    series: [
      {},
      ...series.map(({ label, colour: name = '--accent' }) => ({
        label,
        stroke: colour(name),
        width: 2,
        ...(kind === 'bars'
          ? { fill: colour(name), ...(bars && { paths: bars }), points: { show: false } }
          : {}),
      })),
    ],
    hooks: {
      // Below the lines, so that the value at that moment stays visible.
      drawAxes: [(plot) => drawMarks(plot, props().marks ?? [], (name) => colour(name))],
      setCursor: [({ cursor: { idx } }) => props().onPoint(idx ?? undefined)],
    },
  };
}

function rangeOf(
  Plotter: typeof uPlot,
  low: number,
  high: number,
  [least, most]: readonly [number, number] = [low, high],
): [number, number] {
  const [from, to] = Plotter.rangeNum(Math.min(low, least), Math.max(high, most), 0.1, true);
  return [from ?? low, to ?? high];
}

/** The day at midnight, otherwise the time; with seconds if ticks are less than a minute apart. */
function tickOf(at: number, [first = 0, second = Number.POSITIVE_INFINITY]: readonly number[]): string {
  if (second - first < MINUTE_MS) return timeWithSeconds(at);
  return isMidnight(at) ? dayAndMonth(at) : timeOfDay(at);
}

function drawMarks(plot: uPlot, marks: readonly Mark[], colour: (name: string) => string): void {
  const { ctx, bbox } = plot;
  const size = devicePixelRatio;
  ctx.save();
  for (const { at, colour: name = '--confirmed' } of marks) {
    const x = plot.valToPos(at, 'x', true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colour(name);
    ctx.fillStyle = colour(name);
    ctx.lineWidth = 2 * size;
    ctx.setLineDash([4 * size, 3 * size]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    // A flag at the top tells the mark from grid lines by shape as well as by colour.
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(x - 6 * size, bbox.top);
    ctx.lineTo(x + 6 * size, bbox.top);
    ctx.lineTo(x, bbox.top + 9 * size);
    ctx.fill();
  }
  ctx.restore();
}
