import { signal } from '@preact/signals';
import type { CreatedCaregiver } from '../../../api/records.ts';
import { type Answered, api, filledIn } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Field } from '../../../components/field.tsx';
import { Form } from '../../../components/form.tsx';
import { users } from '../../../text/en/admin/users.ts';

const { create } = users;
/** True until the service reports that it can't send mail. */
const sendsMail = signal(true);

export function AddCaregiver({
  onAdded,
  onClose,
}: {
  readonly onAdded: (caregiver: CreatedCaregiver) => void;
  readonly onClose: () => void;
}) {
  const submit = async (values: Readonly<Record<string, string>>): Promise<Answered<unknown>> => {
    const given = Object.entries(values).map(([name, value]) => [name, value.trim()]);
    const body = Object.fromEntries(given.filter(([, value]) => value !== ''));
    const invite = 'invite' in body;
    const add = (invited: boolean) =>
      api.post('/caregivers', { body: filledIn<'NewCaregiver'>({ ...body, invite: invited }) });
    const answer = await add(invite);
    const isWithoutMail = !answer.ok && invite && answer.code === 'NOT_CONFIGURED';
    if (isWithoutMail) sendsMail.value = false;
    const made = isWithoutMail ? await add(false) : answer;
    if (made.ok) onAdded(made.data);
    return made;
  };
  return (
    <Dialog title={create.title} onClose={onClose}>
      <Form onSubmit={submit} submit={create.add} onCancel={onClose}>
        <Field label={create.firstName} name="firstName" required />
        <Field label={create.lastName} name="lastName" required />
        <Field label={create.email} name="email" type="email" autocomplete="off" required />
        <Field label={create.phone} name="phone" type="tel" autocomplete="off" />
        <Field label={create.specialization} name="specialization" />
        {sendsMail.value && (
          <div class="radios">
            <label>
              <input type="checkbox" name="invite" defaultChecked />
              {create.invite}
            </label>
            <p class="hint">{create.inviteHint}</p>
          </div>
        )}
      </Form>
    </Dialog>
  );
}
