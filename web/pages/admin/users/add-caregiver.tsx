import type { CreatedCaregiver } from '../../../api/records.ts';
import { type Answered, api, filledIn } from '../../../api/rest.ts';
import { isOffered, useChannelKinds } from '../../../components/channel-kinds.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { Form } from '../../../components/form.tsx';
import { Loading } from '../../../components/loading.tsx';
import { users } from '../../../text/en/admin/users.ts';

const { create } = users;

export function AddCaregiver({
  onAdded,
  onClose,
}: {
  readonly onAdded: (caregiver: CreatedCaregiver) => void;
  readonly onClose: () => void;
}) {
  const { data: kinds, failure, reload } = useChannelKinds();
  const submit = async (values: Readonly<Record<string, string>>): Promise<Answered<unknown>> => {
    const given = Object.entries(values).map(([name, value]) => [name, value.trim()]);
    const body = Object.fromEntries(given.filter(([, value]) => value !== ''));
    const invite = 'invite' in body;
    const reply = await api.post('/caregivers', { body: filledIn<'NewCaregiver'>({ ...body, invite }) });
    if (reply.ok) onAdded(reply.data);
    return reply;
  };
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
