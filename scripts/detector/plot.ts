import type { TradeOff } from './metrics.ts';

export interface Curve {
  readonly label: string;
  readonly colour: string;
  readonly points: readonly TradeOff[];
  /** Where each level lies on it. */
  readonly marks: readonly { readonly label: string; readonly at: TradeOff }[];
}

const WIDTH = 720;
const HEIGHT = 460;
const PLOT = { left: 64, right: 700, top: 24, bottom: 400 };
const MOST_FALSE_ALARMS = 40;
const LEAST_SENSITIVITY = 0.5;

const x = (perHour: number): number =>
  PLOT.left + (Math.min(perHour, MOST_FALSE_ALARMS) / MOST_FALSE_ALARMS) * (PLOT.right - PLOT.left);
const y = (sensitivity: number): number =>
  PLOT.bottom -
  (Math.max(0, sensitivity - LEAST_SENSITIVITY) / (1 - LEAST_SENSITIVITY)) * (PLOT.bottom - PLOT.top);
const place = (value: number): string => value.toFixed(1);

/** Sensitivity against false alarms per hour, as text that any browser draws. */
export function tradeOffPlot(title: string, curves: readonly Curve[]): string {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...grid(),
    ...curves.flatMap(curveOf),
    ...curves.map(legend),
    '</svg>',
  ].join('\n')}\n`;
}

function grid(): string[] {
  const lines = [];
  for (let perHour = 0; perHour <= MOST_FALSE_ALARMS; perHour += 5) {
    const at = place(x(perHour));
    lines.push(`<line x1="${at}" x2="${at}" y1="${PLOT.top}" y2="${PLOT.bottom}" stroke="#ddd"/>`);
    lines.push(`<text x="${at}" y="${PLOT.bottom + 18}" text-anchor="middle">${perHour}</text>`);
  }
  for (let percent = LEAST_SENSITIVITY * 100; percent <= 100; percent += 10) {
    const at = place(y(percent / 100));
    lines.push(`<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${at}" y2="${at}" stroke="#ddd"/>`);
    lines.push(`<text x="${PLOT.left - 8}" y="${at}" dy="4" text-anchor="end">${percent} %</text>`);
  }
  const middle = (PLOT.left + PLOT.right) / 2;
  lines.push(
    `<text x="${middle}" y="${PLOT.bottom + 40}" text-anchor="middle">false alarms per hour of provocative activity</text>`,
    `<text transform="translate(16 ${(PLOT.top + PLOT.bottom) / 2}) rotate(-90)" text-anchor="middle">falls found</text>`,
  );
  return lines;
}

function curveOf({ colour, points, marks }: Curve): string[] {
  const shown = points.filter((point) => point.falseAlarmsPerHour <= MOST_FALSE_ALARMS);
  const path = shown
    .map((point) => `${place(x(point.falseAlarmsPerHour))},${place(y(point.sensitivity))}`)
    .join(' ');
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...marks
      .filter(({ at }) => at.sensitivity >= LEAST_SENSITIVITY && at.falseAlarmsPerHour <= MOST_FALSE_ALARMS)
      .flatMap(({ label, at }) => {
        const [cx, cy] = [place(x(at.falseAlarmsPerHour)), place(y(at.sensitivity))];
        return [
          `<circle cx="${cx}" cy="${cy}" r="4" fill="${colour}"/>`,
          `<text x="${cx}" y="${cy}" dx="7" dy="15" font-size="10" fill="${colour}">${label}</text>`,
        ];
      }),
  ];
}

function legend({ label, colour }: Curve, i: number): string {
  const at = PLOT.bottom - 14 - i * 18;
  return `<text x="${PLOT.right - 8}" y="${at}" text-anchor="end" fill="${colour}" font-weight="bold">${label}</text>`;
}
