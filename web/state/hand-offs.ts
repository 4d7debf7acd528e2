import { effect } from '@preact/signals';
import { common } from '../text/en/common.ts';
import { announce } from './announcements.ts';
import { falls, type OpenFall, offeredToMe } from './falls.ts';

export function handOffText({ patientName, patientRoom, response }: OpenFall): string {
  const resident = patientRoom === null ? patientName : `${patientName}, ${common.room(patientRoom)}`;
  return common.handOff.text(response.claimedBy?.name ?? '', resident);
}

/** Announces to screen readers that a colleague asks the user to take over; the sound rings by itself. */
export function startHandOffs(): void {
  let before: readonly string[] = [];
  effect(() => {
    const ids = offeredToMe.value;
    for (const id of ids) {
      const fall = before.includes(id) ? undefined : falls.peek(id);
      if (fall !== undefined) announce(handOffText(fall));
    }
    before = ids;
  });
}
