import type { CalendarSlot } from '../../api/records.ts';
import { type Answered, api } from '../../api/rest.ts';
import { showToast } from '../../state/toasts.ts';
import { roster } from '../../text/en/roster.ts';
import { dayTitle, slotName } from './slot-text.ts';

/** One caregiver's turn, and where it goes. */
export interface Move {
  readonly slot: CalendarSlot;
  readonly caregiver: { readonly id: string; readonly name: string };
  readonly toDate: string;
  readonly toCaregiverId: string;
}

/** What is wrong with a turn is said in one sentence: its fields are not all on the screen. */
export function inWords(reply: Answered<unknown>): Answered<unknown> {
  if (reply.ok) return reply;
  const { details, error, ...problem } = reply;
  return { ...problem, details: {}, error: Object.values(details).join(' ') || error };
}

/** Moves a turn, with a way back. */
export async function moveTurn(
  wardId: string,
  { slot, caregiver, toDate, toCaregiverId }: Move,
  nameOf: (id: string) => string,
  reload: () => unknown,
): Promise<Answered<unknown>> {
  const send = async (
    from: { readonly date: string; readonly caregiverId: string },
    to: { readonly toDate: string; readonly toCaregiverId: string },
  ) => {
    const body = { shiftId: slot.shiftId, ...from, ...to };
    const reply = await api.post('/wards/{id}/roster/moves', { path: { id: wardId }, body });
    await reload();
    return inWords(reply);
  };
  const { date } = slot;
  const reply = await send({ date, caregiverId: caregiver.id }, { toDate, toCaregiverId });
  if (reply.ok)
    showToast(roster.grid.moved(slotName(slot), nameOf(toCaregiverId), dayTitle(toDate)), () =>
      send({ date: toDate, caregiverId: toCaregiverId }, { toDate: date, toCaregiverId: caregiver.id }),
    );
  return reply;
}
