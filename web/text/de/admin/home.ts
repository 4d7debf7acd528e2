import type { home as en } from '../../en/admin/home.ts';
import type { Texts } from '../../texts.ts';

export const home: Texts<typeof en> = {
  title: 'Haus',
  settings: 'Name, Zeitzone und Ziel',
  name: 'Name',
  timeZone: 'Zeitzone',
  timeZoneHint: 'Für Tage, Ruhezeiten, Dienstpläne, Berichte und alle Zeiten, die Menschen lesen.',
  language: 'Sprache',
  languageHint: 'Für alle, die keine gewählt haben.',
  goal: 'Reaktionsziel in Minuten',
  goalHint: 'In dieser Zeit soll eine Pflegekraft einen Sturz übernehmen. Berichte vergleichen damit.',
};
