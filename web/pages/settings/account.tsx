import { useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { logOut } from '../../state/session.ts';
import { settings } from '../../text/en/settings.ts';

const text = settings.account;

export function Account() {
  const [deleting, setDeleting] = useState(false);
  return (
    <Card title={text.title}>
      <Button kind="final" onPress={() => setDeleting(true)}>
        {text.delete}
      </Button>
      {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </Card>
  );
}

function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const submit = async ({ reason }: Readonly<Record<string, string>>) => {
    const reply = await api.delete('/profile/me', {
      body: { confirmation: true, ...(reason ? { reason } : {}) },
    });
    if (reply.ok) await logOut();
    return reply;
  };
  return (
    <Dialog title={text.deleteTitle} onClose={onClose}>
      <p>{text.deleteHint}</p>
      <Form onSubmit={submit}>
        <div class="radios">
          <label>
            <input type="checkbox" name="confirmation" required />
            {text.confirm}
          </label>
        </div>
        <TextField label={text.reason} name="reason" maxLength={1000} />
        <div class="actions">
          <Button kind="urgent" onPress={onClose}>
            {text.keep}
          </Button>
          <Button type="submit" kind="final">
            {text.deleteNow}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
