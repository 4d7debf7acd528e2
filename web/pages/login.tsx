import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Brand } from '../components/brand.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Later } from '../components/later.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { logIn, session } from '../state/session.ts';
import {
  forgetArrival,
  goToProvider,
  loadSignOn,
  ownPath,
  sentenceFor,
  signOn,
  wantedPath,
} from '../state/sign-on.ts';
import { login } from '../text/en/login.ts';
import { PasskeyLogin } from './login/passkey-login.tsx';
import type { Link } from './login/reset.tsx';

type Doing = 'log in' | 'forgotten' | Link;

/** The fragment of a mailed link, `/login#token=…` or `/login#invitation=…`. Browsers send no fragment, so no log holds it. */
function atFirst(): Doing {
  const [, name, token] = /^#(token|invitation)=(.+)$/.exec(location.hash) ?? [];
  return token === undefined ? 'log in' : { token, kind: name === 'token' ? 'reset' : 'invitation' };
}

const loadForgotten = () => import('./login/forgotten.tsx');
const loadReset = () => import('./login/reset.tsx');
const loadLink = () => import('./login/link.tsx');

export function Login() {
  const [doing, setDoing] = useState<Doing>(atFirst);
  const [done, setDone] = useState<string>();
  const { query, route } = useLocation();
  useEffect(() => void loadSignOn(), []);
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
  const forget = () => setDoing('forgotten');
  if (query.link === 'password' || query.link === 'code')
    return (
      <Later
        load={loadLink}
        needs={query.link}
        onForgotten={() => {
          forget();
          route('/login', true);
        }}
      />
    );
  return <LogIn done={done} onForgotten={forget} />;
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
  const { query } = useLocation();
  const refusal = useSentence(query.error);
  const known = signOn.value;
  const wanted = ownPath(query.next) ?? wantedPath() ?? '/';
  const own = (
    <>
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
          <Field label={login.totp} hint={login.totpHint} name="totp" autocomplete="one-time-code" required />
        )}
        <Button type="submit" kind={known?.passwordLogin === false ? 'normal' : 'urgent'}>
          {login.submit}
        </Button>
      </Form>
      <PasskeyLogin />
      <Button kind="quiet" onPress={onForgotten}>
        {login.forgotten}
      </Button>
    </>
  );
  const atProvider = known?.enabled && known.name !== null && (
    <div class="actions">
      <Button kind={known.passwordLogin ? 'normal' : 'urgent'} onPress={() => goToProvider('login', wanted)}>
        {login.signOn.button(known.name)}
      </Button>
    </div>
  );
  return (
    <main class="login">
      <Brand />
      <Page title={login.title}>
        {done !== undefined && <Notice kind="good">{done}</Notice>}
        {refusal !== undefined && <Notice kind="error">{refusal}</Notice>}
        {why === 'ended' && refusal === undefined && <Notice>{login.ended}</Notice>}
        {why === 'logged out' && <Notice kind="good">{login.loggedOut}</Notice>}
        {known === undefined ? null : known.passwordLogin ? (
          <>
            {own}
            {atProvider}
          </>
        ) : (
          <>
            {atProvider}
            <details class="other-logins">
              <summary>{login.signOn.others}</summary>
              {own}
            </details>
          </>
        )}
      </Page>
    </main>
  );
}

/** What the service has answered to a login at the provider. */
function useSentence(code: string | undefined): string | undefined {
  const [sentence, setSentence] = useState<string>();
  useEffect(() => {
    forgetArrival();
    if (code === undefined) setSentence(undefined);
    else void sentenceFor(code).then(setSentence);
  }, [code]);
  return sentence;
}
