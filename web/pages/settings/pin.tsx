import { useState } from 'preact/hooks';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { settings } from '../../text/en/settings.ts';

const text = settings.pin;

export function Pin() {
  /** A new form for each change, so that no PIN stays in it. */
  const [changes, setChanges] = useState(0);
  const submit = async ({ pin = '' }: Readonly<Record<string, string>>) => {
    const reply = await api.put('/profile/pin', { body: { pin } });
    if (reply.ok) setChanges(changes + 1);
    return reply;
  };
  return (
    <Card title={text.title}>
      {changes > 0 ? <Notice kind="good">{text.changed}</Notice> : <p>{text.about}</p>}
      <Form key={changes} onSubmit={submit}>
        <Field
          label={text.pin}
          hint={text.hint}
          name="pin"
          type="password"
          inputMode="numeric"
          autocomplete="off"
          maxLength={8}
          required
        />
        <Button type="submit">{text.save}</Button>
      </Form>
    </Card>
  );
}
