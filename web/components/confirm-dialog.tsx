import type { Answered } from '../api/rest.ts';
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
  readonly children: FormProps['children'];
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
      <Form onSubmit={submit} submit={confirm} onCancel={onClose}>
        {children}
      </Form>
    </Dialog>
  );
}
