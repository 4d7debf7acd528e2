import type { Person } from '../../people/person.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';
import type { FallSource, RESOLUTIONS } from '../../response/vocabulary.ts';
import { type ColumnGrouping, type Grouping, isByTime, NONE, timeGroups } from './groupings.ts';
import { instantsOf, type Period } from './period.ts';
import { type CountedGroup, countGroups, patientNames, wardNames } from './store.ts';

interface ReportRequest {
  readonly period: Period;
  readonly grouping: Grouping;
  readonly wardId: string | undefined;
  readonly patientId: string | undefined;
  readonly goalSeconds: number;
  /** For dates. */
  readonly language: Language;
}

type Group = CountedGroup['group'];

interface Name {
  readonly key: string;
  readonly label: string;
}

export async function fallReport(q: Queryable, request: ReportRequest) {
  const { period, grouping, wardId, patientId, goalSeconds, language } = request;
  const counted = { ...instantsOf(period), wardId, patientId };
  if (isByTime(grouping)) {
    const groups = timeGroups(grouping, period, language);
    const found = (await countGroups(q, counted, groups, goalSeconds)).sort(byNumber);
    return reportOf(found, (number) => groups.groupOf(Number(number)));
  }
  const found = await countGroups(q, counted, grouping, goalSeconds);
  const nameOf = await namesOf(q, grouping, found);
  const { rows, total } = reportOf(found, nameOf);
  return { rows: rows.sort((a, b) => b.falls - a.falls || compare(a.label, b.label)), total };
}

export type FallReport = Awaited<ReturnType<typeof fallReport>>;

function reportOf(found: readonly CountedGroup[], nameOf: (group: Group) => Name) {
  const [total] = found.filter(({ isTotal }) => isTotal).map((row) => rowOf(row, TOTAL));
  if (total === undefined) throw new Error('a grouping set over no columns has one row');
  return { rows: found.filter(({ isTotal }) => !isTotal).map((row) => rowOf(row, nameOf(row.group))), total };
}

const TOTAL: Name = { key: 'TOTAL', label: 'Total' };

const rowOf = (found: CountedGroup, { key, label }: Name) => ({
  key,
  label,
  falls: found.falls,
  emergencies: found.emergencies,
  falseAlarms: found.falseAlarms,
  cancelled: found.cancelled,
  unanswered: found.unanswered,
  withinGoal: found.withinGoal,
  timeToNotify: durationsOf(found.notify, found.notifyMax),
  timeToClaim: durationsOf(found.claim, found.claimMax),
  timeToResolve: durationsOf(found.resolve, found.resolveMax),
});

const durationsOf = (percentiles: CountedGroup['claim'], max: number | null) => ({
  p50: percentiles?.[0] ?? null,
  p90: percentiles?.[1] ?? null,
  max,
});

const byNumber = (a: CountedGroup, b: CountedGroup): number => Number(a.group) - Number(b.group);

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

async function namesOf(q: Queryable, grouping: ColumnGrouping, found: readonly CountedGroup[]) {
  const values = found.flatMap(({ group }) => (group === null ? [] : [String(group)]));
  const labels = await labelsOf(q, grouping, values);
  return (group: Group): Name =>
    group === null
      ? { key: NONE, label: WITHOUT[grouping] }
      : { key: String(group), label: labels.get(String(group)) ?? String(group) };
}

async function labelsOf(
  q: Queryable,
  grouping: ColumnGrouping,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  switch (grouping) {
    case 'ward':
      return byId(await wardNames(q, values));
    case 'patient':
      return byId(await patientNames(q, values));
    case 'room':
      return new Map();
    case 'source':
      return new Map(Object.entries(SOURCES));
    case 'outcome':
      return new Map(Object.entries(OUTCOMES));
  }
}

const byId = (people: readonly Person[]) => new Map(people.map(({ id, name }) => [id, name]));

const WITHOUT: Readonly<Record<ColumnGrouping, string>> = {
  ward: 'No ward',
  room: 'No room',
  outcome: 'No outcome',
  // Every fall has one of these.
  patient: '',
  source: '',
};

const SOURCES: Readonly<Record<FallSource, string>> = {
  STREAM: 'Wearable',
  REPORT: 'Report',
  HELP_BUTTON: 'Help button',
  CHECK_IN: 'Missed check-in',
};

const OUTCOMES: Readonly<Record<(typeof RESOLUTIONS)[number] | 'CANCELLED_BY_PATIENT', string>> = {
  HELPED: 'Helped',
  NO_HELP_NEEDED: 'No help needed',
  FALSE_ALARM: 'False alarm',
  CANCELLED_BY_PATIENT: 'Cancelled by the patient',
};
