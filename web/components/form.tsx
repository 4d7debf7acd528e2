import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Answered, Failed } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { FieldErrors } from './field.tsx';
import { Notice } from './notice.tsx';
import { useUnsaved } from './unsaved-guard.tsx';

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
  /** Whether something is not saved, for a form that knows it better than by what was typed into it. */
  readonly isDirty?: boolean;
}

/** Long texts, and all texts of a dialog: they cannot be typed again in a moment. */
const TEXTS = 'textarea, dialog input[type=text]';

/** Whether texts were typed into a form and not saved. */
function useTyped() {
  const [isTyped, setTyped] = useState(false);
  const touched = useRef(new Set<HTMLInputElement>());
  return {
    isTyped,
    typed({ target }: Event): void {
      if (!(target instanceof Element) || !target.matches(TEXTS)) return;
      touched.current.add(target as HTMLInputElement);
      setTyped([...touched.current].some(({ value }) => value.trim() !== ''));
    },
    saved(): void {
      touched.current.clear();
      setTyped(false);
    },
  };
}

export function Form({
  onSubmit,
  children,
  label,
  submit: submitText,
  isFinal = false,
  onCancel,
  isDirty,
}: FormProps) {
  const { isTyped, typed, saved } = useTyped();
  useUnsaved(isDirty ?? isTyped);
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
    if (reply?.ok) saved();
    setBusy(false);
  };
  const errors = failure?.details ?? {};
  return (
    <form onSubmit={submit} onInput={typed} aria-label={label} noValidate={false}>
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
