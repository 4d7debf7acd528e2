import type { StepChannel, StepTarget } from '../../../api/records.ts';
import { Button } from '../../../components/button.tsx';
import { Checks } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';
import type { DraftStep } from './draft.ts';
import type { StepErrors } from './field-errors.ts';
import type { StepReach } from './reach.ts';
import { SpanField } from './span-field.tsx';

const { edit: text } = escalation;

const optionsOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }));
const TARGETS = optionsOf<StepTarget>(text.targetOptions);
const CHANNELS = optionsOf<StepChannel>(text.channelOptions);

export function StepFields({
  step,
  number,
  of,
  errors,
  reach,
  onChange,
  onMove,
  onRemove,
}: {
  readonly step: DraftStep;
  readonly number: number;
  /** The number of steps. */
  readonly of: number;
  readonly errors: StepErrors;
  /** Undefined until it is loaded. */
  readonly reach: StepReach | undefined;
  readonly onChange: (step: DraftStep) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  const nameId = `step-${step.key}`;
  return (
    <li>
      <fieldset class="step">
        <legend id={nameId}>{text.step(number)}</legend>
        <SpanField
          label={text.after}
          value={step.after}
          error={errors.after}
          onChange={(after) => onChange({ ...step, after })}
        />
        <Checks
          legend={text.targets}
          options={TARGETS}
          values={step.targets}
          error={errors.targets}
          onChange={(targets) => onChange({ ...step, targets: [...targets] })}
        />
        <Checks
          legend={text.channels}
          options={CHANNELS}
          values={step.channels}
          error={errors.channels}
          onChange={(channels) => onChange({ ...step, channels: [...channels] })}
        />
        {reach !== undefined &&
          reach.unreached > 0 &&
          step.targets.length > 0 &&
          step.channels.length > 0 && (
            <Notice kind="warning">{text.unreached(reach.unreached, reach.residents)}</Notice>
          )}
        {of > 1 && (
          <div class="actions">
            <Button kind="quiet" describedBy={nameId} disabled={number === 1} onPress={() => onMove(-1)}>
              {text.moveUp}
            </Button>
            <Button kind="quiet" describedBy={nameId} disabled={number === of} onPress={() => onMove(1)}>
              {text.moveDown}
            </Button>
            <Button kind="quiet" describedBy={nameId} onPress={onRemove}>
              {text.remove}
            </Button>
          </div>
        )}
      </fieldset>
    </li>
  );
}
