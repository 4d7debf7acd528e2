import { effect, signal } from '@preact/signals';
import type { Answered } from '../api/rest.ts';
import { alertsLostSince } from './alerts-lost.ts';
import { now } from './clock.ts';
import { unanswered } from './falls.ts';
import { checkPush, turnOnPush } from './push.ts';
import { session } from './session.ts';
import { endShift, shift, startShift } from './shift.ts';
import { turnOffSound, turnOnSound, wantSound } from './sound.ts';
import { keepAwake, letSleep } from './wake-lock.ts';

/** Whether this page is to wake whoever looks at it: from "Start shift" until the shift is over and nothing rings. */
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

/** What rings goes on ringing. */
export const goOffDuty = (): Promise<Answered<unknown>> => endShift();

function rest(): void {
  isWatching.value = false;
  turnOffSound();
  letSleep();
}

/** The session ended: rings until somebody says that they have understood. */
function loseAlerts(): void {
  isWatching.value = false;
  alertsLostSince.value = now.peek();
  void turnOnSound();
}

/** Somebody has seen that alerts do not reach them here, and logs in. */
export function acceptLoss(): void {
  alertsLostSince.value = null;
  rest();
}

/** A shift that goes on after a reload, or was started on another device, is watched here too. */
export function startDuty(): void {
  let wasOn = false;
  effect(() => {
    const isOn = shift.value !== undefined;
    const isRinging = unanswered.value.length > 0;
    const hasEnded = session.value.state === 'out' && session.value.why === 'ended';
    // In another tab.
    if (session.value.state === 'in' && alertsLostSince.peek() !== null) acceptLoss();
    if (isOn && !isWatching.peek()) {
      isWatching.value = true;
      wantSound();
      void keepAwake();
      void checkPush();
    }
    if (!isOn && wasOn && (hasEnded || !isRinging)) {
      wasOn = false;
      if (hasEnded) loseAlerts();
      else rest();
    }
    if (isOn) wasOn = true;
  });
}
