import type { fleet as en } from '../../en/admin/wearables.ts';
import type { Texts } from '../../texts.ts';
import { plural } from '../../words.ts';

export const fleet: Texts<typeof en> = {
  title: 'Sturzmelder',
  titleOf: (ward) => `Sturzmelder · ${ward}`,
  found: (count) => plural(count, { one: 'Sturzmelder', other: 'Sturzmelder' }),
  empty: 'Keine Treffer.',
  none: 'Noch keine Sturzmelder. Öffnen Sie die Seite eines Bewohners, um einen hinzuzufügen.',
  search: 'Suche',
  searchHint: 'Teil eines Namens, eines Zimmers oder einer MAC-Adresse',
  status: 'Status',
  everyStatus: 'Jeder Status',
  sending: 'Messwert in den letzten 30 Minuten',
  ward: 'Wohnbereich',
  everyWard: 'Alle Wohnbereiche',
  name: 'Sturzmelder',
  wearer: 'Bewohner',
  lastReading: 'Letzter Messwert',
  battery: 'Akku',
  firmware: 'Firmware',
  actions: 'Aktionen',
  update: 'Neue Version verfügbar',
  charge: {
    title: 'Heute Nacht laden',
    hint: (until) => `Diese Akkus reichen bei ihrem üblichen Verbrauch nicht bis ${until}.`,
    nothing: (checked, until) =>
      `Nichts zu laden. ${plural(checked, { one: 'bekannter Akku reicht', other: 'bekannte Akkus reichen' })} bis ${until}.`,
    unknown: 'Noch hat kein Sturzmelder seinen Akkustand gemeldet.',
    charging: 'wird geladen',
    perDay: 'Verbrauch am Tag',
    percent: (percent) => `${Math.round(percent)} %`,
    emptyAt: 'Leer',
  },
  falseAlarms: {
    title: 'Fehlalarme nach Sturzmelder und Woche',
    hint: 'Fehlalarme unter allen Stürzen des Sturzmelders, nach dem Urteil der Pflegekräfte.',
    none: (weeks) => `Keine Fehlalarme in den letzten ${weeks} Wochen.`,
    of: (falseAlarms, falls) => `${falseAlarms} von ${falls}`,
    total: 'Gesamt',
  },
  replace: 'Ersetzen',
  replaceTitle: (name) => `${name} ersetzen`,
  replaceHint: (wearer) =>
    `Den neuen Sturzmelder bekommt ${wearer}. Der alte wird abgeschaltet; seine Messwerte bleiben.`,
  replaced: (name) => `${name} ist hinzugefügt, und der alte Sturzmelder ist abgeschaltet.`,
  notSwitchedOff: (error) =>
    `Der neue Sturzmelder ist hinzugefügt, aber der alte konnte nicht abgeschaltet werden: ${error}`,
};
