import type { Language } from './languages.ts';

/** docs/home.md, "Languages": the offer of a language, in that language. All bundles have all of them. */
export const offers: Readonly<
  Record<Language, { readonly question: string; readonly accept: string; readonly dismiss: string }>
> = {
  en: { question: 'Show Vigil in English?', accept: 'Show in English', dismiss: 'No, thanks' },
  de: { question: 'Vigil auf Deutsch anzeigen?', accept: 'Auf Deutsch anzeigen', dismiss: 'Nein, danke' },
};
