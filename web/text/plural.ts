import { language } from './en/language.ts';
import { localeFor } from './languages.ts';

/** Tests run without a browser. */
const { navigator } = globalThis as { readonly navigator?: { readonly languages: readonly string[] } };

export const LOCALE = localeFor(language.locale, navigator?.languages ?? []);

/** A form for each category of the language (CLDR); `other` stands for those that it does not tell apart. */
export type PluralForms = { readonly other: string } & {
  readonly [Category in Intl.LDMLPluralRule]?: string;
};

export function pluralIn(locale: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) => `${numbers.format(count)} ${forms[rules.select(count)] ?? forms.other}`;
}

/** `plural(3, { one: 'fall', other: 'falls' })` is `3 falls`. */
export const plural = pluralIn(LOCALE);

const numbers = new Intl.NumberFormat(LOCALE);

/** `1,234` */
export const number = (value: number): string => numbers.format(value);

const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** `a, b and c` */
export const listed = (items: readonly string[]): string => lists.format(items);

const decimals = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `9.8` */
export const decimal = (value: number): string => decimals.format(value);
