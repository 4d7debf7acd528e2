import { effect, signal } from '@preact/signals';
import type { Answered } from '../api/rest.ts';
import { checkPush, turnOnPush } from './push.ts';
import { endShift, shift, startShift } from './shift.ts';
import { turnOffSound, turnOnSound, wantSound } from './sound.ts';
import { keepAwake, letSleep } from './wake-lock.ts';

/** Whether this page is to wake whoever looks at it: from "Start shift" until the shift is over. */
const isWatching = signal(false);

/**
 * One press for all that browsers want a press for. Each part stands alone: what cannot be had is told by its own state,
 * and the answer is about the shift itself.
 */
export async function goOnDuty(hours: number): Promise<Answered<unknown>> {
  isWatching.value = true;
  void turnOnSound();
  void turnOnPush();
  void keepAwake();
  return startShift(hours);
}

export async function goOffDuty(): Promise<Answered<unknown>> {
  const answer = await endShift();
  if (answer.ok) rest();
  return answer;
}

function rest(): void {
  isWatching.value = false;
  turnOffSound();
  letSleep();
}

/** A shift that goes on after a reload, or was started on another device, is watched here too. */
export function startDuty(): void {
  let before = false;
  effect(() => {
    const isOn = shift.value !== undefined;
    if (isOn && !isWatching.peek()) {
      isWatching.value = true;
      wantSound();
      void keepAwake();
      void checkPush();
    }
    if (!isOn && before) rest();
    before = isOn;
  });
}
