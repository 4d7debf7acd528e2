import { oneOf, optional } from '../schema/primitives.ts';

/** The query parameter of every route that replies with a table, too. */
export const formatFilter = {
  format: optional(oneOf(['json', 'csv'], 'Format of the answer; default json, or what `Accept` prefers')),
};

/** `format` decides; without it, `Accept` where it prefers CSV to JSON. */
export const wantsCsv = (query: unknown, accept: string): boolean => {
  const { format } = (query ?? {}) as { readonly format?: string };
  return format === undefined ? prefersCsv(accept) : format === 'csv';
};

function prefersCsv(accept: string): boolean {
  const ranges = accept.toLowerCase().split(',').map(rangeOf);
  const csv = qualityOf('text', 'csv', ranges);
  return csv > 0 && csv > qualityOf('application', 'json', ranges);
}

interface MediaRange {
  readonly name: string;
  readonly quality: number;
}

function rangeOf(text: string): MediaRange {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
  const quality = weight === undefined ? 1 : Number(weight);
  return { name, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** RFC 9110, section 12.5.1: the most specific range counts. */
const qualityOf = (type: string, subtype: string, ranges: readonly MediaRange[]): number =>
  [`${type}/${subtype}`, `${type}/*`, '*/*']
    .map((name) => ranges.find((range) => range.name === name))
    .find((range) => range !== undefined)?.quality ?? 0;
