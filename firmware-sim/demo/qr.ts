import { encode, renderUnicodeCompact } from 'uqr';

/** Fewer light modules around the code than the standard's four: cameras do not need them on a screen. */
const OPTIONS = { ecc: 'L', border: 2 } as const;
const SMALLEST = { ecc: 'L', border: 1 } as const;
/** White on black of the 256 colours, whatever the theme makes of its own white and black. */
const COLOURS = '\x1b[38;5;231;48;5;16m';
const NO_COLOURS = '\x1b[0m';

export interface QrPlace {
  /** Lines that the code may take. */
  readonly rows: number;
  readonly columns: number;
  readonly hasColours: boolean;
}

/** The lines of a QR code for a terminal: two modules in a character, or six where that would not fit. */
export function qrLines(text: string, { rows, columns, hasColours }: QrPlace): readonly string[] {
  const halves = renderUnicodeCompact(text, OPTIONS).split('\n');
  const fits = halves.length <= rows && (halves[0] ?? '').length <= columns;
  const lines = fits ? halves : inSixths(text);
  return hasColours ? lines.map((line) => `${COLOURS}${line}${NO_COLOURS}`) : lines;
}

const SEXTANTS = 0x1fb00;
const LEFT_HALF = 0b010101;
const RIGHT_HALF = 0b101010;
const FULL = 0b111111;
/** Unicode had these four before it got the other sextants, and leaves them out of their row. */
const OLDER: Readonly<Record<number, string>> = { 0: ' ', [LEFT_HALF]: '▌', [RIGHT_HALF]: '▐', [FULL]: '█' };

/** A character shows two columns and three rows of modules; light ones are drawn. */
function inSixths(text: string): readonly string[] {
  const { data, size } = encode(text, SMALLEST);
  const isLight = (x: number, y: number): boolean => x < size && y < size && data[y]?.[x] === false;
  const lines: string[] = [];
  for (let top = 0; top < size; top += 3) {
    let line = '';
    for (let left = 0; left < size; left += 2) {
      let pattern = 0;
      for (let sixth = 0; sixth < 6; sixth++)
        if (isLight(left + (sixth % 2), top + Math.floor(sixth / 2))) pattern |= 1 << sixth;
      line += OLDER[pattern] ?? String.fromCodePoint(SEXTANTS + pattern - 1 - leftOut(pattern));
    }
    lines.push(line);
  }
  return lines;
}

const leftOut = (pattern: number): number => (pattern > LEFT_HALF ? 1 : 0) + (pattern > RIGHT_HALF ? 1 : 0);
