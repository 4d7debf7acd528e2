import type { Language } from '../../platform/languages.ts';
import type { ByLanguage } from '../../platform/texts.ts';
import { de } from './de.ts';
import { en, type FallTexts } from './en.ts';

export type { FallTexts };

const TEXTS: ByLanguage<FallTexts> = { en, de };

export const fallTexts = (language: Language): FallTexts => TEXTS[language];
