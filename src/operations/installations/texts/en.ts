import { pluralsOf } from '../../../platform/texts.ts';

const plural = pluralsOf('en');
const days = (count: number) => plural(count, { one: `${count} day`, other: `${count} days` });

export const en = {
  title: 'Vigil: all installations',
  asOf: (time: string): string => `As of ${time}.`,
  old: 'This page is no longer refreshed. Is the command still running?',
  summary: (count: number, all: number): string =>
    count === 0 ? `All ${all} are well.` : `${count} of ${all} need a hand.`,
  levels: { now: 'NOW', soon: 'SOON', note: 'note', well: 'well' },
  columns: {
    level: 'State',
    name: 'Installation',
    version: 'Version',
    path: 'Path',
    coverage: 'Coverage',
    alerts: 'Alerts 7 d',
    open: 'Open',
    silent: 'Silent',
    disk: 'Disk full',
    certificate: 'Certificate',
    backup: 'Backup',
    tests: 'Overdue',
  },
  ward: 'Ward',
  noWard: 'no ward',
  residents: 'Residents',
  shifts: { EARLY: 'Early', LATE: 'Late', NIGHT: 'Night' },
  falseAlarms: (count: number): string => `${count} false`,
  works: 'works',
  fails: 'FAILS',
  off: 'off',
  days,
  hours: (count: number): string => `${count} h ago`,
  of: (part: number, all: number): string => `${part} of ${all}`,
  findings: {
    NO_ANSWER: (reason: string): string => `No answer: ${reason}`,
    NONSENSE: (reason: string): string => `The answer is not Vigil's: ${reason}`,
    UNHEALTHY: (reason: string): string => `Vigil does not work: ${reason}`,
    NO_COUNTS: (reason: string): string => `No counts, check token and version: ${reason}`,
    PATH_FAILED: (stage: string): string => `Alerts do not arrive: the path test fails at "${stage}"`,
    PATH_OFF: 'Path tests are off',
    DEGRADED: 'A component fails: the log names it',
    WARNING: (code: string): string => `Warning ${code}`,
    CERTIFICATE: (count: number): string =>
      count < 0 ? 'The certificate has expired' : `The certificate expires in ${days(count)}`,
    DISK: (count: number): string => `The disk is full in ${days(count)}`,
    BACKUP: (hours: number): string => `The last good backup is ${hours} h old`,
    COVERAGE: (ward: string, percent: number): string => `${ward}: ${percent} % coverage yesterday`,
    SILENT: (ward: string, silent: number, of: number): string =>
      `${ward}: ${silent} of ${of} wearables are silent`,
    FALSE_ALARMS: (ward: string, perShift: number): string => `${ward}: ${perShift} false alarms per shift`,
    TESTS: (overdue: number): string =>
      plural(overdue, { one: `${overdue} test is overdue`, other: `${overdue} tests are overdue` }),
    UPDATE: (version: string): string => `Version ${version} is available`,
  },
};

export type OverviewTexts = typeof en;
