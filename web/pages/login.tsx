import { useState } from 'preact/hooks';
import { Brand } from '../components/brand.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Later } from '../components/later.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { supportsPasskeys } from '../state/passkeys.ts';
import { logIn, logInWithPasskey, session } from '../state/session.ts';
import { login } from '../text/en/login.ts';
import type { Link } from './login/reset.tsx';

type Doing = 'log in' | 'forgotten' | Link;

/** The fragment of a mailed link, `/login#token=…` or `/login#invitation=…`. Browsers send no fragment, so no log holds it. */
function atFirst(): Doing {
  const [, name, token] = /^#(token|invitation)=(.+)$/.exec(location.hash) ?? [];
  return token === undefined ? 'log in' : { token, kind: name === 'token' ? 'reset' : 'invitation' };
}

const loadForgotten = () => import('./login/forgotten.tsx');
const loadReset = () => import('./login/reset.tsx');

export function Login() {
  const [doing, setDoing] = useState<Doing>(atFirst);
  const [done, setDone] = useState<string>();
  const logInAgain = () => {
    // The token works once and must not stay in the browser's history.
    history.replaceState(null, '', '/login');
    setDoing('log in');
  };
  if (doing === 'forgotten') return <Later load={loadForgotten} onBack={logInAgain} />;
  if (doing !== 'log in')
    return (
      <Later
        load={loadReset}
        link={doing}
        onBack={logInAgain}
        onDone={(said: string) => {
          setDone(said);
          logInAgain();
        }}
      />
    );
  return <LogIn done={done} onForgotten={() => setDoing('forgotten')} />;
}

function LogIn({
  done,
  onForgotten,
}: {
  readonly done: string | undefined;
  readonly onForgotten: () => void;
}) {
  const [needsCode, setNeedsCode] = useState(false);
  const why = session.value.state === 'out' ? session.value.why : 'never';
  const submit = async ({ email = '', password = '', totp = '' }: Readonly<Record<string, string>>) => {
    const reply = await logIn({ email, password, ...(totp !== '' && { totp }) });
    // Not an error the first time: the account has a second factor, and the form asks for it now.
    if (!reply.ok && reply.details.totp !== undefined && !needsCode) {
      setNeedsCode(true);
      return undefined;
    }
    return reply;
  };
  return (
    <main class="login">
      <Brand />
      <Page title={login.title}>
        {done !== undefined && <Notice kind="good">{done}</Notice>}
        {why === 'ended' && <Notice>{login.ended}</Notice>}
        {why === 'logged out' && <Notice kind="good">{login.loggedOut}</Notice>}
        <Form onSubmit={submit}>
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
              required
            />
          )}
          <Button type="submit" kind="urgent">
            {login.submit}
          </Button>
        </Form>
        {supportsPasskeys && <PasskeyLogin />}
        <Button kind="quiet" onPress={onForgotten}>
          {login.forgotten}
        </Button>
      </Page>
    </main>
  );
}

/** Its name is not "Log in with …": people and tests find the button "Log in" by its words. */
function PasskeyLogin() {
  const [failure, setFailure] = useState<string>();
  const press = async () => {
    setFailure(undefined);
    const reply = await logInWithPasskey();
    if (reply === undefined) setFailure(login.passkey.failed);
    else if (!reply.ok) setFailure(reply.error);
  };
  return (
    <>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      <div class="actions">
        <Button onPress={press}>{login.passkey.button}</Button>
      </div>
    </>
  );
}
