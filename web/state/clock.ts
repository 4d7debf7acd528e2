import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

const TICK_MS = 1_000;
const SLOW_TICKS = 5;
/** How far the service's clock is ahead of this device's. */
let ahead = 0;

/** Milliseconds since 1970 by the service's clock, once a second: everything that ages reads it. */
export const now = signal(Date.now());

/** The same every five seconds, each in another second: hundreds of rows are not drawn anew in one frame. */
const slow: readonly Signal<number>[] = Array.from({ length: SLOW_TICKS }, () => signal(now.peek()));

/** For what is told in minutes, or looked at by the way. The same one for the same number. */
export const slowNow = (number: number): ReadonlySignal<number> => slow[Math.abs(number) % SLOW_TICKS] ?? now;

/** The service has said what time it is. */
export function setServerTime(time: string): void {
  ahead = Date.parse(time) - Date.now();
  for (const clock of [now, ...slow]) clock.value = Date.now() + ahead;
}

let ticks = 0;
setInterval(() => {
  ticks += 1;
  now.value = Date.now() + ahead;
  const turn = slow[ticks % SLOW_TICKS];
  if (turn !== undefined) turn.value = now.peek();
}, TICK_MS);
