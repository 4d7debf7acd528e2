import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Cell } from './csv.ts';

/** A sheet of a workbook. Its first row names the columns, and so does each row of three or more texts. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

const NAMESPACE = 'http://schemas.openxmlformats.org';
const SPREADSHEET = `${NAMESPACE}/spreadsheetml/2006/main`;
const RELATIONS = `${NAMESPACE}/package/2006/relationships`;
const OFFICE = `${NAMESPACE}/officeDocument/2006/relationships`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
export const WORKBOOK_TYPE = `${TYPE}.sheet`;

const MAX_NAME_LENGTH = 31;
const WIDEST_COLUMN = 60;
const BOLD = 1;

/**
 * An Office Open XML workbook (ECMA-376), which spreadsheet programs of every language open alike: CSV has no sheets, and
 * its separator depends on the language. Text is never a formula.
 */
export function workbookOf(sheets: readonly Sheet[], mtime: Date): Readable {
  const zip = new ZipFile();
  const add = (path: string, xml: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`), path, {
      mtime,
    });
  add('[Content_Types].xml', contentTypes(sheets));
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  add('xl/workbook.xml', index(sheets));
  add(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
  );
  add('xl/styles.xml', STYLES);
  sheets.forEach(({ rows }, i) => {
    add(`xl/worksheets/sheet${i + 1}.xml`, sheetXml(rows));
  });
  zip.end();
  // yazl declares it as any stream; it is a Readable.
  return zip.outputStream as Readable;
}

const contentTypes = (sheets: readonly Sheet[]): string =>
  `<Types xmlns="${NAMESPACE}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('\n')}
</Types>`;

const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${RELATIONS}">${targets
    .map(([type, target], i) => `<Relationship Id="r${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const index = (sheets: readonly Sheet[]): string =>
  `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${sheets
    .map(({ name }, i) => `<sheet name="${xmlText(sheetName(name))}" sheetId="${i + 1}" r:id="r${i + 1}"/>`)
    .join('')}</sheets></workbook>`;

/** Characters that the format forbids in a name. */
const sheetName = (name: string): string => name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, MAX_NAME_LENGTH);

const STYLES = `<styleSheet xmlns="${SPREADSHEET}">
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs>
</styleSheet>`;

function sheetXml(rows: Sheet['rows']): string {
  // A text alone in its row runs on over the columns beside it.
  const inColumns = rows.filter((row) => row.length > 1);
  const widths = Array.from({ length: Math.max(0, ...inColumns.map((row) => row.length)) }, (_, column) =>
    Math.min(WIDEST_COLUMN, 2 + Math.max(...inColumns.map((row) => String(row[column] ?? '').length))),
  );
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  const lines = rows.map(
    (row, i) => `<row>${row.map((cell) => cellXml(cell, isHeading(row, i) ? BOLD : 0)).join('')}</row>`,
  );
  return `<worksheet xmlns="${SPREADSHEET}">${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const isHeading = (row: readonly Cell[], index: number): boolean =>
  index === 0 || (row.length > 2 && row.every((cell) => typeof cell === 'string'));

function cellXml(cell: Cell, style: number): string {
  if (cell === null) return `<c s="${style}"/>`;
  if (typeof cell === 'number') return `<c s="${style}"><v>${cell}</v></c>`;
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no notation for most control characters. */
const xmlText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
