import type { Language } from '../../platform/languages.ts';
import type { ByLanguage } from '../../platform/texts.ts';
import { de } from './de.ts';
import { en, type ResponseTexts } from './en.ts';

export type { ResponseTexts };

const TEXTS: ByLanguage<ResponseTexts> = { en, de };

export const responseTexts = (language: Language): ResponseTexts => TEXTS[language];
