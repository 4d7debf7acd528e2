import type { ErrorCode } from '../../../error-codes.ts';
import type { Language } from '../../../languages.ts';
import type { ByLanguage } from '../../../texts.ts';
import { de } from './de.ts';
import { en, type PageTexts } from './en.ts';

const TEXTS: ByLanguage<PageTexts> = { en, de };

export const pageTexts = (language: Language): PageTexts => TEXTS[language];

/** What a page says about an error. */
export function errorText(language: Language, code: ErrorCode): string {
  const { errors, otherError } = pageTexts(language);
  const known: Partial<Readonly<Record<ErrorCode, string>>> = errors;
  return known[code] ?? otherError;
}
