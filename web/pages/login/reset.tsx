import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { passwords } from '../../text/en/passwords.ts';

/** Opened by a mailed link: sets a new password, or the first one of an invited user. */
export interface Link {
  readonly token: string;
  readonly kind: 'reset' | 'invitation';
}

export default function Reset({
  link: { token, kind },
  onDone,
  onBack,
}: {
  readonly link: Link;
  readonly onDone: (said: string) => void;
  readonly onBack: () => void;
}) {
  const text = passwords[kind];
  const submit = async ({ newPassword = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.post('/auth/reset', { body: { token, newPassword } });
    if (reply.ok) onDone(text.done);
    return reply.ok || reply.details.token === undefined ? reply : { ...reply, error: text.voidLink };
  };
  return (
    <main class="login">
      <Page title={text.title}>
        <Form onSubmit={submit}>
          <Field
            label={text.password}
            hint={passwords.reset.hint}
            name="newPassword"
            type="password"
            autocomplete="new-password"
            required
          />
          <Button type="submit" kind="urgent">
            {text.submit}
          </Button>
        </Form>
        <Button kind="quiet" onPress={onBack}>
          {passwords.forgotten.back}
        </Button>
      </Page>
    </main>
  );
}
