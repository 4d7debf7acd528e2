import type { Profile } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Card } from '../../components/card.tsx';
import { ConfirmButton } from '../../components/confirm-dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ownSignOn } from '../../state/session.ts';
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
  const change = async ({ email: wanted = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.put('/profile/email', { body: { email: wanted.trim() } });
    if (reply.ok) onChanged(reply.data);
    return reply;
  };
  return (
    <Card title={text.label}>
      <p>{email}</p>
      {ownSignOn.value?.isLinked && <p class="hint">{text.atProvider(ownSignOn.value.name)}</p>}
      {pendingEmail !== undefined && <Notice>{text.pending(pendingEmail)}</Notice>}
      <div class="actions">
        <ConfirmButton title={text.title} confirm={text.change} act={change}>
          <Field label={text.new} name="email" type="email" autocomplete="email" required />
          <p>{text.hint}</p>
        </ConfirmButton>
      </div>
    </Card>
  );
}
