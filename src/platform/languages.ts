/** docs/home.md, "The organisation": the languages that Vigil knows. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The region whose dates each language follows: `en` reads 16 Nov 2026, 06:17. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value);

/** The person who reads a text: the zone of its times, and the language. */
export interface Reader {
  readonly timeZone: string;
  readonly language: Language;
}
