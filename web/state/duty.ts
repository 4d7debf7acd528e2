import { effect, signal } from '@preact/signals';
import type { Answered } from '../api/rest.ts';
import { alertsLost } from './alerts-lost.ts';
import { now } from './clock.ts';
import { forgetDuty, rememberDuty, remembersDuty } from './duty-memory.ts';
import { offeredToMe, unanswered } from './falls.ts';
import { isLoaded } from './feed.ts';
import { checkPush, turnOnPush } from './push.ts';
import { logOut, type Session, session } from './session.ts';
import { endShift, shift, startShift } from './shift.ts';
import { turnOffSound, turnOnSound, wantSound } from './sound.ts';
import { keepAwake, letSleep } from './wake-lock.ts';

/** Whether this page sounds alerts: from "Start shift" until the shift is over and no alert rings. */
const isAlerting = signal(false);

/** Whether the user is asked if they want to log out on duty. */
export const isLoggingOut = signal(false);

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

/** Asks first on duty: this page would stop ringing. */
export function requestLogOut(): Promise<void> | undefined {
  if (shift.peek() === undefined) return logOut();
  isLoggingOut.value = true;
  return undefined;
}

function startAlerting(): void {
  isAlerting.value = true;
  wantSound();
  void keepAwake();
}

function stopAlerting(): void {
  isAlerting.value = false;
  turnOffSound();
  letSleep();
}

/** The session ended on duty: rings until the caregiver confirms. */
function loseAlerts(since: number | null): void {
  isAlerting.value = false;
  alertsLost.value = { since };
  wantSound();
}

/** The caregiver confirms that this page gets no alerts, and logs in. */
export function confirmAlertsLost(): void {
  forgetDuty();
  alertsLost.value = null;
  stopAlerting();
}

/** Also resumes a shift after a reload, and one that was started on another device. */
export function startDuty(): void {
  let wasOn = false;
  const stop = (): void => {
    forgetDuty();
    if (wasOn) stopAlerting();
    wasOn = false;
  };
  const follow = (current: Session): void => {
    const until = shift.value?.until;
    const isRinging = unanswered.value.length + offeredToMe.value.length > 0;
    if (current.state === 'in') {
      // The user has logged in in another tab.
      if (alertsLost.peek() !== null) confirmAlertsLost();
      if (until !== undefined) {
        wasOn = true;
        rememberDuty(until);
        if (isAlerting.peek()) return;
        startAlerting();
        void checkPush();
      } else if (isLoaded.value && !isRinging) stop();
    } else if (current.state === 'unreachable') {
      // Rings like a lost connection: after a reload this page has no board that could show it.
      if (isAlerting.peek() || !remembersDuty(now.peek())) return;
      wasOn = true;
      startAlerting();
    } else if (current.state === 'out') {
      const isLost = current.why === 'ended' ? wasOn : current.why === 'never' && remembersDuty(now.peek());
      if (current.why === 'logged out') stop();
      if (!isLost) return;
      wasOn = false;
      loseAlerts(current.why === 'ended' ? now.peek() : null);
    }
  };
  effect(() => follow(session.value));
}
