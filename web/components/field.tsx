import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface Common {
  readonly label: string;
  readonly hint?: string;
  /** The error message: the API's `details` entry with the field's name. */
  readonly error?: string | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

function Labelled({
  label,
  hint,
  error,
  children,
}: Common & { children: (props: ControlProps) => ComponentChildren }) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * The value of a control: what the user entered, until the caller gives another value. Preact restores `value` at every
 * render, so a form would lose what was entered as soon as the service refuses it.
 */
function useEntered(value: string | undefined): [string | undefined, (entered: string) => void] {
  const kept = useRef({ given: value, entered: value });
  if (kept.current.given !== value) kept.current = { given: value, entered: value };
  const enter = (entered: string): void => {
    // Without a value, Preact leaves the control alone.
    if (value !== undefined) kept.current = { given: value, entered };
  };
  return [kept.current.entered, enter];
}

/** With `exactOptionalPropertyTypes`, and so that Preact does not touch a control without a value. */
const valued = (value: string | undefined) => (value === undefined ? {} : { value });

type InputType =
  | 'text'
  | 'email'
  | 'password'
  | 'date'
  | 'datetime-local'
  | 'number'
  | 'tel'
  | 'time'
  | 'url'
  | 'search';

interface InputProps extends Common {
  readonly name: string;
  readonly type?: InputType;
  readonly value?: string;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly maxLength?: number;
  /** Checked by the browser before the form is sent; `title` describes it. */
  readonly pattern?: string;
  readonly title?: string;
  readonly min?: string | number;
  readonly max?: string | number;
  readonly placeholder?: string;
  readonly onInput?: (value: string) => void;
}

export function Field({ label, hint, error, onInput, type = 'text', value, ...input }: InputProps) {
  const [entered, enter] = useEntered(value);
  const common = { label, ...(hint !== undefined && { hint }), error };
  return (
    <Labelled {...common}>
      {(props) => (
        <input
          {...props}
          {...input}
          {...valued(entered)}
          // Preact's types need the concrete element type.
          type={type as 'text'}
          onInput={(event) => {
            enter(event.currentTarget.value);
            onInput?.(event.currentTarget.value);
          }}
        />
      )}
    </Labelled>
  );
}

/** A time of day, which is required. */
export const TimeField = (props: Omit<InputProps, 'type' | 'required'>) => (
  <Field {...props} type="time" required />
);

type TextProps = Common & {
  readonly name: string;
  readonly value?: string;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly onInput?: (value: string) => void;
};

export function TextField({ label, hint, error, onInput, value, ...area }: TextProps) {
  const [entered, enter] = useEntered(value);
  const common = { label, ...(hint !== undefined && { hint }), error };
  return (
    <Labelled {...common}>
      {(props) => (
        <textarea
          {...props}
          {...area}
          {...valued(entered)}
          onInput={(event) => {
            enter(event.currentTarget.value);
            onInput?.(event.currentTarget.value);
          }}
        />
      )}
    </Labelled>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
  /** Adjacent options of one group are listed under its name. */
  readonly group?: string;
}

type SelectProps = Common & {
  readonly name: string;
  readonly value?: string;
  readonly options: readonly Option[];
  readonly required?: boolean;
  readonly onChange?: (value: string) => void;
};

const grouped = (options: readonly Option[]): [string | undefined, Option[]][] => {
  const groups = new Map<string | undefined, Option[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
};

const optionsOf = (options: readonly Option[]) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export function SelectField({ label, hint, error, options, onChange, value, ...select }: SelectProps) {
  const [entered, enter] = useEntered(value);
  const common = { label, ...(hint !== undefined && { hint }), error };
  return (
    <Labelled {...common}>
      {(props) => (
        <select
          {...props}
          {...select}
          {...valued(entered)}
          onChange={(event) => {
            enter(event.currentTarget.value);
            onChange?.(event.currentTarget.value);
          }}
        >
          {grouped(options).map(([group, members]) =>
            group === undefined ? (
              optionsOf(members)
            ) : (
              <optgroup key={group} label={group}>
                {optionsOf(members)}
              </optgroup>
            ),
          )}
        </select>
      )}
    </Labelled>
  );
}

/** Check boxes; the chosen values are in the order of the options. */
export function Checks<Value extends string>({
  legend,
  options,
  values,
  onChange,
  error,
}: {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly values: readonly Value[];
  readonly onChange: (values: readonly Value[]) => void;
  readonly error?: string | undefined;
}) {
  const errorId = useId();
  const toggle = (toggled: Value) =>
    onChange(
      options.map(({ value }) => value).filter((value) => (value === toggled) !== values.includes(value)),
    );
  return (
    <fieldset class="checks" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{legend}</legend>
      <div>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input type="checkbox" checked={values.includes(value)} onChange={() => toggle(value)} />
            {label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p class="error" id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RadiosProps {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly required?: boolean;
  /** The option that is checked at first. */
  readonly checked?: string | undefined;
  readonly error?: string | undefined;
}

export function Radios({ legend, name, options, required = false, checked, error }: RadiosProps) {
  return (
    <fieldset class="radios">
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            required={required}
            defaultChecked={value === checked}
          />
          {label}
        </label>
      ))}
      {error !== undefined && <p class="error">{error}</p>}
    </fieldset>
  );
}
