import { useEffect, useRef, useState } from 'preact/hooks';
import type { EscalationPolicy } from '../../../api/records.ts';
import type { Answered } from '../../../api/rest.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Field, SelectField } from '../../../components/field.tsx';
import { useKeepFocus } from '../../../components/keep-focus.ts';
import { useLoad } from '../../../components/load.ts';
import { Notice } from '../../../components/notice.tsx';
import { query } from '../../../components/query.ts';
import { useUnsaved } from '../../../components/unsaved-guard.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { type Draft, draftOf, isSameDraft, policyOf, withStep, withSwapped } from './draft.ts';
import { type Failure, fieldErrorsOf } from './field-errors.ts';
import { PolicySummary } from './policy-summary.tsx';
import { reachOfStep } from './reach.ts';
import { SpanField } from './span-field.tsx';
import { StepFields } from './step-fields.tsx';

const { edit: text } = escalation;
const MAX_STEPS = 10;
const UNTIL_OPTIONS = (['claimed', 'times'] as const).map((value) => ({
  value,
  label: text.untilOptions[value],
}));

/** Whose policy it is; the organisation's by default. */
export interface ReachScope {
  readonly wardId?: string;
  readonly patientId?: string;
}

export function PolicyEditor({
  policy,
  save,
  reach = {},
}: {
  readonly policy: EscalationPolicy;
  readonly save: (policy: EscalationPolicy) => Promise<Answered<unknown>>;
  readonly reach?: ReachScope;
}) {
  const { data: groups } = useLoad('/escalation/reach', { query: { ...reach } });
  const [draft, setDraft] = useState(() => draftOf(policy));
  const [failure, setFailure] = useState<Failure>();
  const [isSaved, setSaved] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useKeepFocus(form, () => form.current?.querySelector<HTMLElement>('.steps + .button'));
  useEffect(() => setDraft(draftOf(policy)), [policy]);
  useEffect(() => {
    if (failure !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);

  /** Errors stay until the next save. A move clears them, because they belong to a step's position. */
  const edit = (change: (draft: Draft) => Draft, isMove = false) => {
    setDraft(change);
    setSaved(false);
    if (isMove) setFailure(undefined);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const reply = await save(policyOf(draft));
    setFailure(reply.ok ? undefined : reply);
    setSaved(reply.ok);
  };
  const errors = fieldErrorsOf(failure, draft);
  const { steps, every, isEndless, times } = draft;
  useUnsaved(!isSameDraft(draft, draftOf(policy)));
  return (
    <>
      <PolicySummary policy={policyOf(draft)} groups={groups} />
      <Card title={text.title}>
        <p>{text.underWay}</p>
        <p>
          <a href={`/reach${query({ ward: reach.wardId ?? '' })}`}>{text.toReach}</a>
        </p>
        <form ref={form} onSubmit={submit} aria-label={text.title} noValidate>
          <ol class="steps">
            {steps.map((step, index) => (
              <StepFields
                key={step.key}
                step={step}
                number={index + 1}
                of={steps.length}
                errors={errors.steps[index] ?? {}}
                reach={groups && reachOfStep(step, groups)}
                onChange={(changed) =>
                  edit((now) => ({ ...now, steps: now.steps.map((one, i) => (i === index ? changed : one)) }))
                }
                onMove={(by) => edit((now) => withSwapped(now, index, index + by), true)}
                onRemove={() =>
                  edit((now) => ({ ...now, steps: now.steps.filter((_, i) => i !== index) }), true)
                }
              />
            ))}
          </ol>
          {steps.length < MAX_STEPS && <Button onPress={() => edit(withStep, true)}>{text.add}</Button>}
          <fieldset class="step">
            <legend>{text.repeats}</legend>
            <div class="span-fields">
              <SelectField
                label={text.until}
                name="until"
                value={isEndless ? 'claimed' : 'times'}
                options={UNTIL_OPTIONS}
                onChange={(value) => edit((now) => ({ ...now, isEndless: value === 'claimed' }))}
              />
              {!isEndless && (
                <Field
                  label={text.times}
                  name="times"
                  type="number"
                  min={0}
                  value={times}
                  error={errors.times}
                  onInput={(value) => edit((now) => ({ ...now, times: value }))}
                />
              )}
              <SpanField
                label={text.every}
                value={every}
                error={errors.every}
                onChange={(value) => edit((now) => ({ ...now, every: value }))}
              />
            </div>
          </fieldset>
          {failure !== undefined && (
            <Notice kind="error">{errors.isComplete ? text.notSaved : failure.error}</Notice>
          )}
          {isSaved && <Notice kind="good">{text.saved}</Notice>}
          <div class="actions">
            <Button type="submit" kind="urgent">
              {text.save}
            </Button>
            <Button
              kind="quiet"
              onPress={() => {
                setFailure(undefined);
                setDraft(draftOf(policy));
              }}
            >
              {text.discard}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}
