import { useState } from 'preact/hooks';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { PasswordForm } from '../../components/password-form.tsx';
import { ownSignOn } from '../../state/session.ts';
import { settings } from '../../text/en/settings.ts';

const text = settings.password;

export function Password() {
  /** A new form for each change, so that no password stays in it. */
  const [changes, setChanges] = useState(0);
  const atProvider = ownSignOn.value;
  if (atProvider?.hasPassword === false)
    return (
      <Card title={text.title}>
        <p>{text.atProvider(atProvider.name)}</p>
      </Card>
    );
  return (
    <Card title={text.title}>
      {changes > 0 ? <Notice kind="good">{text.changed}</Notice> : <p>{text.suggestion}</p>}
      <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
    </Card>
  );
}
