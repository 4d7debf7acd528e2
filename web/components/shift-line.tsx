import { computed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { now } from '../state/clock.ts';
import { goOffDuty, goOnDuty } from '../state/duty.ts';
import { ownClaims, unanswered } from '../state/falls.ts';
import { user } from '../state/session.ts';
import { shift, startShift } from '../state/shift.ts';
import { sound, testSound } from '../state/sound.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useFailure } from './failure.ts';
import { SelectField } from './field.tsx';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';

const HOURS = [2, 4, 6, 8, 10, 12];
const USUAL_HOURS = 8;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Re-renders times of day once a minute instead of once a second. */
const thisMinute = computed(() => Math.floor(now.value / MINUTE_MS) * MINUTE_MS);

/** The caregiver's shift and the sound, in the line of the connection. */
export function ShiftLine() {
  const [failure, setFailure] = useFailure(shift.value?.until);
  // Admins have no shifts: the escalation does not rely on their presence.
  const isCaregiver = user.value?.role === 'CAREGIVER';
  return (
    <section class="shift-line" aria-label={board.shift.label}>
      {isCaregiver &&
        (shift.value === undefined ? <OffDuty onFailure={setFailure} /> : <OnDuty onFailure={setFailure} />)}
      <SoundState />
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
    </section>
  );
}

/** Says whether alerts sound here, and plays the sounds when it is pressed. A phone has space for the symbol only. */
function SoundState() {
  // A banner says that the sound is blocked, and unblocks it.
  const state = sound.value === 'locked' ? 'off' : sound.value;
  return (
    <button type="button" class={`sound ${state}`} onClick={testSound}>
      <Icon name={state === 'on' ? 'sound' : 'noSound'} />
      <span class="words">{board.shift.sound[state]}</span>
      <span class="unseen"> {board.shift.testSound}</span>
    </button>
  );
}

interface PartProps {
  readonly onFailure: (failure: string | undefined) => void;
}

function OffDuty({ onFailure }: PartProps) {
  const [hours, setHours] = useState(USUAL_HOURS);
  const start = async () => {
    const reply = await goOnDuty(hours);
    onFailure(reply.ok ? undefined : reply.error);
  };
  return (
    <>
      <Until hours={hours} onChange={setHours} />
      <Button kind="urgent" onPress={start}>
        {board.shift.start}
      </Button>
    </>
  );
}

function OnDuty({ onFailure }: PartProps) {
  const [isChanging, setChanging] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const end = async () => {
    if (ownClaims.peek().length + unanswered.peek().length > 0) return setEnding(true);
    const reply = await goOffDuty();
    onFailure(reply.ok ? undefined : reply.error);
  };
  return (
    <>
      <Button kind="quiet" onPress={() => setChanging(true)}>
        {shift.value !== undefined && board.shift.onDuty(shift.value.until)}
        <span class="unseen"> {board.shift.change}</span>
      </Button>
      <Button onPress={end}>{board.shift.end}</Button>
      {isChanging && <ChangeDialog onClose={() => setChanging(false)} />}
      {isEnding && <EndDialog onClose={() => setEnding(false)} />}
    </>
  );
}

function EndDialog({ onClose }: { readonly onClose: () => void }) {
  const { endTitle, end, endClaims, endRinging } = board.shift;
  const [claims, ringing] = [ownClaims.value.length, unanswered.value.length];
  return (
    <ConfirmDialog title={endTitle} confirm={end} act={goOffDuty} onClose={onClose}>
      {claims > 0 && <p>{endClaims(claims)}</p>}
      {ringing > 0 && <p>{endRinging(ringing)}</p>}
    </ConfirmDialog>
  );
}

function Until({ hours, onChange }: { readonly hours: number; readonly onChange?: (hours: number) => void }) {
  return (
    <SelectField
      label={board.shift.until}
      name="hours"
      value={String(hours)}
      options={HOURS.map((each) => ({
        value: String(each),
        label: board.shift.hours(each, thisMinute.value + each * HOUR_MS),
      }))}
      onChange={(value) => onChange?.(Number(value))}
    />
  );
}

function ChangeDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      title={board.shift.changeTitle}
      confirm={common.save}
      act={({ hours }) => startShift(Number(hours))}
      onClose={onClose}
    >
      <Until hours={USUAL_HOURS} />
    </ConfirmDialog>
  );
}
