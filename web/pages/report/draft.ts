import { useState } from 'preact/hooks';
import type { IncidentReport } from '../../api/records.ts';
import { timesIn, type ZonedTimes } from '../../text/zoned.ts';
import { type Content, contentOf } from './content.ts';

export const TEXTS = ['location', 'injuries', 'treatment', 'witnesses', 'measures'] as const;

export const INJURIES = ['NONE', 'MINOR', 'SERIOUS'] as const;

/** The fields of the form by name. */
type Values = Readonly<Record<string, string>>;

export interface Draft {
  /** The properties of the field with that name. */
  readonly field: (name: string) => {
    readonly name: string;
    readonly value: string;
    readonly onInput: (value: string) => void;
  };
  /**
   * The changed fields alone, so that two people can fill in different fields at the same time; undefined while the
   * family has a name without a time, or a time without a name.
   */
  readonly changes: Partial<Content> | undefined;
  readonly isDirty: boolean;
  /** Drops what was typed once it is saved; what has been typed since stays. */
  readonly dropSaved: () => void;
}

/** What the user has typed into the form of a report. A newer version of the report leaves it as it is. */
export function useDraft(report: IncidentReport): Draft {
  const [typed, setTyped] = useState<Values>({});
  const times = timesIn(report.when.timeZone);
  const saved = savedValues(report, times);
  const changes = changesOf(typed, saved, times);
  return {
    field: (name) => ({
      name,
      value: typed[name] ?? saved[name] ?? '',
      onInput: (value) => setTyped((before) => ({ ...before, [name]: value })),
    }),
    changes,
    isDirty: changes === undefined || Object.keys(changes).length > 0,
    dropSaved: () =>
      setTyped((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== typed[name])),
      ),
  };
}

function savedValues(report: IncidentReport, { toField }: ZonedTimes): Values {
  const content = contentOf(report);
  const time = (at: string | null | undefined): string => (at ? toField(at) : '');
  return {
    ...Object.fromEntries(TEXTS.map((field) => [field, content[field] ?? ''])),
    injury: content.injury ?? '',
    isDoctorInformed: answerField(content.isDoctorInformed, content.doctorInformedAt),
    isFamilyInformed: answerField(content.isFamilyInformed, content.familyInformed),
    doctorInformedAt: time(content.doctorInformedAt),
    familyName: content.familyInformed?.name ?? '',
    familyAt: time(content.familyInformed?.at),
  };
}

/** Details say yes. */
const answerField = (answer: boolean | null, details: unknown): string =>
  details ? 'true' : String(answer ?? '');

const answerIn = (field: string | undefined): boolean | null => (field ? field === 'true' : null);

function changesOf(typed: Values, saved: Values, { fromField }: ZonedTimes): Draft['changes'] {
  const isChanged = (name: string): boolean => (typed[name]?.trim() ?? saved[name]) !== saved[name];
  const { doctorInformedAt = '', familyName = '', familyAt = '' } = { ...saved, ...typed };
  const name = familyName.trim();
  if ((name === '') !== (familyAt === '')) return undefined;
  return {
    ...Object.fromEntries(TEXTS.filter(isChanged).map((field) => [field, typed[field]?.trim() || null])),
    ...(isChanged('injury') && { injury: INJURIES.find((one) => one === typed.injury) ?? null }),
    ...(isChanged('isDoctorInformed') && { isDoctorInformed: answerIn(typed.isDoctorInformed) }),
    ...(isChanged('isFamilyInformed') && { isFamilyInformed: answerIn(typed.isFamilyInformed) }),
    ...(isChanged('doctorInformedAt') && {
      doctorInformedAt: doctorInformedAt === '' ? null : fromField(doctorInformedAt),
    }),
    ...((isChanged('familyName') || isChanged('familyAt')) && {
      familyInformed: name === '' ? null : { name, at: fromField(familyAt) },
    }),
  };
}
