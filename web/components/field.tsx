import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useRef } from 'preact/hooks';
import type { Failed } from '../api/rest.ts';

/** The API's `details` by field name: the errors of the form that the fields are in. */
export const FieldErrors = createContext<Failed['details']>({});

interface Common {
  readonly label: string;
  readonly hint?: string;
  /** The error message; without it, that of FieldErrors with the field's name. */
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
  name,
  children,
  ...given
}: Common & { readonly name: string; children: (props: ControlProps) => ComponentChildren }) {
  const id = useId();
  const error = useError(name, given.error);
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

/** The error of a field: the one that is given, or the one of its form with its name. */
function useError(name: string | undefined, given: string | undefined): string | undefined {
  const errors = useContext(FieldErrors);
  return given ?? (name === undefined ? undefined : errors[name]);
}

/**
 * The value of a control: what the user entered, until the caller gives another value. Preact restores `value` at every
 * render, so a form would lose what was entered as soon as the service refuses it.
 */
function useEntered(value: string | undefined): [() => string | undefined, (entered: string) => void] {
  const kept = useRef({ given: value, entered: value });
  if (kept.current.given !== value) kept.current = { given: value, entered: value };
  const enter = (entered: string): void => {
    // Without a value, Preact leaves the control alone.
    if (value !== undefined) kept.current = { given: value, entered };
  };
  // Read at every render of the control: FieldErrors renders it without its field.
  return [() => kept.current.entered, enter];
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
  readonly readOnly?: boolean;
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

export function Field({ label, hint, name, error, onInput, type = 'text', value, ...input }: InputProps) {
  const [entered, enter] = useEntered(value);
  const common = { label, ...(hint !== undefined && { hint }), name, error };
  return (
    <Labelled {...common}>
      {(props) => (
        <input
          {...props}
          {...input}
          name={name}
          {...valued(entered())}
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

export function TextField({ label, hint, name, error, onInput, value, ...area }: TextProps) {
  const [entered, enter] = useEntered(value);
  const common = { label, ...(hint !== undefined && { hint }), name, error };
  return (
    <Labelled {...common}>
      {(props) => (
        <textarea
          {...props}
          {...area}
          name={name}
          {...valued(entered())}
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
  readonly disabled?: boolean;
}

type SelectProps = Common & {
  readonly name: string;
  readonly value?: string;
  readonly options: readonly Option[];
  readonly required?: boolean;
  readonly onChange?: (value: string) => void;
};

/** Options for things with a name; `none` is the text of the empty choice. */
export const namedOptions = (
  things: readonly { readonly id: string; readonly name: string }[],
  none?: string,
): readonly Option[] => [
  ...(none === undefined ? [] : [{ value: '', label: none }]),
  ...things.map(({ id, name }) => ({ value: id, label: name })),
];

const grouped = (options: readonly Option[]): [string | undefined, Option[]][] => {
  const groups = new Map<string | undefined, Option[]>();
  for (const option of options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
  return [...groups];
};

const optionsOf = (options: readonly Option[]) =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ));

export function SelectField({ label, hint, name, error, options, onChange, value, ...select }: SelectProps) {
  const [entered, enter] = useEntered(value);
  const common = { label, ...(hint !== undefined && { hint }), name, error };
  return (
    <Labelled {...common}>
      {(props) => (
        <select
          {...props}
          {...select}
          name={name}
          {...valued(entered())}
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
  name,
  ...given
}: {
  readonly legend: string;
  /** Of its error. */
  readonly name?: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly values: readonly Value[];
  readonly onChange: (values: readonly Value[]) => void;
  readonly error?: string | undefined;
}) {
  const errorId = useId();
  const error = useError(name, given.error);
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
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint?: string }[];
  readonly required?: boolean;
  /** The option that is checked at first. */
  readonly checked?: string | undefined;
  readonly error?: string | undefined;
  readonly onChange?: (value: string) => void;
}

export function Radios({
  legend,
  name,
  options,
  required = false,
  checked,
  onChange,
  ...given
}: RadiosProps) {
  const error = useError(name, given.error);
  return (
    <fieldset class="radios">
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            required={required}
            defaultChecked={value === checked}
            onChange={() => onChange?.(value)}
          />
          <span>
            {label}
            {hint !== undefined && <span class="hint"> {hint}</span>}
          </span>
        </label>
      ))}
      {error !== undefined && <p class="error">{error}</p>}
    </fieldset>
  );
}
