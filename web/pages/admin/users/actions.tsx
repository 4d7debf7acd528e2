import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { download } from '../../../api/download.ts';
import type { User } from '../../../api/records.ts';
import { type Answered, api } from '../../../api/rest.ts';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { SelectField } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { user as self } from '../../../state/session.ts';
import { users } from '../../../text/en/admin/users.ts';
import { common } from '../../../text/en/common.ts';
import { ChangeEmail } from './change-email.tsx';
import { EditPerson } from './edit-person.tsx';

const { person: text } = users;
type Action = 'edit' | 'email' | 'role' | 'deactivate' | 'reset' | 'delete';

export function Actions({
  user,
  name,
  onChanged,
}: {
  readonly user: User;
  readonly name: string;
  readonly onChanged: (notice: string) => Promise<void>;
}) {
  const [asking, setAsking] = useState<Action>();
  const [password, setPassword] = useState<string>();
  const [error, setError] = useState<string>();
  const [exporting, setExporting] = useState<string>();
  const { route } = useLocation();
  const path = { id: user.id };
  const setStatus = (status: User['status']) => api.put('/admin/users/{id}', { path, body: { status } });
  const close = () => setAsking(undefined);
  const activate = async () => {
    const reply = await setStatus('active');
    setError(reply.ok ? undefined : reply.error);
    if (reply.ok) await onChanged(text.activated);
  };
  const exportData = async () => {
    setExporting(text.exporting);
    const reply = await download('/patients/{id}/export', { path });
    setError(reply.ok ? undefined : reply.error);
    setExporting(reply.ok ? text.exported : undefined);
  };
  const reset = async (): Promise<Answered<unknown>> => {
    const reply = await api.post('/admin/users/{id}/password-reset', { path });
    if (reply.ok) setPassword(reply.data.temporaryPassword);
    return reply;
  };
  // Admins can't lock themselves out here; they change their own password in the settings.
  if (user.id === self.value?.id) return <p class="empty">{text.you}</p>;
  return (
    <>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {exporting !== undefined && <Notice>{exporting}</Notice>}
      <div class="actions">
        <Button onPress={() => setAsking('edit')}>{users.edit.open}</Button>
        {user.role === 'PATIENT' && <Button onPress={exportData}>{text.export}</Button>}
        <Button onPress={() => setAsking('email')}>{text.changeEmail}</Button>
        <Button onPress={() => setAsking('reset')}>{text.reset}</Button>
        <Button onPress={() => setAsking('role')}>{text.changeRole}</Button>
        {user.status === 'active' ? (
          <Button onPress={() => setAsking('deactivate')}>{text.deactivate}</Button>
        ) : (
          <Button onPress={activate}>{text.activate}</Button>
        )}
        <Button kind="final" onPress={() => setAsking('delete')}>
          {text.delete}
        </Button>
      </div>
      {asking === 'edit' && <EditPerson user={user} name={name} onChanged={onChanged} onClose={close} />}
      {asking === 'email' && <ChangeEmail user={user} name={name} onChanged={onChanged} onClose={close} />}
      {asking === 'role' && (
        <ConfirmDialog
          title={text.roleTitle(name)}
          confirm={text.changeRole}
          act={({ role }) =>
            api.post('/admin/users/{id}/role', { path, body: { role: role as User['role'] } })
          }
          onDone={() => onChanged(text.roleChanged)}
          onClose={close}
        >
          <SelectField
            label={text.role}
            name="role"
            options={Object.entries(common.role)
              .filter(([value]) => value !== user.role)
              .map(([value, label]) => ({ value, label }))}
          />
          <p>{text.roleHint}</p>
        </ConfirmDialog>
      )}
      {asking === 'deactivate' && (
        <ConfirmDialog
          title={text.deactivateTitle(name)}
          confirm={text.deactivate}
          act={() => setStatus('inactive')}
          onDone={() => onChanged(text.deactivated)}
          onClose={close}
        >
          <p>{text.deactivateHint}</p>
        </ConfirmDialog>
      )}
      {asking === 'reset' && (
        <ConfirmDialog title={text.resetTitle(name)} confirm={text.reset} act={reset} onClose={close}>
          <p>{text.resetHint}</p>
        </ConfirmDialog>
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={text.deleteTitle(name)}
          confirm={text.deleteNow}
          isFinal
          act={() => api.delete('/admin/users/{id}', { path })}
          onDone={() => route('/admin/users', true)}
          onClose={close}
        >
          <p>{text.deleteHint}</p>
        </ConfirmDialog>
      )}
      {password !== undefined && (
        <SecretDialog
          title={text.temporary(name)}
          secret={password}
          hint={text.temporaryHint(name)}
          done={text.temporaryDone}
          onClose={() => setPassword(undefined)}
        />
      )}
    </>
  );
}
