import { pluralsOf } from '../../../platform/texts.ts';
import type { OverviewTexts } from './en.ts';

const plural = pluralsOf('de');

export const de: OverviewTexts = {
  title: 'Vigil: alle Installationen',
  asOf: (time) => `Stand: ${time}.`,
  old: 'Diese Seite wird nicht mehr erneuert. Läuft der Befehl noch?',
  summary: (count, all) =>
    count === 0
      ? `Alle ${all} sind in Ordnung.`
      : `${count} von ${all} ${plural(count, { one: 'braucht', other: 'brauchen' })} Hilfe.`,
  levels: { now: 'JETZT', soon: 'BALD', note: 'Hinweis', well: 'gut' },
  columns: {
    level: 'Zustand',
    name: 'Installation',
    version: 'Version',
    path: 'Alarmweg',
    coverage: 'Abdeckung',
    alerts: 'Alarme 7 T',
    open: 'Offen',
    silent: 'Stumm',
    disk: 'Platte voll',
    certificate: 'Zertifikat',
    backup: 'Sicherung',
    tests: 'Überfällig',
  },
  ward: 'Wohnbereich',
  noWard: 'ohne Wohnbereich',
  residents: 'Bewohner',
  shifts: { EARLY: 'Früh', LATE: 'Spät', NIGHT: 'Nacht' },
  falseAlarms: (count) => `${count} Fehlalarme`,
  works: 'geht',
  fails: 'GEHT NICHT',
  off: 'aus',
  days: (count) => plural(count, { one: `${count} Tag`, other: `${count} Tage` }),
  hours: (count) => `vor ${count} h`,
  of: (part, all) => `${part} von ${all}`,
  findings: {
    NO_ANSWER: (reason) => `Keine Antwort: ${reason}`,
    NONSENSE: (reason) => `Die Antwort ist nicht die von Vigil: ${reason}`,
    UNHEALTHY: (reason) => `Vigil arbeitet nicht: ${reason}`,
    NO_COUNTS: (reason) => `Keine Zahlen, bitte Token und Version prüfen: ${reason}`,
    PATH_FAILED: (stage) => `Alarme kommen nicht an: Die Probe scheitert bei „${stage}“`,
    PATH_OFF: 'Die Proben des Alarmwegs sind aus',
    DEGRADED: 'Ein Teil ist gestört: Das Protokoll nennt ihn',
    WARNING: (code) => `Warnung ${code}`,
    CERTIFICATE: (count) =>
      count < 0
        ? 'Das Zertifikat ist abgelaufen'
        : `Das Zertifikat läuft in ${plural(count, { one: `${count} Tag`, other: `${count} Tagen` })} ab`,
    DISK: (count) =>
      `Die Platte ist in ${plural(count, { one: `${count} Tag`, other: `${count} Tagen` })} voll`,
    BACKUP: (hours) => `Die letzte gute Sicherung ist ${hours} h alt`,
    COVERAGE: (ward, percent) => `${ward}: gestern ${percent} % Abdeckung`,
    SILENT: (ward, silent, of) => `${ward}: ${silent} von ${of} Sensoren sind stumm`,
    FALSE_ALARMS: (ward, perShift) => `${ward}: ${perShift} Fehlalarme je Schicht`,
    TESTS: (overdue) =>
      plural(overdue, {
        one: `${overdue} Prüfung ist überfällig`,
        other: `${overdue} Prüfungen sind überfällig`,
      }),
    UPDATE: (version) => `Version ${version} ist verfügbar`,
  },
};
