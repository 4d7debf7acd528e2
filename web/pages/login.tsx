import { useState } from 'preact/hooks';
import { Brand } from '../parts/brand.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { logIn, session } from '../state/session.ts';
import { login } from '../text/en/login.ts';

export function Login() {
  const [needsCode, setNeedsCode] = useState(false);
  const why = session.value.state === 'out' ? session.value.why : 'never';
  const submit = async ({ email = '', password = '', totp = '' }: Readonly<Record<string, string>>) => {
    const answer = await logIn({ email, password, ...(totp !== '' && { totp }) });
    // The first time it is no mistake: whoever has a second factor is asked for it now.
    if (!answer.ok && answer.details.totp !== undefined && !needsCode) {
      setNeedsCode(true);
      return undefined;
    }
    return answer;
  };
  return (
    <main class="login">
      <Brand />
      <Page title={login.title}>
        {why === 'ended' && <Notice>{login.ended}</Notice>}
        {why === 'logged out' && <Notice kind="good">{login.loggedOut}</Notice>}
        <Form onSubmit={submit}>
          {({ errors }) => (
            <>
              <Field label={login.email} name="email" type="email" autocomplete="username" required />
              <Field
                label={login.password}
                name="password"
                type="password"
                autocomplete="current-password"
                required
              />
              {needsCode && (
                <Field
                  label={login.totp}
                  hint={login.totpHint}
                  name="totp"
                  autocomplete="one-time-code"
                  error={errors.totp}
                  required
                />
              )}
              <Button type="submit" kind="urgent">
                {login.submit}
              </Button>
            </>
          )}
        </Form>
      </Page>
    </main>
  );
}
