import type { Language } from '../languages.ts';

/** The language of this bundle: web/build.ts builds one for each. */
export const language: {
  /** As the API names it. */
  readonly code: Language;
  /** As the page names it for screen readers and hyphenation. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** Of dates and numbers, unless the browser names another region of the language. */
  readonly locale: string;
} = { code: 'en', tag: 'en', direction: 'ltr', locale: 'en-GB' };
