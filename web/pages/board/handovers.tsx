import { useState } from 'preact/hooks';
import type { PinnedHandover } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { namedOptions, SelectField, TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { handovers, refreshBoard } from '../../state/feed.ts';
import { ownWards, user } from '../../state/session.ts';
import { shift } from '../../state/shift.ts';
import { handover as text } from '../../text/en/handover.ts';

const MAX_NOTE_LENGTH = 2000;

/** The handovers that await confirmation. Leads and members on duty write new ones. */
export function Handovers() {
  const [isWriting, setWriting] = useState(false);
  const led = ownWards.value.filter(({ lead }) => lead);
  const own = shift.value === undefined ? led : ownWards.value;
  return (
    <>
      {handovers.value.map((one) => (
        <Pinned key={one.wardId} handover={one} />
      ))}
      {ownWards.value.length > 0 && (
        <div class="page-actions">
          {own.length > 0 && <Button onPress={() => setWriting(true)}>{text.write}</Button>}
          {ownWards.value.map(({ id, name }) => (
            <a key={id} href={`/wards/${id}/handover`}>
              {text.nightOf(name)}
            </a>
          ))}
          {led.map(({ id, name }) => (
            <a key={id} href={`/wards/${id}/escalation`}>
              {text.escalation(name)}
            </a>
          ))}
        </div>
      )}
      {isWriting && <WriteDialog wards={own} onClose={() => setWriting(false)} />}
    </>
  );
}

function Pinned({
  handover: { wardId, wardName, note, by, at, summary },
}: {
  readonly handover: PinnedHandover;
}) {
  const [failure, setFailure] = useState<string>();
  const isOwn = by?.id === user.value?.id;
  const confirm = async () => {
    const body = at === null ? {} : { at };
    const reply = await api.post('/wards/{id}/handover/confirm', { path: { id: wardId }, body });
    setFailure(reply.ok ? undefined : reply.error);
    await refreshBoard();
  };
  return (
    <Card title={text.title(wardName)}>
      {note !== null && note !== '' && <p class="handover-note">{note}</p>}
      <p>{text.summary(summary)}</p>
      <p class="hint">{text.writtenBy(by?.name, at)}</p>
      <p>
        <a href={`/wards/${wardId}/handover`}>{text.night}</a>
      </p>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
      {isOwn ? (
        <p class="hint">{text.waiting}</p>
      ) : (
        <div class="actions">
          <Button onPress={confirm}>{text.confirm}</Button>
        </div>
      )}
    </Card>
  );
}

function WriteDialog({
  wards,
  onClose,
}: {
  readonly wards: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}) {
  const options = namedOptions(wards);
  const [ward, setWard] = useState(options[0]?.value ?? '');
  return (
    <ConfirmDialog
      title={text.write}
      confirm={text.save}
      act={({ note = '' }) => api.post('/wards/{id}/handover', { path: { id: ward }, body: { note } })}
      onDone={refreshBoard}
      onClose={onClose}
    >
      {options.length > 1 && (
        <SelectField label={text.ward} name="ward" value={ward} options={options} onChange={setWard} />
      )}
      <TextField label={text.note} hint={text.noteHint} name="note" maxLength={MAX_NOTE_LENGTH} />
    </ConfirmDialog>
  );
}
