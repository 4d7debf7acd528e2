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

/** Whether this page sounds alerts: from "Start shift" until the shift is over and no alert rings. */
const isAlerting = signal(false);

/**
 * One press for sound, push and wake lock, for which browsers require a press. Each reports failures in its own state; the
 * reply is about the shift itself.
 */
export async function goOnDuty(hours: number): Promise<Answered<unknown>> {
  isAlerting.value = true;
  void turnOnSound();
  void turnOnPush();
  void keepAwake();
  return startShift(hours);
}

/** Alerts that ring continue to ring. */
export const goOffDuty = (): Promise<Answered<unknown>> => endShift();

function stopAlerting(): void {
  isAlerting.value = false;
  turnOffSound();
  letSleep();
}

/** The session ended on duty: rings until the caregiver confirms. */
function loseAlerts(): void {
  isAlerting.value = false;
  alertsLostSince.value = now.peek();
  void turnOnSound();
}

/** The caregiver confirms that this page gets no alerts, and logs in. */
export function confirmAlertsLost(): void {
  alertsLostSince.value = null;
  stopAlerting();
}

/** Also resumes a shift after a reload, and one that was started on another device. */
export function startDuty(): void {
  let wasOn = false;
  effect(() => {
    const isOn = shift.value !== undefined;
    const isRinging = unanswered.value.length > 0;
    const hasEnded = session.value.state === 'out' && session.value.why === 'ended';
    // The user has logged in in another tab.
    if (session.value.state === 'in' && alertsLostSince.peek() !== null) confirmAlertsLost();
    if (isOn && !isAlerting.peek()) {
      isAlerting.value = true;
      wantSound();
      void keepAwake();
      void checkPush();
    }
    if (!isOn && wasOn && (hasEnded || !isRinging)) {
      wasOn = false;
      if (hasEnded) loseAlerts();
      else stopAlerting();
    }
    if (isOn) wasOn = true;
  });
}
