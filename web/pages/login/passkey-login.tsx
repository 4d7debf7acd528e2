import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { supportsPasskeys } from '../../state/passkeys.ts';
import { logInWithPasskey } from '../../state/session.ts';
import { login } from '../../text/en/login.ts';

/** Its name is not "Log in with …": people and tests find the button "Log in" by its words. */
export function PasskeyLogin({ onDone }: { readonly onDone?: () => unknown }) {
  const [failure, setFailure] = useState<string>();
  if (!supportsPasskeys) return null;
  const press = async () => {
    setFailure(undefined);
    const reply = await logInWithPasskey();
    if (reply === undefined) setFailure(login.passkey.failed);
    else if (!reply.ok) setFailure(reply.error);
    else await onDone?.();
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
