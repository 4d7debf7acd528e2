import { useState } from 'preact/hooks';
import type { WeekCopied } from '../../api/records.ts';
import { type Answered, api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { roster } from '../../text/en/roster.ts';
import { dayTitle } from './slot-text.ts';

const text = roster.copy;

/** Copies the week to the next, and says what could not be copied. */
export function CopyWeek({
  wardId,
  monday,
  onDone,
}: {
  readonly wardId: string;
  readonly monday: string;
  readonly onDone: () => unknown;
}) {
  const [reply, setReply] = useState<Answered<WeekCopied>>();
  const copy = async () => {
    setReply(
      await api.post('/wards/{id}/roster/copy-week', { path: { id: wardId }, body: { from: monday } }),
    );
    await onDone();
  };
  return (
    <>
      <Button onPress={copy}>{text.copy}</Button>
      {reply?.ok === false && <Notice kind="error">{reply.error}</Notice>}
      {reply?.ok && (
        <div class="copied">
          <Notice kind={reply.data.skipped.length === 0 ? 'good' : 'info'}>
            {text.done(reply.data.copied, reply.data.unchanged, reply.data.skipped.length)}
          </Notice>
          <ul>
            {reply.data.skipped.map(({ shiftId, name, date, reason }) => (
              <li key={`${shiftId} ${date}`}>{text.skipped(name, dayTitle(date), text.reasons[reason])}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
