import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Answered, Failed } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { FieldErrors } from './field.tsx';
import { Notice } from './notice.tsx';

export interface FormProps {
  /** Gets the values by field name. The form shows a failure, and each of its details at the field with that name. */
  readonly onSubmit: (values: Readonly<Record<string, string>>) => Promise<Answered<unknown> | undefined>;
  readonly children:
    | ComponentChildren
    | ((form: { readonly busy: boolean; readonly errors: Failed['details'] }) => ComponentChildren);
  readonly label?: string;
  /** Text of the submit button; without it, the children have buttons of their own. */
  readonly submit?: string;
  /** What it does cannot be undone. */
  readonly isFinal?: boolean;
  readonly onCancel?: () => void;
}

export function Form({
  onSubmit,
  children,
  label,
  submit: submitText,
  isFinal = false,
  onCancel,
}: FormProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failed>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const values = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
    setBusy(true);
    const reply = await onSubmit(values);
    setFailure(reply === undefined || reply.ok ? undefined : reply);
    setBusy(false);
  };
  const errors = failure?.details ?? {};
  return (
    <form onSubmit={submit} aria-label={label} noValidate={false}>
      {failure !== undefined && <Notice kind="error">{failure.error}</Notice>}
      <FieldErrors.Provider value={errors}>
        {typeof children === 'function' ? children({ busy, errors }) : children}
      </FieldErrors.Provider>
      {submitText !== undefined && (
        <div class="actions">
          <Button type="submit" kind={isFinal ? 'final' : 'urgent'}>
            {submitText}
          </Button>
          {onCancel !== undefined && <Button onPress={onCancel}>{common.cancel}</Button>}
        </div>
      )}
    </form>
  );
}
