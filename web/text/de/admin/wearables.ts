import type { fleet as en } from '../../en/admin/wearables.ts';
import type { Texts } from '../../texts.ts';
import { plural } from '../../words.ts';

export const fleet: Texts<typeof en> = {
  title: 'Sensoren',
  found: (count) => plural(count, { one: 'Sensor', other: 'Sensoren' }),
  empty: 'Keine Treffer.',
  none: 'Noch keine Sensoren. Öffnen Sie die Seite eines Bewohners, um einen hinzuzufügen.',
  search: 'Suche',
  searchHint: 'Teil eines Namens, eines Zimmers oder einer MAC-Adresse',
  status: 'Status',
  everyStatus: 'Jeder Status',
  sending: 'Messwert in den letzten 30 Minuten',
  ward: 'Wohnbereich',
  everyWard: 'Alle Wohnbereiche',
  name: 'Sensor',
  wearer: 'Bewohner',
  lastReading: 'Letzter Messwert',
  battery: 'Akku',
  firmware: 'Firmware',
  actions: 'Aktionen',
  update: 'Neue Version verfügbar',
  replace: 'Ersetzen',
  replaceTitle: (name) => `${name} ersetzen`,
  replaceHint: (wearer) =>
    `Den neuen Sensor bekommt ${wearer}. Der alte wird abgeschaltet; seine Messwerte bleiben.`,
  replaced: (name) => `${name} ist hinzugefügt, und der alte Sensor ist abgeschaltet.`,
  notSwitchedOff: (error) =>
    `Der neue Sensor ist hinzugefügt, aber der alte konnte nicht abgeschaltet werden: ${error}`,
};
