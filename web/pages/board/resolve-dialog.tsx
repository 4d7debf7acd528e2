import type { Resolution } from '../../api/records.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Radios, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { type OpenFall, resolve } from '../../state/falls.ts';
import { board } from '../../text/en/board.ts';

const OUTCOMES: readonly Resolution[] = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'];

export function ResolveDialog({ fall, onClose }: { readonly fall: OpenFall; readonly onClose: () => void }) {
  const submit = async ({ outcome = '', note }: Readonly<Record<string, string>>) => {
    const answer = await resolve(fall.id, outcome as Resolution, note);
    if (answer.ok) onClose();
    return answer;
  };
  const isFall =
    fall.source !== 'HELP_BUTTON' &&
    fall.source !== 'CHECK_IN' &&
    (fall.event === null || fall.event === 'FALL');
  const title = isFall ? board.dialog.resolveTitle : board.dialog.resolveHelpTitle;
  return (
    <Dialog title={title(fall.patientName)} onClose={onClose}>
      <Form onSubmit={submit} submit={board.resolve} onCancel={onClose}>
        {({ errors }) => (
          <>
            <Radios
              legend={board.dialog.outcome}
              name="outcome"
              options={OUTCOMES.map((value) => ({ value, label: board.dialog[value] }))}
              error={errors.outcome}
              required
            />
            <TextField label={board.dialog.note} name="note" maxLength={500} error={errors.note} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
