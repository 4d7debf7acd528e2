import type { CalendarSlot, Member } from '../../api/records.ts';
import { type Answered, api } from '../../api/rest.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { namedOptions, SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { useLoad } from '../../components/load.ts';
import { roster } from '../../text/en/roster.ts';
import { inWords, type Move } from './moves.ts';
import { dayTitle, slotName } from './slot-text.ts';

const text = roster.turn;

/** The keyboard's and the finger's way to move one caregiver's turn, and the way to take them from it. */
export function TurnDialog({
  wardId,
  slot,
  caregiver,
  members,
  days,
  move,
  onDone,
  onClose,
}: {
  readonly wardId: string;
  readonly slot: CalendarSlot;
  readonly caregiver: { readonly id: string; readonly name: string };
  readonly members: readonly Pick<Member, 'id' | 'name'>[];
  readonly days: readonly string[];
  readonly move: (to: Move) => Promise<Answered<unknown>>;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}) {
  const closeAfter = async (reply: Answered<unknown>) => {
    if (reply.ok) onClose();
    return reply;
  };
  const { shiftId, date } = slot;
  return (
    <Dialog title={text.title(caregiver.name, slotName(slot), dayTitle(date))} onClose={onClose}>
      <Form
        submit={text.move}
        onCancel={onClose}
        onSubmit={async ({ toDate = date, toCaregiverId = caregiver.id }) =>
          closeAfter(await move({ slot, caregiver, toDate, toCaregiverId }))
        }
      >
        <SelectField
          label={text.person}
          name="toCaregiverId"
          value={caregiver.id}
          options={namedOptions(members)}
        />
        <SelectField
          label={text.day}
          name="toDate"
          value={date}
          options={days.map((day) => ({ value: day, label: dayTitle(day) }))}
        />
      </Form>
      <Form
        label={text.remove}
        onSubmit={async () => {
          const body = { shiftId, date, caregiverId: caregiver.id };
          const reply = await api.post('/wards/{id}/roster/exceptions', { path: { id: wardId }, body });
          if (reply.ok) await onDone();
          return closeAfter(inWords(reply));
        }}
      >
        <Button type="submit" kind="quiet">
          {text.remove}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Puts a caregiver on a slot: asks for the shift in an empty cell, and for the person in a gap. */
export function AddDialog({
  wardId,
  day,
  person,
  slot,
  members,
  onDone,
  onClose,
}: {
  readonly wardId: string;
  readonly day: string;
  readonly person?: Pick<Member, 'id' | 'name'>;
  readonly slot?: CalendarSlot;
  readonly members: readonly Pick<Member, 'id' | 'name'>[];
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}) {
  const path = { id: wardId };
  const { data } = useLoad('/wards/{id}/roster', { path });
  const shifts = (data?.shifts ?? []).filter(
    ({ from, until }) => from <= day && (until === null || day <= until),
  );
  const of = slot === undefined ? (person?.name ?? '') : slotName(slot);
  return (
    <Dialog title={text.addTitle(of, dayTitle(day))} onClose={onClose}>
      <Form
        submit={text.add}
        onCancel={onClose}
        onSubmit={async ({ shiftId = slot?.shiftId ?? '', caregiverId = person?.id ?? '' }) => {
          const body = { shiftId, date: day, caregiverId, added: true };
          const reply = await api.post('/wards/{id}/roster/exceptions', { path, body });
          if (reply.ok) {
            onClose();
            await onDone();
          }
          return inWords(reply);
        }}
      >
        {slot === undefined && (
          <SelectField
            label={text.shift}
            name="shiftId"
            {...(data !== undefined && shifts.length === 0 && { hint: text.noShifts })}
            required
            options={shifts.map(({ id, name, start, end }) => ({
              value: id,
              label: roster.week.slot(name, start, end),
            }))}
          />
        )}
        {person === undefined && (
          <SelectField label={text.person} name="caregiverId" required options={namedOptions(members)} />
        )}
      </Form>
    </Dialog>
  );
}
