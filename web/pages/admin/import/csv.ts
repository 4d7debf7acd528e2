/** Comma-separated values as spreadsheets write them (RFC 4180, with semicolons or tabs too). */

interface CsvRecord {
  /** The line of the file on which the record begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Csv {
  readonly records: readonly CsvRecord[];
  /** The line with a quotation mark that never closes; null if there is none. */
  readonly openQuoteAt: number | null;
}

const BOM = '\ufeff';

/** UTF-8; UTF-16 with its mark, as a spreadsheet's "Unicode text"; else Windows-1252, as an older spreadsheet's CSV. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const SEPARATORS = [',', ';', '\t'] as const;

/** The separator that the first line has most of, outside quotation marks. */
function separatorOf(text: string): string {
  const [firstLine = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const countOf = (separator: string): number => firstLine.split(separator).length;
  return SEPARATORS.reduce<string>(
    (best, separator) => (countOf(separator) > countOf(best) ? separator : best),
    SEPARATORS[0],
  );
}

/** Some spreadsheets name the separator in a line of its own. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n|$)/i;

/** Blank lines are left out. Cells stay text, whatever a spreadsheet would calculate from them. */
export function parseCsv(given: string): Csv {
  const unmarked = given.startsWith(BOM) ? given.slice(BOM.length) : given;
  const named = SEPARATOR_LINE.exec(unmarked);
  const text = unmarked.slice(named?.[0].length ?? 0);
  const separator = named?.[1] ?? separatorOf(text);

  const records: CsvRecord[] = [];
  let line = named === null ? 1 : 2;
  let begunAt = line;
  let cells: string[] = [];
  let cell = '';
  let quotedFrom: number | null = null;

  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRecord = () => {
    endCell();
    if (cells.some((one) => one !== '')) records.push({ line: begunAt, cells });
    cells = [];
    begunAt = line;
  };

  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const isBreak = char === '\n' || (char === '\r' && text[at + 1] !== '\n');
    if (isBreak) line += 1;
    if (quotedFrom !== null) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quotedFrom = null;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      quotedFrom = line;
    } else if (char === separator) endCell();
    else if (isBreak) endRecord();
    else if (char !== '\r') cell += char;
  }
  endRecord();
  return { records, openQuoteAt: quotedFrom };
}
