import type { ComponentChildren } from 'preact';
import type { Answered } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

/** Asks before an action. Closes after success; shows the error after a failure. */
export function ConfirmDialog({
  title,
  confirm,
  act,
  onDone,
  onClose,
  children,
}: {
  readonly title: string;
  /** The text of the confirm button. */
  readonly confirm: string;
  readonly act: (values: Readonly<Record<string, string>>) => Promise<Answered<unknown>>;
  readonly onDone?: () => unknown;
  readonly onClose: () => void;
  /** The consequences, and fields if the action needs input. */
  readonly children: ComponentChildren | FormProps['children'];
}) {
  const submit = async (values: Readonly<Record<string, string>>) => {
    const answer = await act(values);
    if (answer.ok) {
      onClose();
      await onDone?.();
    }
    return answer;
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit}>
        {(form) => (
          <>
            {typeof children === 'function' ? children(form) : children}
            <div class="actions">
              <Button type="submit" kind="urgent">
                {confirm}
              </Button>
              <Button onPress={onClose}>{common.cancel}</Button>
            </div>
          </>
        )}
      </Form>
    </Dialog>
  );
}
