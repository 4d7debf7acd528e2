import type { handover as en } from '../en/handover.ts';
import type { Texts } from '../texts.ts';
import { listed, plural, timeOfDay } from '../words.ts';

export const handover: Texts<typeof en> = {
  title: (ward) => `Übergabe · ${ward}`,
  write: 'Übergabe schreiben',
  ward: 'Wohnbereich',
  note: 'Notiz an die nächste Schicht',
  noteHint:
    'Vigil ergänzt die Zahl der Stürze, der offenen Alarme und der Sturzmelder, die Aufmerksamkeit brauchen.',
  save: 'Übergeben',
  confirm: 'Übergabe bestätigen',
  waiting: 'Wartet auf die Bestätigung der nächsten Schicht.',
  writtenBy: (name, at) => {
    const who = name ?? 'Ein früherer Kollege';
    return at === null ? who : `${who}, ${timeOfDay(at)}`;
  },
  summary: ({ falls, openAlerts, silentDevices, lowBatteries, away, overdueTests }) =>
    `Diese Schicht: ${listed([
      plural(falls, { one: 'Sturz', other: 'Stürze' }),
      plural(openAlerts, { one: 'offener Alarm', other: 'offene Alarme' }),
      plural(silentDevices, { one: 'stummer Sturzmelder', other: 'stumme Sturzmelder' }),
      plural(lowBatteries, { one: 'schwacher Akku', other: 'schwache Akkus' }),
      plural(away, { one: 'Bewohner abwesend', other: 'Bewohner abwesend' }),
      ...(overdueTests > 0
        ? [plural(overdueTests, { one: 'überfällige Prüfung', other: 'überfällige Prüfungen' })]
        : []),
    ])}.`,
  night: 'Die Nacht als Bild und frühere Übergaben',
  nightOf: (ward) => `Nacht und Übergaben von ${ward}`,
  escalation: (ward) => `Eskalation für ${ward}`,
};
