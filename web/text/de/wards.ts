import type { wards as en } from '../en/wards.ts';
import type { Texts } from '../texts.ts';
import { plural } from '../words.ts';

export const wards: Texts<typeof en> = {
  title: 'Wohnbereiche',
  silence: {
    title: 'Stumme Sturzmelder',
    about:
      'Pflegekräfte werden alarmiert, wenn ein Sturzmelder eine Zeit lang keine Messwerte sendet. Der Wohnbereich kann eine eigene Grenze haben.',
    change: 'Grenze ändern',
    minutes: 'Alarm nach so vielen Minuten ohne Messwert',
    hint: 'Leer gilt die Einstellung des Dienstes.',
  },
  ring: {
    title: 'Klingeln alle Telefone?',
    about:
      'Eine Testnachricht geht an alle Pflegekräfte des Wohnbereichs, auf allen ihren Wegen. Sie sehen, welche Telefone antworten.',
    ring: 'Wohnbereich anklingeln',
    ward: 'Wohnbereich',
    confirmTitle: (ward) => `Alle Telefone von ${ward} anklingeln?`,
    confirmText:
      'Alle Pflegekräfte des Wohnbereichs bekommen eine Nachricht, in der steht, dass es ein Test ist, auch außer Dienst und in Ruhezeiten.',
    answered: (count, all) =>
      `Die Telefone von ${count} von ${plural(all, { one: 'Pflegekraft', other: 'Pflegekräften' })} haben geantwortet.`,
    waiting: 'Die anderen stehen noch aus.',
    over: (time) => `Angeklingelt um ${time}.`,
    noChannel: 'kein Weg, der funktioniert',
    sent: 'gesendet',
    accepted: 'angenommen',
    received: (time) => `angekommen ${time}`,
    failed: (status) =>
      status === null ? 'fehlgeschlagen: keine Antwort' : `fehlgeschlagen: Fehler ${status}`,
    hint: 'E-Mail, ntfy und manche Gateways melden nicht, ob eine Nachricht angekommen ist: Mehr als „angenommen“ melden sie nicht.',
  },
  list: {
    caption: 'Alle Wohnbereiche',
    add: 'Wohnbereich anlegen',
    empty: 'Noch keine Wohnbereiche.',
    name: 'Wohnbereich',
    residents: 'Bewohner',
    caregivers: 'Pflegekräfte',
    leads: 'Leitung',
    onDuty: 'Im Dienst',
    nobody: 'niemand',
  },
  back: 'Alle Wohnbereiche',
  sensors: 'Raumsensoren',
  night: 'Nacht und Übergaben',
  wearables: 'Akkus und Fehlalarme',
  reach: 'Wer ist erreichbar?',
  unknown: 'Diesen Wohnbereich gibt es nicht mehr.',
  form: {
    addTitle: 'Wohnbereich anlegen',
    renameTitle: (name) => `${name} umbenennen`,
    name: 'Name',
    add: 'Anlegen',
  },
  rename: 'Umbenennen',
  remove: 'Wohnbereich löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeText:
    'Im Wohnbereich dürfen keine Bewohner mehr sein. Seine Pflegekräfte behalten ihre Konten und ihre zugeordneten Bewohner.',
  members: {
    title: 'Pflegekräfte des Wohnbereichs',
    about: 'Sie sehen alle Bewohner des Wohnbereichs und erhalten deren Alarme.',
    none: 'Noch keine Pflegekräfte.',
    lead: 'Leitung',
    until: (time) => `bis ${time}`,
    add: 'Pflegekraft hinzufügen',
    addTitle: (ward) => `Pflegekraft zu ${ward} hinzufügen`,
    search: 'Nach Namen suchen',
    caregiver: 'Pflegekraft',
    noMatches: 'Keine Treffer.',
    isLead: 'Leitet den Wohnbereich',
    untilField: 'Bis (freiwillig)',
    untilHint: 'Zu dieser Zeit endet die Zugehörigkeit von selbst. Leer lassen für kein Ende.',
    edit: 'Bearbeiten',
    editTitle: (name) => `Zugehörigkeit von ${name}`,
    remove: 'Entfernen',
    removeTitle: (name) => `${name} aus dem Wohnbereich entfernen?`,
    removeText: (name) =>
      `${name} sieht die Bewohner des Wohnbereichs dann nicht mehr und erhält ihre Alarme nicht, außer von persönlich zugeordneten Bewohnern.`,
    adminsOnly: 'Nur die Verwaltung ändert die Leitung.',
  },
  residents: {
    title: (count) => plural(count, { one: 'Bewohner', other: 'Bewohner' }),
    none: 'Keine Bewohner in diesem Wohnbereich.',
    hint: 'Um einen Bewohner in einen anderen Wohnbereich zu verlegen, öffnen Sie seine Seite.',
    add: 'Bewohner hinzufügen',
    addTitle: (ward) => `Bewohner zu ${ward} hinzufügen`,
    addHint:
      'Sie verlassen ihren jetzigen Wohnbereich. Die Pflegekräfte dieses Wohnbereichs sehen sie dann und erhalten ihre Alarme.',
    confirm: (count) =>
      count === 0 ? 'Hinzufügen' : `${plural(count, { one: 'Bewohner', other: 'Bewohner' })} hinzufügen`,
  },
  ofResident: {
    name: 'Wohnbereich',
    none: 'keiner',
    change: 'Wohnbereich ändern',
    title: (name) => `Wohnbereich von ${name}`,
    noWard: 'Kein Wohnbereich',
    hint: 'Die Pflegekräfte des Wohnbereichs sehen den Bewohner und erhalten seine Alarme. Die des alten Wohnbereichs nicht mehr.',
  },
};
