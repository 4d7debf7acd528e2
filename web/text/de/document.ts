import type { document as en } from '../en/document.ts';
import type { Texts } from '../texts.ts';

export const document: Texts<typeof en> = {
  noScript: 'Die Konsole braucht JavaScript. Bitte schalten Sie es in den Einstellungen Ihres Browsers ein.',
  api: (address) => `Die API ist unter ${address} beschrieben.`,
  description: 'Sturzalarme und ihre Bearbeitung für Pflegekräfte.',
};
