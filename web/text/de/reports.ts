import type { reports as en } from '../en/reports.ts';
import type { Texts } from '../texts.ts';
import { duration } from '../words.ts';

export const reports: Texts<typeof en> = {
  title: 'Berichte',
  filters: {
    from: 'Von',
    to: 'Bis',
    ward: 'Wohnbereich',
    everyWard: 'Alle Wohnbereiche',
    chooseWard: 'Wohnbereich wählen',
    resident: 'Bewohner',
    everyResident: 'Alle Bewohner',
    clear: 'Filter zurücksetzen',
  },
  choose: 'Wählen Sie einen Wohnbereich, den Sie leiten, oder einen Bewohner.',
  print: 'Drucken',
  csv: (of) => `CSV: ${of}`,
  zone: (zone) => `Tage und Stunden sind in der Zeitzone ${zone}.`,
  printed: (from, to, of) => `${from} bis ${to}, ${of}`,
  none: 'Keine Stürze in diesem Zeitraum.',
  invalid: 'Wählen Sie zwei Tage, die höchstens 400 Tage auseinanderliegen.',
  summary: {
    title: 'Zusammenfassung',
    falls: 'Stürze',
    emergencies: 'Notfälle',
    falseAlarms: 'Fehlalarme',
    cancelled: 'Vom Bewohner abgesagt',
    unanswered: 'Unbeantwortet',
    goal: (minutes) => `In ${minutes} min übernommen (Ziel)`,
    share: (within, count) =>
      count === 0 ? '–' : `${within} von ${count} (${Math.round((100 * within) / count)}\u00a0%)`,
  },
  times: {
    title: 'Reaktionszeiten',
    what: 'Zeit',
    notify: 'Bis zur Benachrichtigung',
    claim: 'Bis zur Übernahme',
    resolve: 'Bis zum Abschluss',
    median: 'Median',
    p90: '90 % innerhalb von',
    max: 'Längste',
    seconds(seconds) {
      if (seconds === null) return '–';
      const isMinutes = seconds >= 60 && seconds < 3600;
      return isMinutes ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : duration(seconds * 1000);
    },
    hint: 'Gemessen ab dem Zeitpunkt des Sturzes. Die Hälfte der Stürze dauerte höchstens so lange wie der Median.',
  },
  heat: {
    title: 'Stürze nach Wochentag und Stunde',
    day: 'Tag',
    weekdays: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
    hint: 'Jedes Feld zeigt die Zahl der Stürze, die in dieser Stunde begannen.',
  },
  weeks: {
    title: 'Stürze und Zeit bis zur Übernahme nach Woche',
    week: 'Woche',
    falls: 'Stürze',
    falseAlarms: 'Fehlalarme',
    claim: 'Median bis zur Übernahme',
    p90: '90 % übernommen innerhalb von',
    within: 'Im Ziel',
    late: (time) => `${time}, über dem Ziel`,
  },
  wards: { title: 'Nach Wohnbereich', ward: 'Wohnbereich' },
  residents: { title: 'Nach Bewohner', resident: 'Bewohner' },
  columns: {
    falls: 'Stürze',
    emergencies: 'Notfälle',
    falseAlarms: 'Fehlalarme',
    claim: 'Median bis zur Übernahme',
    within: 'Im Ziel',
  },
  everything: 'alle Wohnbereiche',
};
