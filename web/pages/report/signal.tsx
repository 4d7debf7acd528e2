import type { IncidentReport } from '../../api/records.ts';
import { report as text } from '../../text/en/report.ts';

type Signal = NonNullable<IncidentReport['signal']>;

const { signal: words } = text;
const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [600, 110, 34, 14, 6] as const;
/** A wearable sends every few seconds; a longer pause means that readings are missing. */
const LONGEST_GAP_MS = 15_000;
const TICK_MS = 30_000;

/** Drawn as SVG: it prints sharply, in black and white too, and needs no chart library. */
export function SignalPicture({ signal, fellAt }: { readonly signal: Signal; readonly fellAt: string }) {
  const { points } = signal;
  if (points.length === 0) return <p class="empty">{words.none}</p>;
  const plot = { from: Date.parse(signal.from), to: Date.parse(signal.to), at: Date.parse(fellAt) };
  const pointsOf = (pick: (point: Signal['points'][number]) => number | null) =>
    points.map((point) => ({ at: Date.parse(point.timestamp), value: pick(point) }));
  return (
    <>
      <Plot
        {...plot}
        label={words.acceleration}
        points={pointsOf((point) => point.accelMagnitude)}
        least={20}
      />
      {points.some(({ gyroMagnitude }) => gyroMagnitude !== null) && (
        <Plot
          {...plot}
          label={words.rotation}
          points={pointsOf((point) => point.gyroMagnitude)}
          least={100}
        />
      )}
    </>
  );
}

interface PlotProps {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly points: readonly { readonly at: number; readonly value: number | null }[];
  /** The axis reaches at least this value. */
  readonly least: number;
}

function Plot({ label, from, to, at, points, least }: PlotProps) {
  const peak = Math.max(...points.map(({ value }) => value ?? 0));
  const top = Math.max(least, peak);
  const x = (ms: number): number => LEFT + ((ms - from) / (to - from)) * (WIDTH - LEFT);
  const y = (value: number): number => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  let path = '';
  let before: number | undefined;
  for (const { at: time, value } of points) {
    if (value === null) continue;
    const isGap = before === undefined || time - before > LONGEST_GAP_MS;
    path += `${isGap ? 'M' : 'L'}${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
    before = time;
  }
  const [first, last] = [(from - at) / TICK_MS, (to - at) / TICK_MS].map(Math.round) as [number, number];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * TICK_MS);
  return (
    <figure class="report-plot">
      <figcaption>{label}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={words.label(label, String(Math.round(peak)))}
      >
        <line class="axis" x1={LEFT} x2={WIDTH} y1={y(0)} y2={y(0)} />
        <line class="axis" x1={LEFT} x2={LEFT} y1={TOP} y2={y(0)} />
        <text x={LEFT - 4} y={y(0)} text-anchor="end">
          0
        </text>
        <text x={LEFT - 4} y={TOP + 6} text-anchor="end">
          {Math.round(top)}
        </text>
        {ticks.map((ms) => (
          <text key={ms} x={x(at + ms)} y={HEIGHT - 2} text-anchor={at + ms === to ? 'end' : 'middle'}>
            {ms === 0 ? words.fall : words.seconds(ms / 1000)}
          </text>
        ))}
        <line class="fall-mark" x1={x(at)} x2={x(at)} y1={TOP} y2={y(0)} />
        <path d={path} />
      </svg>
    </figure>
  );
}
