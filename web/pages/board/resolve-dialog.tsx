import type { Resolution } from '../../api/records.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Radios, TextField } from '../../components/field.tsx';
import { type OpenFall, resolve } from '../../state/falls.ts';
import { board } from '../../text/en/board.ts';

const OUTCOMES: readonly Resolution[] = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'];

export function ResolveDialog({ fall, onClose }: { readonly fall: OpenFall; readonly onClose: () => void }) {
  const isFall =
    !fall.isTest &&
    fall.source !== 'HELP_BUTTON' &&
    fall.source !== 'CHECK_IN' &&
    (fall.event === null || fall.event === 'FALL');
  const title = isFall ? board.dialog.resolveTitle : board.dialog.resolveHelpTitle;
  return (
    <ConfirmDialog
      title={title(fall.patientName)}
      confirm={board.resolve}
      act={({ outcome, note }) => resolve(fall.id, outcome as Resolution, note)}
      onClose={onClose}
    >
      <Radios
        legend={board.dialog.outcome}
        name="outcome"
        options={OUTCOMES.map((value) => ({ value, label: board.dialog[value] }))}
        required
      />
      <TextField label={board.dialog.note} name="note" maxLength={500} />
    </ConfirmDialog>
  );
}
