import { stripVTControlCharacters } from 'node:util';
import jsqr from 'jsqr';

const SCALE = 4;
const QUIET = 4;

/** Which of the two columns and three rows of a character are drawn; two rows of halves. */
const HALVES: Readonly<Record<string, readonly [boolean, boolean]>> = {
  ' ': [false, false],
  '▀': [true, false],
  '▄': [false, true],
  '█': [true, true],
};

/** Reads a QR code of block characters, as a camera does: drawn on a dark screen, light modules are blocks. */
export function readQr(lines: readonly string[]): string | undefined {
  const rows = lines
    .map((line) => [...stripVTControlCharacters(line).replace(/^ {2}/, '')])
    .filter((line) => line.some((character) => /[▀▄█]|[\u{1fb00}-\u{1fb3b}▌▐]/u.test(character)));
  const isSixths = rows.flat().some((character) => /[\u{1fb00}-\u{1fb3b}]/u.test(character));
  const cells = rows.flatMap((row) => (isSixths ? sixthsOf(row) : halvesOf(row)));
  return readModules(cells);
}

/** From rows of modules; true is light. */
export function readModules(cells: readonly (readonly boolean[])[]): string | undefined {
  const width = Math.max(...cells.map((row) => row.length));
  const [pixelWidth, pixelHeight] = [(width + 2 * QUIET) * SCALE, (cells.length + 2 * QUIET) * SCALE];
  const pixels = new Uint8ClampedArray(pixelWidth * pixelHeight * 4).fill(255);
  for (let y = 0; y < pixelHeight; y++)
    for (let x = 0; x < pixelWidth; x++) {
      const row = cells[Math.floor(y / SCALE) - QUIET];
      const isLight = row?.[Math.floor(x / SCALE) - QUIET] ?? true;
      pixels.fill(isLight ? 255 : 0, (y * pixelWidth + x) * 4, (y * pixelWidth + x) * 4 + 3);
    }
  return read(pixels, pixelWidth, pixelHeight)?.data;
}

/** A CommonJS module whose types say otherwise. */
const read = ((jsqr as unknown as { default?: typeof jsqr }).default ?? jsqr) as unknown as (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { readonly data: string } | null;

const halvesOf = (row: readonly string[]): boolean[][] =>
  [0, 1].map((half) => row.map((character) => HALVES[character]?.[half] ?? false));

const sixthsOf = (row: readonly string[]): boolean[][] =>
  [0, 1, 2].map((third) =>
    row.flatMap((character) =>
      [0, 1].map((side) => ((patternOf(character) >> (third * 2 + side)) & 1) === 1),
    ),
  );

/** The Unicode standard lists the sextants in the order of their pattern, without the four that it had before. */
function patternOf(character: string): number {
  const older: Readonly<Record<string, number>> = { ' ': 0, '▌': 0b010101, '▐': 0b101010, '█': 0b111111 };
  const known = older[character];
  if (known !== undefined) return known;
  const all = Array.from({ length: 64 }, (_, pattern) => pattern);
  const listed = all.filter((pattern) => !Object.values(older).includes(pattern));
  return listed[(character.codePointAt(0) ?? 0) - 0x1fb00] ?? 0;
}
