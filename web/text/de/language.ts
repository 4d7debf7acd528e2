import type { language as en } from '../en/language.ts';

export const language: typeof en = { code: 'de', tag: 'de', direction: 'ltr', locale: 'de-DE' };
