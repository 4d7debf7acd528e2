/** docs/home.md, "Languages": the languages of the console, the first being the one that the others are typed by. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The first language of a browser's list that the console has. */
export const preferredOf = (wanted: readonly string[]): Language | undefined =>
  wanted
    .map((tag) => LANGUAGES.find((known) => known === baseOf(tag)))
    .find((language) => language !== undefined);

const baseOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/**
 * The locale of dates and numbers: the region that the browser names for this language (`de-AT`), else the usual one.
 * Browsers say en-US when nobody has chosen a region, and `en` reads 16 Nov 2026, 06:17 (docs/home.md, "The
 * organisation").
 */
export const localeFor = (usual: string, wanted: readonly string[]): string =>
  wanted.find((tag) => /^[a-z]{2}-[A-Z]{2}$/.test(tag) && baseOf(tag) === baseOf(usual) && tag !== 'en-US') ??
  usual;
