import { useState } from 'preact/hooks';
import type { Answered } from '../api/rest.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

interface ConfirmProps {
  readonly title: string;
  /** The text of the confirm button. */
  readonly confirm: string;
  readonly act: (values: Readonly<Record<string, string>>) => Promise<Answered<unknown>>;
  /** What it does cannot be undone. */
  readonly isFinal?: boolean;
  readonly onDone?: () => unknown;
  readonly onClose: () => void;
  /** The consequences, and fields if the action needs input. */
  readonly children: FormProps['children'];
}

/** Asks before an action. Closes after success; shows the error after a failure. */
export function ConfirmDialog({
  title,
  confirm,
  act,
  isFinal = false,
  onDone,
  onClose,
  children,
}: ConfirmProps) {
  const submit = async (values: Readonly<Record<string, string>>) => {
    const reply = await act(values);
    if (reply.ok) {
      onClose();
      await onDone?.();
    }
    return reply;
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit} submit={confirm} isFinal={isFinal} onCancel={onClose}>
        {children}
      </Form>
    </Dialog>
  );
}

/** A button whose action is asked about first. `button` is its text, that of the confirm button by default. */
export function ConfirmButton({
  button,
  kind = 'normal',
  describedBy,
  ...dialog
}: Omit<ConfirmProps, 'onClose'> & Pick<ButtonProps, 'kind' | 'describedBy'> & { readonly button?: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind={kind} {...(describedBy && { describedBy })} onPress={() => setAsking(true)}>
        {button ?? dialog.confirm}
      </Button>
      {isAsking && <ConfirmDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  );
}
