import { useState } from 'preact/hooks';
import type { Answered } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { etaMinutesLeft } from '../../state/alert-order.ts';
import { now } from '../../state/clock.ts';
import { claim, type OpenFall } from '../../state/falls.ts';
import { board } from '../../text/en/board.ts';
import { common } from '../../text/en/common.ts';

const MINUTES = [2, 5, 10, 20];

/** Follows "I'm going": an ETA and a note for the other caregivers. */
export function ClaimDetails({
  fall,
  describedBy,
  act,
}: {
  readonly fall: OpenFall;
  readonly describedBy: string;
  readonly act: (work: () => Promise<Answered<unknown>>) => () => Promise<unknown>;
}) {
  const [isAddingNote, setAddingNote] = useState(false);
  const { etaMinutes } = fall.response;
  return (
    <fieldset class="eta">
      <legend class="unseen">{board.claim.when}</legend>
      <span aria-hidden="true">{board.claim.thereIn}</span>
      {MINUTES.map((minutes) => (
        <Button
          key={minutes}
          describedBy={describedBy}
          pressed={minutes === etaMinutes}
          onPress={act(() => claim(fall.id, { etaMinutes: minutes }))}
        >
          {board.claim.minutes(minutes)}
        </Button>
      ))}
      <Button kind="quiet" describedBy={describedBy} onPress={() => setAddingNote(true)}>
        {board.claim.addNote}
      </Button>
      {isAddingNote && <NoteDialog fall={fall} onClose={() => setAddingNote(false)} />}
    </fieldset>
  );
}

function NoteDialog({ fall, onClose }: { readonly fall: OpenFall; readonly onClose: () => void }) {
  // A claim without an ETA would delete the current ETA.
  const eta = () =>
    fall.response.etaMinutes === null ? {} : { etaMinutes: etaMinutesLeft(fall, now.peek()) };
  return (
    <ConfirmDialog
      title={board.claim.noteTitle(fall.patientName)}
      confirm={common.save}
      act={({ note = '' }) => claim(fall.id, { note, ...eta() })}
      onClose={onClose}
    >
      <TextField label={board.claim.note} hint={board.claim.noteHint} name="note" maxLength={500} required />
    </ConfirmDialog>
  );
}
