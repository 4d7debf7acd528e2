import { chart, legendAbove, place, polyline } from './chart.ts';
import { type ScaleParts, xScale, yScale } from './scales.ts';

export interface LinePlot {
  readonly title: string;
  readonly x: ScaleParts;
  readonly y: ScaleParts;
  readonly lines: readonly {
    readonly label: string;
    readonly points: readonly (readonly [x: number, y: number])[];
  }[];
}

const COLOURS = ['#b2451f', '#1f6fb2', '#2c8a4b', '#7a4bb2'];
/** With more points than this, marks would hide the curve. */
const MAX_MARKS = 40;

export function linePlot({ title, x: across, y: up, lines }: LinePlot): string {
  const all = lines.flatMap(({ points }) => points);
  const x = xScale(
    across,
    all.map(([value]) => value),
  );
  const y = yScale(
    up,
    all.map(([, value]) => value),
  );
  const colourOf = (i: number): string => COLOURS[i % COLOURS.length] ?? '';
  const drawn = lines.flatMap(({ points }, i) => {
    const colour = colourOf(i);
    const placed = points.map(([a, b]) => ({ x: x.place(a), y: y.place(b) }));
    const marks = placed.length > MAX_MARKS ? [] : placed;
    return [
      polyline(placed, colour),
      ...marks.map((at) => `<circle cx="${place(at.x)}" cy="${place(at.y)}" r="3" fill="${colour}"/>`),
    ];
  });
  const labels = lines.map(({ label }, i) => ({ label, colour: colourOf(i) }));
  return chart(title, x.axis, y.axis, [...drawn, legendAbove(labels)]);
}
