import type { language as en } from '../en/language.ts';

/** Right to left, and with the six plural forms of Arabic. To the service it is English. */
export const language: typeof en = { code: 'en', tag: 'ar', direction: 'rtl', locale: 'ar-EG-u-nu-latn' };
