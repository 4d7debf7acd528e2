import { useState } from 'preact/hooks';
import type { CreatedCaregiver } from '../../../api/records.ts';
import { type Answered, api, filledIn } from '../../../api/rest.ts';
import { Button } from '../../../components/button.tsx';
import { isOffered, useChannelKinds } from '../../../components/channel-kinds.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Checks, Field } from '../../../components/field.tsx';
import { Form } from '../../../components/form.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { useWards } from '../../../components/wards.ts';
import { users } from '../../../text/en/admin/users.ts';
import { common } from '../../../text/en/common.ts';

const { create, createResident, person } = users;

/** Adds the account, then its memberships, and shows what did not work and the password, if there is one. */
export function AddCaregiver({
  onAdded,
  onClose,
}: {
  /** Gets a sentence for the page to show. */
  readonly onAdded: (notice: string) => unknown;
  readonly onClose: () => void;
}) {
  const { data: kinds, failure, reload } = useChannelKinds();
  const { data: wards = [] } = useWards();
  const [chosen, choose] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<CreatedCaregiver>();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const join = async (caregiverId: string): Promise<readonly string[]> => {
    const without: string[] = [];
    for (const { id, name } of wards.filter((ward) => chosen.includes(ward.id))) {
      const path = { id, caregiverId };
      const reply = await api.put('/wards/{id}/caregivers/{caregiverId}', { path, body: {} });
      if (!reply.ok) without.push(name);
    }
    return without;
  };
  const submit = async (values: Readonly<Record<string, string>>): Promise<Answered<unknown>> => {
    const given = Object.entries(values).map(([name, value]) => [name, value.trim()]);
    const body = Object.fromEntries(given.filter(([, value]) => value !== ''));
    const invite = 'invite' in body;
    const reply = await api.post('/caregivers', { body: filledIn<'NewCaregiver'>({ ...body, invite }) });
    if (!reply.ok) return reply;
    const without = await join(reply.data.id);
    const { email, temporaryPassword } = reply.data;
    const isInvited = temporaryPassword === undefined;
    onAdded(isInvited ? create.invited(nameOf(reply.data), email) : createResident.added(nameOf(reply.data)));
    setFailed(without);
    if (isInvited && without.length === 0) onClose();
    else setAdded(reply.data);
    return reply;
  };
  if (added !== undefined && failed.length > 0)
    return (
      <Dialog title={create.title} onClose={onClose}>
        <Notice kind="error">{create.notInWards(nameOf(added), failed.join(', '))}</Notice>
        <div class="actions">
          <Button
            kind="urgent"
            onPress={() => (added.temporaryPassword === undefined ? onClose() : setFailed([]))}
          >
            {common.close}
          </Button>
        </div>
      </Dialog>
    );
  if (added?.temporaryPassword !== undefined)
    return (
      <SecretDialog
        title={create.passwordTitle(nameOf(added))}
        secret={added.temporaryPassword}
        hint={person.temporaryHint(nameOf(added))}
        done={person.temporaryDone}
        onClose={onClose}
      />
    );
  if (kinds === undefined)
    return (
      <Dialog title={create.title} onClose={onClose}>
        <Loading failure={failure} retry={reload} />
      </Dialog>
    );
  const sendsMail = isOffered(kinds, 'email');
  return (
    <Dialog title={create.title} onClose={onClose}>
      <Form onSubmit={submit} submit={create.add} onCancel={onClose}>
        <Field label={create.firstName} name="firstName" required />
        <Field label={create.lastName} name="lastName" required />
        <Field label={create.email} name="email" type="email" autocomplete="off" required />
        <Field label={create.phone} name="phone" type="tel" autocomplete="off" />
        <Field label={create.specialization} name="specialization" />
        {wards.length > 0 && (
          <Checks
            legend={create.wards}
            options={wards.map(({ id, name }) => ({ value: id, label: name }))}
            values={chosen}
            onChange={choose}
          />
        )}
        <div class="radios">
          <label>
            <input
              type="checkbox"
              name="invite"
              defaultChecked={sendsMail}
              disabled={!sendsMail}
              aria-describedby="invite-hint"
            />
            {create.invite}
          </label>
          <p class="hint" id="invite-hint">
            {sendsMail ? create.inviteHint : create.noMail}
          </p>
        </div>
      </Form>
    </Dialog>
  );
}

const nameOf = ({ firstName, lastName }: CreatedCaregiver): string => `${firstName} ${lastName}`;
