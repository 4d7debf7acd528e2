import type { roster as en } from '../en/roster.ts';
import type { Texts } from '../texts.ts';
import { plural } from '../words.ts';

export const roster: Texts<typeof en> = {
  title: 'Dienstplan',
  ward: 'Wohnbereich',
  noWards: 'Es gibt noch keine Wohnbereiche.',
  week: {
    title: (from, to) => `Woche ${from} – ${to}`,
    previous: 'Vorige Woche',
    now: 'Diese Woche',
    next: 'Nächste Woche',
    empty: 'Keine Schichten',
    gap: 'Keine Pflegekraft',
    takeOver: 'Tauschen',
    slot: (name, start, end) => `${name} ${start}–${end}`,
  },
  onDuty: {
    title: 'Jetzt im Dienst',
    none: 'Aus diesem Wohnbereich ist niemand im Dienst.',
    until: (name, time) => `${name}, bis ${time}`,
  },
  swap: {
    title: (slot) => `${slot} tauschen`,
    colleague: 'Wer übernimmt?',
    hint: 'Die andere Pflegekraft nimmt an oder lehnt ab. Bis dahin bleiben Sie eingeteilt.',
    ask: 'Anfragen',
    asked: 'Die andere Pflegekraft ist benachrichtigt.',
  },
  swaps: {
    title: 'Offene Tauschanfragen',
    none: 'Keine offenen Tauschanfragen.',
    line: (from, to, date) => `${from} bittet ${to}, am ${date} zu übernehmen`,
    accept: 'Annehmen',
    decline: 'Ablehnen',
    former: 'ein früheres Mitglied',
  },
  feed: {
    title: 'Kalenderadresse',
    hint: 'Fügen Sie diese Adresse einem Kalenderprogramm hinzu. Wer sie kennt, kann den Dienstplan dieses Wohnbereichs lesen.',
    show: 'Adresse zeigen',
    renew: 'Adresse erneuern',
  },
  shifts: {
    title: 'Schichten',
    shift: (number) => `Schicht ${number}`,
    name: 'Name',
    weekdays: 'Wochentage',
    start: 'Beginn',
    end: 'Ende',
    endHint: 'Vor dem Beginn: am nächsten Tag. Gleich: ein ganzer Tag.',
    caregivers: 'Pflegekräfte',
    from: 'Erster Tag',
    until: 'Letzter Tag',
    untilHint: 'Leer: ohne Ende',
    everyWeeks: 'Alle … Wochen',
    add: 'Schicht hinzufügen',
    remove: 'Schicht entfernen',
    save: 'Dienstplan speichern',
    saved: (shifts) => `${plural(shifts, { one: 'Schicht', other: 'Schichten' })} gespeichert.`,
  },
  days: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
};
