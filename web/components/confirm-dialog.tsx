import type { ComponentChildren } from 'preact';
import type { Answered } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

/** Asks before something is done; closes when it was done, and says why when it was not. */
export function ConfirmDialog({
  title,
  confirm,
  act,
  onDone,
  onClose,
  children,
}: {
  readonly title: string;
  /** What the button says that does it. */
  readonly confirm: string;
  readonly act: (values: Readonly<Record<string, string>>) => Promise<Answered<unknown>>;
  readonly onDone?: () => unknown;
  readonly onClose: () => void;
  /** What it means; fields, where something is asked for. */
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
