import { useState } from 'preact/hooks';
import type { CheckIn as CheckInRecord, Patient } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Checks, TimeField } from '../../components/field.tsx';
import { common } from '../../text/en/common.ts';
import { patient as text } from '../../text/en/patient.ts';

const { checkIn: words } = text;

type Weekday = `${keyof typeof words.weekday}`;
const WEEKDAYS: readonly Weekday[] = ['1', '2', '3', '4', '5', '6', '7'];
const USUAL = { from: '07:00', until: '10:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };

/** When the resident shows a sign of life, or caregivers are alerted (docs/home.md, "Check-in"). */
export function CheckIn({
  patient,
  name,
  onChanged,
}: {
  readonly patient: Patient;
  readonly name: string;
  readonly onChanged: () => unknown;
}) {
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const close = () => setOpen(undefined);
  const { id, checkIn } = patient;
  return (
    <Card title={words.title}>
      <p>{checkIn === null ? words.none : words.times(checkIn.from, checkIn.until, daysOf(checkIn))}</p>
      <div class="actions">
        <Button onPress={() => setOpen('edit')}>{checkIn === null ? words.set : words.change}</Button>
        {checkIn !== null && <Button onPress={() => setOpen('remove')}>{words.remove}</Button>}
      </div>
      {open === 'edit' && (
        <TimesDialog id={id} name={name} times={checkIn ?? USUAL} onChanged={onChanged} onClose={close} />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={words.removeTitle(name)}
          confirm={words.remove}
          act={() => api.delete('/patients/{id}/check-in', { path: { id } })}
          onDone={onChanged}
          onClose={close}
        >
          <p>{words.removeText}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

const daysOf = ({ weekdays }: Pick<CheckInRecord, 'weekdays'>): string =>
  weekdays.length === WEEKDAYS.length
    ? words.everyDay
    : weekdays.map((day) => words.weekday[String(day) as Weekday]).join(', ');

function TimesDialog({
  id,
  name,
  times,
  onChanged,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly times: Pick<CheckInRecord, 'from' | 'until' | 'weekdays'>;
  readonly onChanged: () => unknown;
  readonly onClose: () => void;
}) {
  const [days, setDays] = useState<readonly Weekday[]>(
    WEEKDAYS.filter((day) => times.weekdays.includes(Number(day))),
  );
  const [from, setFrom] = useState(times.from);
  const [until, setUntil] = useState(times.until);
  const save = () =>
    api.put('/patients/{id}/check-in', { path: { id }, body: { from, until, weekdays: days.map(Number) } });
  return (
    <ConfirmDialog
      title={words.dialogTitle(name)}
      confirm={common.save}
      act={save}
      onDone={onChanged}
      onClose={onClose}
    >
      <p>{words.explained}</p>
      <TimeField label={words.from} name="from" value={from} onInput={setFrom} />
      <TimeField label={words.until} name="until" value={until} onInput={setUntil} />
      <Checks
        legend={words.weekdays}
        options={WEEKDAYS.map((value) => ({ value, label: words.weekday[value] }))}
        values={days}
        onChange={setDays}
        name="weekdays"
      />
    </ConfirmDialog>
  );
}
