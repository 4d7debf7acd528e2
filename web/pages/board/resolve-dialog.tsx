import { useState } from 'preact/hooks';
import type { Resolution } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Radios, TextField } from '../../components/field.tsx';
import { Later } from '../../components/later.tsx';
import { type OpenFall, resolve } from '../../state/falls.ts';
import { board } from '../../text/en/board.ts';
import type { Found } from './bedside.tsx';

const OUTCOMES: readonly Resolution[] = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'];

export function ResolveDialog({ fall, onClose }: { readonly fall: OpenFall; readonly onClose: () => void }) {
  const isFall =
    !fall.isTest &&
    fall.source !== 'HELP_BUTTON' &&
    fall.source !== 'CHECK_IN' &&
    (fall.event === null || fall.event === 'FALL');
  const title = isFall ? board.dialog.resolveTitle : board.dialog.resolveHelpTitle;
  const [outcome, setOutcome] = useState('');
  const [found, setFound] = useState<Found>({});
  const asks = isFall && outcome !== '' && outcome !== 'FALSE_ALARM';
  const submit = async (note: string | undefined) => {
    if (asks && Object.keys(found).length > 0) {
      const saved = await api.put('/falls/{id}/report', { path: { id: fall.id }, body: found });
      if (!saved.ok) return saved;
    }
    return resolve(fall.id, outcome as Resolution, note);
  };
  return (
    <ConfirmDialog
      title={title(fall.patientName)}
      confirm={board.resolve}
      act={({ note }) => submit(note)}
      onClose={onClose}
    >
      <Radios
        legend={board.dialog.outcome}
        name="outcome"
        options={OUTCOMES.map((value) => ({ value, label: board.dialog[value] }))}
        onChange={setOutcome}
        required
      />
      {asks && <Later load={loadBedside} fallId={fall.id} found={found} onFound={setFound} />}
      <TextField label={board.dialog.note} name="note" maxLength={500} />
    </ConfirmDialog>
  );
}

const loadBedside = () => import('./bedside.tsx');
