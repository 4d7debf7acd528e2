import type { common as en } from '../en/common.ts';
import type { Texts } from '../texts.ts';
import { plural } from '../words.ts';

export const common: Texts<typeof en> = {
  product: 'Vigil',
  noAnswer: 'Der Dienst antwortet nicht. Bitte versuchen Sie es noch einmal.',
  skip: 'Zur Navigation springen',
  notices: 'Hinweise',
  timeZone: 'Zeitzone',
  unanswered: ({ alerts, tests }) =>
    [
      alerts > 0 && plural(alerts, { one: 'Alarm unbeantwortet', other: 'Alarme unbeantwortet' }),
      tests > 0 && plural(tests, { one: 'Test', other: 'Tests' }),
    ]
      .filter(Boolean)
      .join(' · '),
  ownClaims: {
    label: 'Unterwegs',
    to: (where) => `Sie → ${where}`,
    more: (count) => `+${count} weitere`,
  },
  loading: 'Wird geladen …',
  retry: 'Noch einmal versuchen',
  refresh: 'Aktualisieren',
  close: 'Schließen',
  reauthenticate: {
    title: 'Passwort eingeben',
    about: 'Sie ändern Ihr Konto. Bitte geben Sie dafür Ihr Passwort noch einmal ein.',
    submit: 'Weiter',
    provider: {
      title: 'Bestätigen Sie, dass Sie es sind',
      about: (name) =>
        `Sie ändern Ihr Konto. Bitte melden Sie sich dafür noch einmal mit ${name} an. Diese Seite wird dabei geschlossen: Ihre Eingaben gehen verloren, und Sie wiederholen den Schritt danach.`,
      logIn: (name) =>
        `Sie ändern Ihr Konto, und Passwörter sind abgeschaltet. Bitte melden Sie sich mit ${name} an: Ihre Eingaben gehen verloren, und Sie wiederholen den Schritt danach.`,
      submit: (name) => `Weiter mit ${name}`,
      instead: (name) => `Stattdessen ${name} verwenden`,
    },
  },
  cancel: 'Abbrechen',
  save: 'Speichern',
  saved: 'Gespeichert.',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  print: 'Drucken',
  undo: 'Rückgängig',
  languages: { en: 'English', de: 'Deutsch' },
  zoneDiffers: (zone, device) =>
    `Alle Zeiten sind in der Zeitzone des Hauses: ${zone}. Dieses Gerät verwendet ${device}.`,
  none: 'Keine',
  unknown: 'unbekannt',
  title: (page, open) => `${open > 0 ? `(${open}) ` : ''}${page === null ? '' : `${page} – `}Vigil`,
  navigation: {
    label: 'Seiten',
    board: 'Übersicht',
    patientHome: 'Meine Seite',
    // With soft hyphens: in the bar of a narrow phone they break there.
    messages: 'Nach\u00adrichten',
    roster: 'Dienstplan',
    settings: 'Ein\u00adstellungen',
    users: 'Personen',
    wards: 'Wohnbereiche',
    logs: 'Protokoll',
    escalation: 'Eskalation',
    reports: 'Berichte',
    stations: 'Stationstablets',
    sensors: 'Raumsensoren',
    tests: 'Prüfbuch',
    logOut: 'Abmelden',
    menu: 'Mehr',
    wearables: 'Sturzmelder',
    firmware: 'Firmware-Updates',
    setup: 'Erste Schritte',
    home: 'Haus',
    signOn: 'Zentrale Anmeldung',
    falls: 'Stürze',
    groups: { records: 'Auswertung', setup: 'Einrichtung', ward: 'Wohnbereich' },
  },
  connection: {
    connecting: 'Wird verbunden',
    live: 'Live',
    reconnecting: 'Wird neu verbunden',
    offline: 'Offline',
    signAge: (age) => `vor ${age}`,
    stale: (since) =>
      `Seit ${since} nicht verbunden. Diese Seite ist vielleicht veraltet und zeigt keine neuen Alarme.`,
  },
  deviceClock: {
    fast: (by) => `Die Uhr dieses Geräts geht ${by} vor. Die Zeiten auf dieser Seite stimmen.`,
    slow: (by) => `Die Uhr dieses Geräts geht ${by} nach. Die Zeiten auf dieser Seite stimmen.`,
  },
  limited: (until) =>
    `Es waren zu viele Anfragen. Teile dieser Seite sind vielleicht bis ${until} veraltet. Neue Alarme kommen weiter an.`,
  waiting: (until) =>
    `Es waren zu viele Anfragen. Bitte warten Sie bis ${until}. Diese Seite versucht es von selbst wieder.`,
  localAddress: (host) =>
    `Andere Geräte erreichen „${host}“ nicht: Das ist nur dieser Computer. Öffnen Sie die Konsole unter einer Adresse, die andere Geräte erreichen, und erstellen Sie den Code dort.`,
  tooMany: (refusal, wait) => `${refusal}. Bitte versuchen Sie es in ${wait} noch einmal.`,
  alertsLost: {
    title: 'Diese Seite erhält keine Alarme mehr',
    text: (since) =>
      `Ihre Anmeldung endete um ${since}, während Sie im Dienst waren. Melden Sie sich wieder an, um Alarme zu erhalten.`,
    textUnknown:
      'Ihre Anmeldung endete, während Sie im Dienst waren. Melden Sie sich wieder an, um Alarme zu erhalten.',
    logIn: 'Anmelden',
  },
  logOutOnDuty: {
    title: 'Im Dienst abmelden?',
    text: (until) =>
      `Sie sind bis ${until} im Dienst. Nach dem Abmelden klingelt auf diesem Gerät kein Alarm, und es zeigt keinen an.`,
  },
  unsaved: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen auf dieser Seite sind nicht gespeichert.',
    stay: 'Auf dieser Seite bleiben',
    leave: 'Änderungen verwerfen',
  },
  handOff: {
    text: (giver, resident) => `${giver} bittet Sie zu übernehmen: ${resident}`,
    takeOver: 'Übernehmen',
    decline: 'Ablehnen',
    details: 'Einzelheiten',
  },
  sessionEnding: {
    text: (at) =>
      `Ihre Anmeldung endet um ${at} und lässt sich nicht verlängern. Melden Sie sich vorher neu an, damit Sie weiter Alarme erhalten.`,
    logIn: 'Neu anmelden',
    provider: 'Ihrer Organisation',
    atProvider: (at, name) =>
      `Ihre Anmeldung endet um ${at}. Melden Sie sich vorher noch einmal mit ${name} an, damit Sie weiter Alarme erhalten.`,
  },
  shiftEnding: {
    text: (at) => `Ihr Dienst endet um ${at}. Danach klingeln neue Alarme hier nicht mehr.`,
    extend: (hours) => `Um ${hours} h verlängern`,
  },
  level: {
    NO_FALL: 'Kein Sturz',
    SUSPICIOUS: 'Möglicher Sturz',
    POTENTIAL: 'Wahrscheinlicher Sturz',
    HIGH: 'Sturz erkannt',
    CONFIRMED: 'Notfall',
  },
  help: 'Hilfeknopf gedrückt',
  noCheckIn: 'Kein Lebenszeichen',
  testAlert: 'Probealarm',
  sensorEvent: {
    FALL: 'Sturz',
    CALL: 'Hilferuf',
    BED_EXIT: 'Bett verlassen',
    DOOR: 'Tür geöffnet',
    INACTIVITY: 'Keine Bewegung',
  },
  role: { PATIENT: 'Bewohner', CAREGIVER: 'Pflegekraft', ADMIN: 'Verwaltung' },
  deviceStatus: {
    ACTIVE: 'Aktiv',
    INACTIVE: 'Seit 30 Minuten kein Messwert',
    OFFLINE: 'Seit einem Tag kein Messwert',
    DISABLED: 'Ausgeschaltet',
    UNREGISTERED: 'Noch nie verbunden',
  },
  health: { alert: 'offener Alarm', good: 'gut', fair: 'mäßig', poor: 'schlecht', highRisk: 'hohes Risiko' },
  page: (page, pages) => `Seite ${page} von ${Math.max(1, pages)}`,
  previous: 'Zurück',
  next: 'Weiter',
  room: (room) => `Zimmer ${room}`,
  inRoom: (name, room) => (room === null ? name : `${name}, Zimmer ${room}`),
};
