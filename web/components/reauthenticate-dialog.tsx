import { useState } from 'preact/hooks';
import { api } from '../api/rest.ts';
import { passwordAsked } from '../state/reauthentication.ts';
import { ownSignOn, user } from '../state/session.ts';
import { goToProvider, providerName } from '../state/sign-on.ts';
import { common } from '../text/en/common.ts';
import { login } from '../text/en/login.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form } from './form.tsx';

/** docs/contract.md, "Recent authentication": asks for the password, then the request is repeated. */
export default function ReauthenticateDialog() {
  const answer = passwordAsked.value;
  if (answer === undefined) return null;
  const own = ownSignOn.value;
  if (own === undefined || own.hasPassword)
    return <Question answer={answer} mayChoose={own?.isLinked === true} />;
  return <AtProvider answer={answer} kind={own.isLinked ? 'proof' : 'login'} />;
}

interface Answered {
  readonly answer: (isGiven: boolean) => void;
}

/** The page is left for it, so the person repeats the step (docs/single-sign-on.md, "Console"). */
function AtProvider({ answer, kind }: Answered & { readonly kind: 'proof' | 'login' }) {
  const words = common.reauthenticate.provider;
  const name = providerName();
  return (
    <Dialog title={words.title} onClose={() => answer(false)}>
      {/* The provider cannot prove who they are before it has logged them in once. */}
      <p>{kind === 'proof' ? words.about(name) : words.logIn(name)}</p>
      <div class="actions">
        <Button kind="urgent" onPress={() => goToProvider(kind)}>
          {words.submit(name)}
        </Button>
        <Button onPress={() => answer(false)}>{common.cancel}</Button>
      </div>
    </Dialog>
  );
}

function Question({ answer, mayChoose }: Answered & { readonly mayChoose: boolean }) {
  const [atProvider, setAtProvider] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const submit = async ({ password = '', totp = '' }: Readonly<Record<string, string>>) => {
    const given = await api.post('/auth/reauthenticate', {
      body: { password, ...(totp !== '' && { totp: totp.trim() }) },
    });
    if (given.ok) answer(true);
    else if (given.code === 'TOTP_REQUIRED' && !needsCode) {
      setNeedsCode(true);
      return undefined;
    }
    return given;
  };
  if (atProvider) return <AtProvider answer={answer} kind="proof" />;
  return (
    <Dialog title={common.reauthenticate.title} onClose={() => answer(false)}>
      <p>{common.reauthenticate.about}</p>
      <Form onSubmit={submit} submit={common.reauthenticate.submit} onCancel={() => answer(false)}>
        {/* Tells password managers which account this is. */}
        <input type="email" autocomplete="username" value={user.value?.email} hidden readOnly />
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
      </Form>
      {mayChoose && (
        <Button onPress={() => setAtProvider(true)}>
          {common.reauthenticate.provider.instead(providerName())}
        </Button>
      )}
    </Dialog>
  );
}
