import type { Failed } from '../../api/rest.ts';
import { api } from '../../api/rest.ts';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { refreshBoard } from '../../state/feed.ts';
import { user } from '../../state/session.ts';
import { fall as text } from '../../text/en/fall.ts';

const { assist: words } = text;
const MAX_REASON_LENGTH = 500;

/** Whether the fall is refused to a caregiver who may still help with it. */
export const mayAssist = (failure: Failed | undefined): boolean =>
  failure?.code === 'NOT_IN_CARE_TEAM' && user.value?.role === 'CAREGIVER';

/** docs/response.md, "Help from another ward": says nothing about the resident. */
export function AssistPage({ id, onJoined }: { readonly id: string; readonly onJoined: () => unknown }) {
  const join = async ({ reason = '' }: Readonly<Record<string, string>>) => {
    const body = reason.trim() === '' ? {} : { reason };
    const reply = await api.post('/falls/{id}/assist', { path: { id }, body });
    if (reply.ok) await Promise.all([onJoined(), refreshBoard()]);
    return reply;
  };
  return (
    <Page title={words.title}>
      <p>{words.explained}</p>
      <p>{words.seen}</p>
      <Form onSubmit={join} submit={words.help}>
        <TextField label={words.reason} name="reason" maxLength={MAX_REASON_LENGTH} />
      </Form>
    </Page>
  );
}
