import type { Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';
import type { Period } from '../../platform/period.ts';
import type { Sheet } from '../../platform/workbook.ts';
import { formatDate, formatDateTime } from '../../platform/zone.ts';
import { fallTexts } from '../texts/index.ts';
import type { Grouping } from './groupings.ts';
import type { InspectionReport } from './inspection.ts';
import { fallReport } from './report.ts';
import { responseReport } from './response.ts';
import { patientNames, STAGES, wardNames } from './store.ts';
import { COUNTS, cellsOf, TIMES } from './table.ts';

export interface WorkbookRequest {
  readonly home: string;
  readonly period: Period;
  readonly wardId: string | undefined;
  readonly patientId: string | undefined;
  readonly goalSeconds: number;
  /** Of the reader. */
  readonly language: Language;
  readonly inspection: InspectionReport;
  readonly now: number;
}

const GROUPED = [
  ['weeks', 'week'],
  ['hours', 'weekday-hour'],
  ['wards', 'ward'],
  ['residents', 'patient'],
] as const;

/** All reports of a period in one file: a sheet for each table. Also returns the patients that it names. */
export async function workbookSheets(db: Database, request: WorkbookRequest) {
  const { period, language } = request;
  const texts = fallTexts(language).workbook;
  const reports = [];
  for (const [name, grouping] of GROUPED)
    reports.push({
      name,
      report: await fallReport(db, { ...request, grouping: grouping satisfies Grouping }),
    });
  const { stages } = await responseReport(db, period, request);
  const sheets: Sheet[] = [
    { name: texts.overview, rows: await overviewRows(db, request) },
    ...reports.map(({ name, report: { rows, total } }) => ({
      name: texts[name],
      rows: [
        [
          texts.group,
          ...COUNTS.map((count) => (count === 'falls' ? texts.alerts : texts[count])),
          ...TIMES.flatMap((time) =>
            [texts.p50, texts.p90, texts.max].map((figure) => `${texts[time]}, ${figure}`),
          ),
        ],
        ...[...rows, total].map((row) => cellsOf(row).slice(1)),
      ],
    })),
    {
      name: texts.times,
      rows: [
        [texts.stage, texts.p50, texts.p90, texts.max],
        ...STAGES.map((stage) => {
          const { p50 = null, p90 = null, max = null } = stages[stage] ?? {};
          return [texts.stages[stage], p50, p90, max];
        }),
      ],
    },
  ];
  const named = reports.find(({ name }) => name === 'residents')?.report.rows ?? [];
  return { sheets, patientIds: named.map(({ key }) => key) };
}

async function overviewRows(
  db: Database,
  { home, period, wardId, patientId, language, inspection, now }: WorkbookRequest,
): Promise<Sheet['rows']> {
  const texts = fallTexts(language).workbook;
  const day = (text: string): string => formatDate(new Date(`${text}T12:00:00Z`), 'UTC', language);
  const of = [
    ...(wardId === undefined ? [] : await wardNames(db, [wardId])),
    ...(patientId === undefined ? [] : await patientNames(db, [patientId])),
  ].map(({ name }) => name);
  const { shifts, ...all } = inspection;
  return [
    [texts.home, home],
    [texts.of, of.join(', ') || texts.everybody],
    [texts.period, texts.days(day(period.from), day(period.to))],
    [texts.made, formatDateTime(new Date(now), period.zone, language)],
    [],
    [texts.residentDays, all.residentDays],
    [texts.falls, all.falls],
    [texts.perThousand, all.fallsPerThousandDays],
    [texts.injured, all.injured],
    [],
    [texts.shift, texts.falls, texts.injured, texts.notHurt, texts.minor, texts.serious, texts.notStated],
    ...[...shifts, { label: fallTexts(language).report.total, ...all }].map((row) => [
      row.label,
      row.falls,
      row.injured,
      row.notHurt,
      row.minor,
      row.serious,
      row.notStated,
    ]),
    [],
    [texts.counted],
  ];
}
