import { AREA, type Axis, chart, legend, place, polyline } from './chart.ts';

export interface Point {
  /** Share of the activities that alert. */
  readonly alarms: number;
  /** Share of the falls that alert. */
  readonly found: number;
}

export interface Curve {
  readonly label: string;
  readonly colour: string;
  readonly points: readonly Point[];
  /** Position of each level on the curve. */
  readonly marks: readonly { readonly label: string; readonly at: Point }[];
}

const MOST_ALARMS = 0.1;
const LEAST_FOUND = 0.4;

const x = (alarms: number): number =>
  AREA.left + (Math.min(alarms, MOST_ALARMS) / MOST_ALARMS) * (AREA.right - AREA.left);
const y = (found: number): number =>
  AREA.bottom - (Math.max(0, found - LEAST_FOUND) / (1 - LEAST_FOUND)) * (AREA.bottom - AREA.top);

const ALARMS: Axis = {
  label: 'activities that raise an alarm, mean of the data sets',
  ticks: [0, 2, 4, 6, 8, 10].map((percent) => ({ at: x(percent / 100), text: `${percent} %` })),
};
const FOUND: Axis = {
  label: 'falls found',
  ticks: [40, 50, 60, 70, 80, 90, 100].map((percent) => ({ at: y(percent / 100), text: `${percent} %` })),
};

export const tradeOffPlot = (title: string, curves: readonly Curve[]): string =>
  chart(title, ALARMS, FOUND, [
    ...curves.flatMap(curveOf),
    ...curves.map(({ label, colour }, i) => legend(label, colour, AREA.bottom - 14 - i * 18)),
  ]);

function curveOf({ colour, points, marks }: Curve): string[] {
  const visible = ({ alarms, found }: Point) => alarms <= MOST_ALARMS && found >= LEAST_FOUND;
  return [
    polyline(
      points.filter(visible).map((point) => ({ x: x(point.alarms), y: y(point.found) })),
      colour,
    ),
    ...marks
      .filter(({ at }) => visible(at))
      .flatMap(({ label, at }) => {
        const [cx, cy] = [place(x(at.alarms)), place(y(at.found))];
        return [
          `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`,
          `<text x="${cx}" y="${cy}" dx="7" dy="15" font-size="10" fill="${colour}">${label}</text>`,
        ];
      }),
  ];
}
