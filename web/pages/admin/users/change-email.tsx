import { realAddress } from '../../../api/address.ts';
import type { User } from '../../../api/records.ts';
import { api } from '../../../api/rest.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { users } from '../../../text/en/admin/users.ts';

const { person: text } = users;

export function ChangeEmail({
  user,
  name,
  onChanged,
  onClose,
}: {
  readonly user: User;
  readonly name: string;
  readonly onChanged: (notice: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const change = async ({ email = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.put('/admin/users/{id}', {
      path: { id: user.id },
      body: { email: email.trim() },
    });
    if (reply.ok)
      await onChanged(reply.data.pendingEmail === undefined ? text.emailChanged : text.emailAsked);
    return reply;
  };
  return (
    <ConfirmDialog title={text.emailTitle(name)} confirm={text.changeEmail} act={change} onClose={onClose}>
      <Field
        label={text.newEmail}
        name="email"
        type="email"
        autocomplete="off"
        value={user.pendingEmail ?? realAddress(user.email) ?? ''}
        required
      />
      <p>{text.emailHint}</p>
    </ConfirmDialog>
  );
}
