import { api, filledIn } from '../api/rest.ts';
import { user } from '../state/session.ts';
import { settings } from '../text/en/settings.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';

const text = settings.password;

/** Changes the password; needs the current one. */
export function PasswordForm({
  current = text.current,
  onChanged,
}: {
  readonly current?: string;
  readonly onChanged: () => unknown;
}) {
  const submit = async (values: Readonly<Record<string, string>>) => {
    const reply = await api.put('/profile/password', { body: filledIn<'PasswordChange'>(values) });
    if (reply.ok) await onChanged();
    return reply;
  };
  return (
    <Form onSubmit={submit}>
      {/* Tells password managers which account this is. */}
      <input type="email" autocomplete="username" value={user.value?.email} hidden readOnly />
      <Field
        label={current}
        name="currentPassword"
        type="password"
        autocomplete="current-password"
        required
      />
      <Field
        label={text.new}
        hint={text.newHint}
        name="newPassword"
        type="password"
        autocomplete="new-password"
        required
      />
      <Field label={text.again} name="confirmPassword" type="password" autocomplete="new-password" required />
      <Button type="submit">{text.change}</Button>
    </Form>
  );
}
