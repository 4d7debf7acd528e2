import type { ByLanguage } from '../../../platform/texts.ts';
import { de } from './de.ts';
import { en, type OverviewTexts } from './en.ts';

export const OVERVIEW_TEXTS: ByLanguage<OverviewTexts> = { en, de };
export type { OverviewTexts };
