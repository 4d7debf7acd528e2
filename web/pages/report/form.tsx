import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { IncidentReport } from '../../api/records.ts';
import { type Answered, api } from '../../api/rest.ts';
import { Card } from '../../components/card.tsx';
import { Field, SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { report as text } from '../../text/en/report.ts';
import { type Draft, INJURIES, TEXTS } from './draft.ts';

const MAX_LENGTH = 2000;

interface ReportFormProps {
  readonly report: IncidentReport;
  readonly draft: Draft;
  readonly onSaved: (report: IncidentReport) => void;
}

/** The form of the page of the report: all fields. */
export function ReportForm({ report, draft, onSaved }: ReportFormProps) {
  const isSigned = report.signedAt !== null;
  return (
    <div class="report-form">
      <Card title={isSigned ? text.form.amend : text.form.edit}>
        <ReportFields report={report} draft={draft} onSaved={onSaved} texts={TEXTS} />
      </Card>
    </div>
  );
}

export function ReportFields({
  report,
  draft,
  onSaved,
  texts,
  first,
  isFirstDirty = false,
  saveFirst,
}: ReportFormProps & {
  readonly texts: readonly (typeof TEXTS)[number][];
  /** Fields of another record above those of the report, and how they are saved; undefined if nothing has changed. */
  readonly first?: ComponentChildren;
  readonly isFirstDirty?: boolean;
  readonly saveFirst?: (
    values: Readonly<Record<string, string>>,
  ) => Promise<Answered<unknown> | undefined> | undefined;
}) {
  const [isSaved, setSaved] = useState(false);
  const [isHalf, setHalf] = useState(false);
  const { timeZone } = report.when;
  const isSigned = report.signedAt !== null;
  const { field: drafted, changes, dropSaved } = draft;

  const submit = async (values: Readonly<Record<string, string>>) => {
    setSaved(false);
    setHalf(changes === undefined);
    if (changes === undefined) return undefined;
    const saved = await saveFirst?.(values);
    if (saved !== undefined && !saved.ok) return saved;
    if (Object.keys(changes).length === 0) {
      setSaved(true);
      return undefined;
    }
    const reply = await api.put('/falls/{id}/report', { path: { id: report.fallId }, body: changes });
    if (reply.ok) {
      dropSaved();
      onSaved(reply.data);
      setSaved(true);
    }
    return reply;
  };

  return (
    <>
      {isSigned && <p class="hint">{text.form.amendHint}</p>}
      <Form
        onSubmit={submit}
        submit={isSigned ? text.form.saveAmendment : text.form.save}
        isDirty={draft.isDirty || isFirstDirty}
      >
        {({ errors }) => (
          <>
            {first}
            <DraftSelect
              label={text.written.injury}
              field={drafted('injury')}
              options={INJURIES.map((value) => ({ value, label: text.injury[value] }))}
            />
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
              <DraftSelect label={text.form.doctor} field={drafted('isDoctorInformed')} options={ANSWERS} />
              <Field
                label={text.written.doctorInformedAt}
                hint={text.form.zone(timeZone)}
                {...drafted('doctorInformedAt')}
                type="datetime-local"
              />
              <DraftSelect label={text.form.family} field={drafted('isFamilyInformed')} options={ANSWERS} />
              <Field
                label={text.form.familyName}
                {...drafted('familyName')}
                maxLength={MAX_LENGTH}
                error={isHalf ? text.form.familyBoth : errors['familyInformed.name']}
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

const ANSWERS = [
  { value: 'true', label: text.yes },
  { value: 'false', label: text.no },
];

const DraftSelect = ({
  label,
  field: { onInput, ...field },
  options,
}: {
  readonly label: string;
  readonly field: ReturnType<Draft['field']>;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}) => (
  <SelectField
    label={label}
    {...field}
    options={[{ value: '', label: text.written.empty }, ...options]}
    onChange={onInput}
  />
);
