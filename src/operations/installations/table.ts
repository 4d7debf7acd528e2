import { type Column, cellsOf, sentenceOf, wardCells, wardHeads } from './cells.ts';
import { type Finished, LEVELS, rankOf } from './findings.ts';
import type { OverviewTexts } from './texts/index.ts';

/** For a terminal: a line for each installation, below it what was found. */
export function tableOf(looks: readonly Finished[], text: OverviewTexts, withWards: boolean): string {
  const columns = Object.keys(text.columns) as Column[];
  const rows = looks.map((look) => {
    const cells = cellsOf(look, text);
    return columns.map((column) => cells[column]);
  });
  const [head = '', ...lines] = aligned([Object.values(text.columns), ...rows]);
  const body = lines.flatMap((line, at) => {
    const { findings = [], wards = [] } = looks[at] ?? {};
    return [
      line,
      ...findings.map((finding) => `    ${text.levels[finding.level]}: ${sentenceOf(finding, text)}`),
      ...(withWards && wards.length > 0
        ? aligned([wardHeads(text), ...wards.map((ward) => wardCells(ward, text))]).map(
            (ward) => `    ${ward}`,
          )
        : []),
    ];
  });
  return `${[head, ...body, '', summaryOf(looks, text)].join('\n')}\n`;
}

export const summaryOf = (looks: readonly Finished[], text: OverviewTexts): string =>
  text.summary(looks.filter((look) => rankOf(look) <= LEVELS.indexOf('soon')).length, looks.length);

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => [...(row[at] ?? '')].length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}
