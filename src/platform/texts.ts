// Texts for people (docs/home.md, "Languages"). Each module has a folder `texts` with one file per language; the English
// file gives the type, so that a text that another language lacks is a type error.

import { type Language, LOCALES } from './languages.ts';

/** The texts of a module in every language. */
export type ByLanguage<Texts> = Readonly<Record<Language, Texts>>;

/** Every category that Intl.PluralRules has for a language. */
export const PLURAL_CATEGORIES = {
  en: ['one', 'other'],
  de: ['one', 'other'],
} as const satisfies ByLanguage<readonly Intl.LDMLPluralRule[]>;

type PluralForms<L extends Language> = Readonly<Record<(typeof PLURAL_CATEGORIES)[L][number], string>>;

/** Chooses the form of a text for a count. Each form is a whole phrase with the count in it. */
export function pluralsOf<L extends Language>(language: L): (count: number, forms: PluralForms<L>) => string {
  const rules = new Intl.PluralRules(LOCALES[language]);
  return (count, forms) => (forms as Readonly<Record<string, string>>)[rules.select(count)] ?? '';
}
