import type { Language } from '../languages.ts';
import { languageIn } from './cookies.ts';
import type { RequestHead } from './head.ts';

/**
 * docs/home.md, "Languages": the language of a reader who is not known yet. The cookie, which the console sets once it
 * knows the account's language, wins over what the browser accepts. Undefined if neither names one of `known`.
 */
export function languageOf(
  { cookie, acceptLanguage }: Pick<RequestHead, 'cookie' | 'acceptLanguage'>,
  known: readonly Language[],
): Language | undefined {
  const chosen = languageIn(cookie);
  return known.find((language) => language === chosen) ?? acceptedIn(acceptLanguage, known);
}

/** More ranges than browsers send are not read. */
const MAX_RANGES = 32;

/** RFC 9110, Accept-Language: the known language with the greatest weight, of equals the first. */
function acceptedIn(header: string, known: readonly Language[]): Language | undefined {
  let best: { readonly language: Language; readonly weight: number } | undefined;
  for (const range of header.split(',', MAX_RANGES)) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = known.find((candidate) => candidate === tag.trim().split('-')[0]);
    const weight = weightIn(parameters);
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language;
}

function weightIn(parameters: readonly string[]): number {
  const given = parameters.map((parameter) => /^\s*q=([\d.]{1,5})\s*$/.exec(parameter)?.[1]);
  const weight = Number(given.find((value) => value !== undefined) ?? 1);
  return Number.isFinite(weight) ? Math.min(1, weight) : 0;
}
