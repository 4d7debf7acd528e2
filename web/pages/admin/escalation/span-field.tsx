import { Field, SelectField } from '../../../components/field.tsx';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { type Span, UNITS, type Unit } from './draft.ts';

const { edit: text } = escalation;
const OPTIONS = UNITS.map((value) => ({ value, label: text.units[value] }));

/** A duration: an amount and a unit. */
export function SpanField({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: Span;
  readonly error?: string | undefined;
  readonly onChange: (value: Span) => void;
}) {
  return (
    <div class="span-field">
      <Field
        label={label}
        name="amount"
        type="number"
        min={0}
        value={value.amount}
        error={error}
        onInput={(amount) => onChange({ ...value, amount })}
      />
      <SelectField
        label={text.unit}
        name="unit"
        value={value.unit}
        options={OPTIONS}
        onChange={(unit) => onChange({ ...value, unit: unit as Unit })}
      />
    </div>
  );
}
