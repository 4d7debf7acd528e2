import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Answered } from '../../api/rest.ts';
import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { linkAccount, user } from '../../state/session.ts';
import { goToProvider, providerName, signOn, wantedPath } from '../../state/sign-on.ts';
import { login } from '../../text/en/login.ts';
import { PasskeyLogin } from './passkey-login.tsx';

const text = login.signOn;

type Values = Readonly<Record<string, string>>;

/** docs/single-sign-on.md, "Linking": what a login at the provider still needs. */
export default function Link({
  needs,
  onForgotten,
}: {
  readonly needs: 'password' | 'code';
  readonly onForgotten: () => void;
}) {
  const { route } = useLocation();
  const [needsCode, setNeedsCode] = useState(needs === 'code');
  const [isOver, setOver] = useState(false);
  /** Another person's session in this browser proves nothing. */
  const [isStranger, setStranger] = useState(false);
  const isHere = needs === 'password' && user.value !== undefined && !isStranger;
  /** Otherwise neither a passkey nor a link to a new password leads anywhere. */
  const mayLogIn = signOn.value?.passwordLogin !== false;
  const name = providerName();
  const wanted = wantedPath() ?? '/';
  const leave = (to: string): void => route(to, true);
  const send = async (body: Parameters<typeof linkAccount>[0]): Promise<Answered<unknown> | undefined> => {
    const reply = await linkAccount(body);
    if (reply.ok) leave(wanted);
    else if (reply.code === 'OIDC_FLOW_EXPIRED') setOver(true);
    else if (reply.code === 'TOTP_REQUIRED' && !needsCode) {
      setNeedsCode(true);
      return undefined;
    } else if (reply.code === 'LOGIN_FAILED' && isHere) {
      setStranger(true);
      return undefined;
    }
    return reply;
  };
  const submit = ({ password, totp = '' }: Values) =>
    send({ ...(password !== undefined && { password }), ...(totp !== '' && { totp: totp.trim() }) });
  return (
    <main class="login">
      <Brand />
      <Page title={needs === 'code' ? text.code.title : text.link.title}>
        {!isOver && (
          <p>
            {needs === 'code' ? text.code.about : isHere ? text.link.here(name) : text.link.password(name)}
          </p>
        )}
        <Form onSubmit={submit} key={isHere ? 'here' : 'password'}>
          {needs === 'password' && !isHere && !isOver && (
            <Field
              label={login.password}
              name="password"
              type="password"
              autocomplete="current-password"
              required
            />
          )}
          {needsCode && !isOver && (
            <Field
              label={login.totp}
              hint={login.totpHint}
              name="totp"
              autocomplete="one-time-code"
              required
            />
          )}
          {!isOver && (
            <Button type="submit" kind="urgent">
              {needs === 'code' ? text.code.submit : text.link.submit}
            </Button>
          )}
        </Form>
        {isOver && (
          <Button kind="urgent" onPress={() => goToProvider('login', wanted)}>
            {text.again(name)}
          </Button>
        )}
        {needs === 'password' && !isHere && !isOver && mayLogIn && (
          <>
            <PasskeyLogin onDone={() => send({})} />
            <Button kind="quiet" onPress={onForgotten}>
              {login.forgotten}
            </Button>
          </>
        )}
        <Button kind="quiet" onPress={() => leave(user.value === undefined ? '/login' : wanted)}>
          {user.value === undefined ? text.back : text.stay}
        </Button>
      </Page>
    </main>
  );
}
