import type { Person } from '../../people/person.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { type Language, LOCALES } from '../../platform/languages.ts';
import { instantsOf, type Period } from '../../platform/period.ts';
import { type FallTexts, fallTexts } from '../texts/index.ts';
import { type ColumnGrouping, type Grouping, isByTime, NONE, timeGroups } from './groupings.ts';
import { type CountedGroup, countGroups, patientNames, wardNames } from './store.ts';

interface ReportRequest {
  readonly period: Period;
  readonly grouping: Grouping;
  readonly wardId: string | undefined;
  readonly patientId: string | undefined;
  readonly goalSeconds: number;
  /** Of the reader, for labels. */
  readonly language: Language;
}

type Group = CountedGroup['group'];
type Texts = FallTexts['report'];

interface Name {
  readonly key: string;
  readonly label: string;
}

export async function fallReport(db: Database, request: ReportRequest) {
  const { period, grouping, wardId, patientId, goalSeconds, language } = request;
  const texts = fallTexts(language).report;
  const counted = { ...instantsOf(period), wardId, patientId };
  if (isByTime(grouping)) {
    const groups = timeGroups(grouping, period, language);
    const found = (await countGroups(db, counted, groups, goalSeconds)).sort(byNumber);
    return reportOf(found, (number) => groups.groupOf(Number(number)), texts);
  }
  const found = await countGroups(db, counted, grouping, goalSeconds);
  const nameOf = await namesOf(db, grouping, found, texts);
  const { rows, total } = reportOf(found, nameOf, texts);
  const compare = new Intl.Collator(LOCALES[language], { numeric: true }).compare;
  return { rows: rows.sort((a, b) => b.falls - a.falls || compare(a.label, b.label)), total };
}

export type FallReport = Awaited<ReturnType<typeof fallReport>>;

function reportOf(found: readonly CountedGroup[], nameOf: (group: Group) => Name, texts: Texts) {
  const name = { key: 'TOTAL', label: texts.total };
  const [total] = found.filter(({ isTotal }) => isTotal).map((row) => rowOf(row, name));
  if (total === undefined) throw new Error('a grouping set over no columns has one row');
  return { rows: found.filter(({ isTotal }) => !isTotal).map((row) => rowOf(row, nameOf(row.group))), total };
}

const rowOf = (found: CountedGroup, { key, label }: Name) => ({
  key,
  label,
  falls: found.falls,
  emergencies: found.emergencies,
  falseAlarms: found.falseAlarms,
  cancelled: found.cancelled,
  movedOn: found.movedOn,
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

async function namesOf(q: Queryable, grouping: ColumnGrouping, found: readonly CountedGroup[], texts: Texts) {
  const values = found.flatMap(({ group }) => (group === null ? [] : [String(group)]));
  const labels = await labelsOf(q, grouping, values, texts);
  return (group: Group): Name =>
    group === null
      ? { key: NONE, label: withoutOne(grouping, texts) }
      : { key: String(group), label: labels.get(String(group)) ?? String(group) };
}

async function labelsOf(
  q: Queryable,
  grouping: ColumnGrouping,
  values: readonly string[],
  { sources, outcomes }: Texts,
): Promise<ReadonlyMap<string, string>> {
  switch (grouping) {
    case 'ward':
      return byId(await wardNames(q, values));
    case 'patient':
      return byId(await patientNames(q, values));
    case 'room':
      return new Map();
    case 'source':
      return new Map(Object.entries(sources));
    case 'outcome':
      return new Map(Object.entries(outcomes));
  }
}

const byId = (people: readonly Person[]) => new Map(people.map(({ id, name }) => [id, name]));

const withoutOne = (grouping: ColumnGrouping, { withoutWard, withoutRoom, withoutOutcome }: Texts): string =>
  // Every fall has a patient and a source.
  ({ ward: withoutWard, room: withoutRoom, outcome: withoutOutcome, patient: '', source: '' })[grouping];
