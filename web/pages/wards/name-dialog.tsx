import type { Answered } from '../../api/rest.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Field } from '../../components/field.tsx';
import { wards as text } from '../../text/en/wards.ts';

/** Asks for the name of a new or an existing ward. */
export function NameDialog({
  title,
  confirm,
  name = '',
  save,
  onDone,
  onClose,
}: {
  readonly title: string;
  readonly confirm: string;
  readonly name?: string;
  readonly save: (name: string) => Promise<Answered<unknown>>;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      act={(values) => save((values.name ?? '').trim())}
      onDone={onDone}
      onClose={onClose}
    >
      <Field label={text.form.name} name="name" value={name} required maxLength={80} autocomplete="off" />
    </ConfirmDialog>
  );
}
