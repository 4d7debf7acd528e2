import type { Language } from '../../platform/languages.ts';
import type { ByLanguage } from '../../platform/texts.ts';
import { de } from './de.ts';
import { en, type SmartHomeTexts } from './en.ts';

export type { SmartHomeTexts };

const TEXTS: ByLanguage<SmartHomeTexts> = { en, de };

export const smartHomeTexts = (language: Language): SmartHomeTexts => TEXTS[language];
