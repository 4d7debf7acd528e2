import type { Ward } from './answers.ts';
import {
  coveredPercent,
  daysUntil,
  type Finding,
  type Finished,
  hoursSince,
  LEVELS,
  rankOf,
  sumOf,
} from './findings.ts';
import type { OverviewTexts } from './texts/index.ts';

export type Column = keyof OverviewTexts['columns'];

const UNKNOWN = '–';
const SHIFTS = ['EARLY', 'LATE', 'NIGHT'] as const;

/** What came over the network or from the settings is shown without control characters: a terminal would obey them. */
const shown = (text: string): string => text.replace(/\p{C}/gu, '�');

export const levelOf = (look: Finished): keyof OverviewTexts['levels'] => LEVELS[rankOf(look)] ?? 'well';

/** A row of the table. */
export function cellsOf(look: Finished, text: OverviewTexts): Readonly<Record<Column, string>> {
  const { health, wards, certificate, at } = look;
  const { path, disk, backup } = health?.details ?? {};
  const hours = hoursSince(backup?.at, at);
  const total = (of: (ward: Ward) => number) => (wards === undefined ? UNKNOWN : String(sumOf(wards, of)));
  return {
    level: text.levels[levelOf(look)],
    name: shown(look.name),
    version: shown(health?.version ?? UNKNOWN),
    path: path === undefined ? UNKNOWN : path === null ? text.off : pathWord(path.ok, text),
    coverage: percent(wards?.map(({ coverage }) => coverage)),
    alerts: wards === undefined ? UNKNOWN : byShift(wards),
    open: total(({ unanswered }) => unanswered),
    silent:
      wards === undefined
        ? UNKNOWN
        : text.of(
            sumOf(wards, ({ silentWearables }) => silentWearables),
            sumOf(wards, ({ wearables }) => wearables),
          ),
    disk: disk?.fullInDays == null ? UNKNOWN : text.days(Math.floor(disk.fullInDays)),
    certificate: certificate === undefined ? UNKNOWN : text.days(daysUntil(certificate.to, at)),
    backup: hours === undefined ? UNKNOWN : text.hours(hours),
    tests: total(({ overdueTests }) => overdueTests),
  };
}

const pathWord = (ok: boolean | null, text: OverviewTexts): string =>
  ok === null ? UNKNOWN : ok ? text.works : text.fails;

function percent(coverages: readonly Ward['coverage'][] | undefined): string {
  const covered = coverages && coveredPercent(coverages);
  return covered === undefined ? UNKNOWN : `${covered} %`;
}

/** Early, late and night shift. */
const byShift = (wards: readonly Ward[]): string =>
  SHIFTS.map((shift) => sumOf(wards, ({ alerts }) => alerts[shift].alerts)).join('/');

export const wardHeads = (text: OverviewTexts): readonly string[] => [
  text.ward,
  text.residents,
  ...SHIFTS.map((shift) => text.shifts[shift]),
  text.columns.coverage,
  text.columns.open,
  text.columns.silent,
  text.columns.tests,
];

export const wardCells = (ward: Ward, text: OverviewTexts): readonly string[] => [
  shown(ward.name ?? text.noWard),
  String(ward.residents),
  ...SHIFTS.map((shift) => {
    const { alerts, falseAlarms } = ward.alerts[shift];
    return falseAlarms === 0 ? String(alerts) : `${alerts}, ${text.falseAlarms(falseAlarms)}`;
  }),
  percent([ward.coverage]),
  String(ward.unanswered),
  text.of(ward.silentWearables, ward.wearables),
  String(ward.overdueTests),
];

export function sentenceOf(finding: Finding, { findings: text, noWard }: OverviewTexts): string {
  switch (finding.code) {
    case 'NO_ANSWER':
    case 'NONSENSE':
    case 'UNHEALTHY':
    case 'NO_COUNTS':
      return text[finding.code](shown(finding.reason));
    case 'PATH_FAILED':
      return text.PATH_FAILED(shown(finding.stage));
    case 'DEGRADED':
    case 'PATH_OFF':
      return text[finding.code];
    case 'WARNING':
      return text.WARNING(shown(finding.warning));
    case 'CERTIFICATE':
    case 'DISK':
      return text[finding.code](finding.days);
    case 'BACKUP':
      return text.BACKUP(finding.hours);
    case 'COVERAGE':
      return text.COVERAGE(shown(finding.ward ?? noWard), finding.percent);
    case 'SILENT':
      return text.SILENT(shown(finding.ward ?? noWard), finding.silent, finding.of);
    case 'FALSE_ALARMS':
      return text.FALSE_ALARMS(shown(finding.ward ?? noWard), finding.perShift);
    case 'TESTS':
      return text.TESTS(finding.overdue);
    case 'UPDATE':
      return text.UPDATE(shown(finding.version));
  }
}
