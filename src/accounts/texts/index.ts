import type { Language } from '../../platform/languages.ts';
import type { ByLanguage } from '../../platform/texts.ts';
import { de } from './de.ts';
import { type AccountTexts, en } from './en.ts';

export type { AccountTexts };

const TEXTS: ByLanguage<AccountTexts> = { en, de };

export const accountTexts = (language: Language): AccountTexts => TEXTS[language];
