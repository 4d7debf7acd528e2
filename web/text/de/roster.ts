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
    unheard: 'Von keinem Telefon ist bekannt, dass es auch stumm klingelt',
    takeOver: 'Tauschen',
    slot: (name, start, end) => `${name} ${start}–${end}`,
    view: 'Darstellung',
    grid: 'Raster',
    list: 'Liste',
  },
  grid: {
    label: 'Woche nach Pflegekraft und Tag',
    hint: 'Ziehen Sie einen Dienst auf einen anderen Tag oder eine andere Pflegekraft, oder drücken Sie darauf. Pfeiltasten gehen von Feld zu Feld.',
    unheard: (shift, days, warning) => `${shift}, ${days}: ${warning}`,
    planned: 'Eingeplante Pflegekräfte',
    part: (from, to, people) => `${from}–${to}: ${people === 0 ? 'niemand' : people}`,
    turn: (slot, person, day) => `${slot}, ${person}, ${day}`,
    add: (person, day) => `Dienst eintragen: ${person}, ${day}`,
    moved: (slot, person, day) => `${slot}: jetzt ${person}, ${day}.`,
  },
  turn: {
    title: (person, slot, day) => `${person}: ${slot}, ${day}`,
    person: 'Pflegekraft',
    day: 'Tag',
    move: 'Verschieben',
    remove: 'Aus dieser Schicht nehmen',
    addTitle: (what, day) => `Dienst eintragen: ${what}, ${day}`,
    shift: 'Schicht',
    noShifts:
      'Für diesen Tag hat der Dienstplan keine Schicht. Fügen Sie unten unter „Schichten“ eine hinzu.',
    add: 'Eintragen',
  },
  copy: {
    copy: 'In die nächste Woche kopieren',
    done: (copied, unchanged, skipped) =>
      [
        copied === 0
          ? 'Nichts zu kopieren.'
          : `${plural(copied, { one: 'Dienst', other: 'Dienste' })} kopiert.`,
        unchanged > 0 && `${unchanged} schon gleich.`,
        skipped > 0 && `${skipped} nicht kopiert:`,
      ]
        .filter((part) => part !== false)
        .join(' '),
    skipped: (name, day, reason) => `${name}, ${day}: ${reason}`,
    reasons: {
      CHANGED: 'die nächste Woche wurde von Hand geändert',
      BUSY: 'eine Pflegekraft hat zu dieser Zeit eine andere Schicht',
      NOBODY: 'niemand ist verfügbar',
      BEGUN: 'die Schicht hat begonnen',
      NO_SLOT: 'an diesem Tag gibt es die Schicht nicht',
    },
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
