import { AREA, type Axis, chart, legend, place, polyline } from '../loadtest/pages/plot/chart.ts';
import type { TradeOff } from './metrics.ts';

export interface Curve {
  readonly label: string;
  readonly colour: string;
  readonly points: readonly TradeOff[];
  /** Position of each level on the curve. */
  readonly marks: readonly { readonly label: string; readonly at: TradeOff }[];
}

const MAX_FALSE_ALARMS = 40;
const LEAST_SENSITIVITY = 0.5;

const x = (perHour: number): number =>
  AREA.left + (Math.min(perHour, MAX_FALSE_ALARMS) / MAX_FALSE_ALARMS) * (AREA.right - AREA.left);
const y = (sensitivity: number): number =>
  AREA.bottom -
  (Math.max(0, sensitivity - LEAST_SENSITIVITY) / (1 - LEAST_SENSITIVITY)) * (AREA.bottom - AREA.top);

const FALSE_ALARMS: Axis = {
  label: 'false alarms per hour of provocative activity',
  ticks: [0, 5, 10, 15, 20, 25, 30, 35, 40].map((perHour) => ({ at: x(perHour), text: `${perHour}` })),
};
const FALLS_FOUND: Axis = {
  label: 'falls found',
  ticks: [50, 60, 70, 80, 90, 100].map((percent) => ({ at: y(percent / 100), text: `${percent} %` })),
};

/** Sensitivity against false alarms per hour. */
export const tradeOffPlot = (title: string, curves: readonly Curve[]): string =>
  chart(title, FALSE_ALARMS, FALLS_FOUND, [
    ...curves.flatMap(curveOf),
    ...curves.map(({ label, colour }, i) => legend(label, colour, AREA.bottom - 14 - i * 18)),
  ]);

function curveOf({ colour, points, marks }: Curve): string[] {
  const shown = points.filter((point) => point.falseAlarmsPerHour <= MAX_FALSE_ALARMS);
  return [
    polyline(
      shown.map((point) => ({ x: x(point.falseAlarmsPerHour), y: y(point.sensitivity) })),
      colour,
    ),
    ...marks
      .filter(({ at }) => at.sensitivity >= LEAST_SENSITIVITY && at.falseAlarmsPerHour <= MAX_FALSE_ALARMS)
      .flatMap(({ label, at }) => {
        const [cx, cy] = [place(x(at.falseAlarmsPerHour)), place(y(at.sensitivity))];
        return [
          `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`,
          `<text x="${cx}" y="${cy}" dx="7" dy="15" font-size="10" fill="${colour}">${label}</text>`,
        ];
      }),
  ];
}
