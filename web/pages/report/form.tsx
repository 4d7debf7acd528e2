import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { IncidentReport } from '../../api/records.ts';
import { type Answered, api } from '../../api/rest.ts';
import { Card } from '../../components/card.tsx';
import { Field, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { report as text } from '../../text/en/report.ts';
import { timesIn } from '../../text/zoned.ts';
import { type Content, contentOf } from './content.ts';

const MAX_LENGTH = 2000;
const TEXTS = ['location', 'injuries', 'treatment', 'witnesses', 'measures'] as const;

interface ReportFormProps {
  readonly report: IncidentReport;
  readonly onSaved: (report: IncidentReport) => void;
}

/** The form of the page of the report: all fields. */
export function ReportForm({ report, onSaved }: ReportFormProps) {
  const isSigned = report.signedAt !== null;
  return (
    <div class="report-form">
      <Card title={isSigned ? text.form.amend : text.form.edit}>
        <ReportFields report={report} onSaved={onSaved} texts={TEXTS} />
      </Card>
    </div>
  );
}

/** Sends the changed fields alone, so that two people can fill in different fields at the same time. */
export function ReportFields({
  report,
  onSaved,
  texts,
  first,
  saveFirst,
}: ReportFormProps & {
  readonly texts: readonly (typeof TEXTS)[number][];
  /** Fields of another record above those of the report, and how they are saved; undefined if nothing has changed. */
  readonly first?: ComponentChildren;
  readonly saveFirst?: (
    values: Readonly<Record<string, string>>,
  ) => Promise<Answered<unknown> | undefined> | undefined;
}) {
  const [isSaved, setSaved] = useState(false);
  const [familyError, setFamilyError] = useState<string>();
  const content = contentOf(report);
  const { timeZone } = report.when;
  const { toField, fromField } = timesIn(timeZone);
  const isSigned = report.signedAt !== null;
  const time = (at: string | null | undefined): string => (at ? toField(at) : '');
  // Kept here, because a field shows its value again when the form is drawn again.
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(() => ({
    ...Object.fromEntries(texts.map((field) => [field, content[field] ?? ''])),
    doctorInformedAt: time(content.doctorInformedAt),
    familyName: content.familyInformed?.name ?? '',
    familyAt: time(content.familyInformed?.at),
  }));
  const drafted = (name: string) => ({
    name,
    value: draft[name] ?? '',
    onInput: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  });

  const changesIn = (values: Readonly<Record<string, string>>): Partial<Content> => {
    const changes: Partial<Record<keyof Content, unknown>> = {};
    for (const field of texts) {
      const value = values[field]?.trim() || null;
      if (value !== (content[field] || null)) changes[field] = value;
    }
    const { doctorInformedAt = '', familyName = '', familyAt = '' } = values;
    if (doctorInformedAt !== time(content.doctorInformedAt))
      changes.doctorInformedAt = doctorInformedAt === '' ? null : fromField(doctorInformedAt);
    const { name = '', at } = content.familyInformed ?? {};
    if (familyName.trim() !== name || familyAt !== time(at))
      changes.familyInformed =
        familyName.trim() === '' ? null : { name: familyName.trim(), at: fromField(familyAt) };
    return changes as Partial<Content>;
  };

  const submit = async (values: Readonly<Record<string, string>>) => {
    setSaved(false);
    const isHalf = (values.familyName?.trim() === '') !== (values.familyAt === '');
    setFamilyError(isHalf ? text.form.familyBoth : undefined);
    if (isHalf) return undefined;
    const saved = await saveFirst?.(values);
    if (saved !== undefined && !saved.ok) return saved;
    const body = changesIn(values);
    if (Object.keys(body).length === 0) {
      setSaved(true);
      return undefined;
    }
    const answer = await api.put('/falls/{id}/report', { path: { id: report.fallId }, body });
    if (answer.ok) {
      onSaved(answer.data);
      setSaved(true);
    }
    return answer;
  };

  return (
    <>
      {isSigned && <p class="hint">{text.form.amendHint}</p>}
      <Form onSubmit={submit} submit={isSigned ? text.form.saveAmendment : text.form.save}>
        {({ errors }) => (
          <>
            {first}
            {texts.map((field) => (
              <TextField
                key={field}
                label={text.written[field]}
                {...drafted(field)}
                rows={2}
                maxLength={MAX_LENGTH}
              />
            ))}
            <div class="report-times">
              <Field
                label={text.written.doctorInformedAt}
                hint={text.form.zone(timeZone)}
                {...drafted('doctorInformedAt')}
                type="datetime-local"
              />
              <Field
                label={text.form.familyName}
                {...drafted('familyName')}
                maxLength={MAX_LENGTH}
                error={familyError ?? errors['familyInformed.name']}
              />
              <Field
                label={text.form.familyAt}
                hint={text.form.zone(timeZone)}
                {...drafted('familyAt')}
                type="datetime-local"
                error={errors['familyInformed.at']}
              />
            </div>
            {isSaved && <Notice kind="good">{text.form.saved}</Notice>}
          </>
        )}
      </Form>
    </>
  );
}
