import { useState } from 'preact/hooks';
import type { Profile } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { settings } from '../../text/en/settings.ts';

const text = settings.address;

/** The e-mail address for login. */
export function Address({
  profile: { email, pendingEmail },
  onChanged,
}: {
  readonly profile: Profile;
  readonly onChanged: (profile: Profile) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const change = async ({ email: wanted = '' }: Readonly<Record<string, string>>) => {
    const answer = await api.put('/profile/email', { body: { email: wanted.trim() } });
    if (answer.ok) onChanged(answer.data);
    return answer;
  };
  return (
    <Card title={text.label}>
      <p>{email}</p>
      {pendingEmail !== undefined && <Notice>{text.pending(pendingEmail)}</Notice>}
      <div class="actions">
        <Button onPress={() => setAsking(true)}>{text.change}</Button>
      </div>
      {isAsking && (
        <ConfirmDialog title={text.title} confirm={text.change} act={change} onClose={() => setAsking(false)}>
          <Field label={text.new} name="email" type="email" autocomplete="email" required />
          <p>{text.hint}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
