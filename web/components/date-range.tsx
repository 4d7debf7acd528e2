import { Field } from './field.tsx';

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The first and the last day of a filter, by the names that the page has for them. */
export function DateRange({
  labels,
  from,
  to,
  onChange,
}: Days & {
  readonly labels: Days;
  readonly onChange: (changes: Partial<Days>) => void;
}) {
  return (
    <>
      <Field
        label={labels.from}
        name="from"
        type="date"
        value={from}
        max={to}
        onInput={(day) => onChange({ from: day })}
      />
      <Field
        label={labels.to}
        name="to"
        type="date"
        value={to}
        min={from}
        onInput={(day) => onChange({ to: day })}
      />
    </>
  );
}
