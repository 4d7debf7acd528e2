import type { FallTexts } from './en.ts';

export const de: FallTexts = {
  report: {
    total: 'Summe',
    withoutWard: 'Kein Wohnbereich',
    withoutRoom: 'Kein Zimmer',
    withoutOutcome: 'Kein Ergebnis',
    sources: {
      STREAM: 'Sturzmelder',
      REPORT: 'Meldung',
      HELP_BUTTON: 'Hilfeknopf',
      CHECK_IN: 'Nicht gemeldet',
      SENSOR: 'Raumsensor',
    },
    outcomes: {
      HELPED: 'Geholfen',
      NO_HELP_NEEDED: 'Keine Hilfe nötig',
      FALSE_ALARM: 'Fehlalarm',
      CANCELLED_BY_PATIENT: 'Vom Bewohner abgesagt',
      MOVED_ON: 'Von selbst weitergegangen',
    },
  },
};
