import { useState } from 'preact/hooks';
import { api, filledIn } from '../../api/rest.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { user } from '../../state/session.ts';
import { settings } from '../../text/en/settings.ts';

const text = settings.password;

export function Password() {
  /** A new form for each change, so that no password stays in it. */
  const [changes, setChanges] = useState(0);
  const submit = async (values: Readonly<Record<string, string>>) => {
    const answer = await api.post('/profile/password', { body: filledIn<'PasswordChange'>(values) });
    if (answer.ok) setChanges(changes + 1);
    return answer;
  };
  return (
    <Card title={text.title}>
      {changes > 0 ? <Notice kind="good">{text.changed}</Notice> : <p>{text.suggestion}</p>}
      <Form key={changes} onSubmit={submit}>
        {({ errors }) => (
          <>
            {/* So that a password manager knows whose it is. */}
            <input type="email" autocomplete="username" value={user.value?.email} hidden readOnly />
            <Field
              label={text.current}
              name="currentPassword"
              type="password"
              autocomplete="current-password"
              error={errors.currentPassword}
              required
            />
            <Field
              label={text.new}
              hint={text.newHint}
              name="newPassword"
              type="password"
              autocomplete="new-password"
              error={errors.newPassword}
              required
            />
            <Field
              label={text.again}
              name="confirmPassword"
              type="password"
              autocomplete="new-password"
              error={errors.confirmPassword}
              required
            />
            <Button type="submit">{text.change}</Button>
          </>
        )}
      </Form>
    </Card>
  );
}
