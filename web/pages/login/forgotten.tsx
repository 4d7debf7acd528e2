import { useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { login } from '../../text/en/login.ts';
import { passwords } from '../../text/en/passwords.ts';

const text = passwords.forgotten;
const NOT_CONFIGURED = 409;

export default function Forgotten({ onBack }: { readonly onBack: () => void }) {
  const [isSent, setIsSent] = useState(false);
  const submit = async ({ email = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.post('/auth/forgot', { body: { email } });
    setIsSent(reply.ok);
    return reply.ok || reply.status !== NOT_CONFIGURED ? reply : { ...reply, error: text.noMail };
  };
  return (
    <main class="login">
      <Page title={text.title}>
        {isSent ? <Notice kind="good">{text.sent}</Notice> : <p>{text.about}</p>}
        <Form onSubmit={submit}>
          <Field label={login.email} name="email" type="email" autocomplete="username" required />
          <Button type="submit" kind="urgent">
            {text.submit}
          </Button>
        </Form>
        <Button kind="quiet" onPress={onBack}>
          {text.back}
        </Button>
      </Page>
    </main>
  );
}
