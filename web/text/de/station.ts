import type { station as en } from '../en/station.ts';
import type { Texts } from '../texts.ts';
import { duration } from '../words.ts';

export const station: Texts<typeof en> = {
  title: 'Stationstablet',
  enrol: {
    title: 'Dieses Tablet einrichten',
    about:
      'Die Verwaltung oder eine Wohnbereichsleitung legt das Tablet in der Konsole unter „Stationstablets“ an und bekommt einen Code aus 8 Ziffern.',
    code: 'Code',
    submit: 'Einrichten',
    errors: {
      NOT_FOUND: 'Dieser Code ist falsch, benutzt oder abgelaufen. Lassen Sie sich einen neuen geben.',
      CODES_LIMITED: 'Zu viele falsche Codes. Versuchen Sie es in 15 Minuten noch einmal.',
    },
  },
  removed: 'Dieses Tablet ist kein Stationstablet mehr. Richten Sie es mit einem neuen Code wieder ein.',
  allWards: 'Alle Wohnbereiche',
  unreachable: 'Der Dienst antwortet nicht. Es wird weiter versucht …',
  alerts: 'Alarme',
  noAlerts: 'Keine offenen Alarme.',
  deviceAlerts: 'Sturzmelder',
  onDuty: 'Im Dienst',
  nobodyOnDuty: 'Niemand ist im Dienst.',
  residents: 'Bewohner',
  handover: 'Übergabe',
  until: (time) => `bis ${time}`,
  sound: { on: 'Der Ton ist an', off: 'Ton einschalten' },
  acknowledge: 'Gesehen',
  act: {
    claim: (name) => `Zu ${name} gehen`,
    release: (name) => `Alarm von ${name} freigeben`,
    handOff: (name) => `Alarm von ${name} abgeben`,
    resolve: (name) => `Alarm von ${name} abschließen`,
    acknowledge: (name) => `Gesehen: Sturzmelder von ${name}`,
    answer: (name) => `Antwort zu ${name}`,
    test: (name) => `Prüfung: ${name}`,
  },
  test: {
    start: 'Prüfen',
    alarm: 'Testalarm. Niemand ist gestürzt.',
    question: 'Ist dieses Feld rot, und haben Sie den Alarm gehört?',
    yes: 'Ja, beides',
    no: 'Nein',
  },
  who: 'Wer sind Sie?',
  others: 'Andere Namen',
  toWhom: 'Abgeben an',
  next: 'Weiter',
  back: 'Zurück',
  pin: (name) => `PIN von ${name}`,
  digit: (digit) => `Ziffer ${digit}`,
  delete: 'Löschen',
  confirm: 'OK',
  errors: {
    wrong:
      'Falsche PIN. Versuchen Sie es noch einmal. Wenn Sie noch keine PIN haben, legen Sie in der Konsole unter „Einstellungen“ eine fest.',
    locked: (seconds) =>
      `Zu viele falsche PINs. Versuchen Sie es in ${duration(seconds * 1000)} noch einmal.`,
    noAlert: 'Dieser Alarm ist nicht für Sie.',
  },
};
