// An SVG chart: a frame with a grid.

const WIDTH = 720;
const HEIGHT = 460;
export const AREA = { left: 64, right: 700, top: 24, bottom: 400 };

export interface Axis {
  readonly label: string;
  /** `at` is in units of the drawing. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

export const place = (value: number): string => value.toFixed(1);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function chart(title: string, x: Axis, y: Axis, body: readonly string[]): string {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    ...grid(x, y),
    ...body,
    '</svg>',
  ].join('\n')}\n`;
}

function grid(x: Axis, y: Axis): string[] {
  const middle = (AREA.left + AREA.right) / 2;
  return [
    ...x.ticks.flatMap(({ at, text }) => [
      `<line x1="${place(at)}" x2="${place(at)}" y1="${AREA.top}" y2="${AREA.bottom}" stroke="#ddd"/>`,
      `<text x="${place(at)}" y="${AREA.bottom + 18}" text-anchor="middle">${text}</text>`,
    ]),
    ...y.ticks.flatMap(({ at, text }) => [
      `<line x1="${AREA.left}" x2="${AREA.right}" y1="${place(at)}" y2="${place(at)}" stroke="#ddd"/>`,
      `<text x="${AREA.left - 8}" y="${place(at)}" dy="4" text-anchor="end">${text}</text>`,
    ]),
    `<text x="${middle}" y="${AREA.bottom + 40}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text transform="translate(16 ${(AREA.top + AREA.bottom) / 2}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
  ];
}

export const polyline = (
  points: readonly { readonly x: number; readonly y: number }[],
  colour: string,
): string =>
  `<polyline points="${points.map(({ x, y }) => `${place(x)},${place(y)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`;

export const legend = (label: string, colour: string, y: number): string =>
  `<text x="${AREA.right - 8}" y="${y}" text-anchor="end" fill="${colour}" font-weight="bold">${escaped(label)}</text>`;
