import { useEffect, useState } from 'preact/hooks';
import { Field } from './field.tsx';
import { useDebounced } from './filters.ts';

/** Searches after a pause in typing. */
export function SearchField({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed.trim());
  useEffect(() => {
    if (settled !== value) onChange(settled);
  }, [settled]);
  return (
    <Field
      label={label}
      hint={hint}
      name="search"
      type="search"
      autocomplete="off"
      value={typed}
      onInput={setTyped}
    />
  );
}
