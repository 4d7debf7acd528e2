import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

const TICK_MS = 1_000;
const SLOW_TICKS = 5;
/** The offset of the service's clock to this device's. */
let ahead = 0;

/** The service's time in milliseconds since 1970, updated once a second; all relative times use it. */
export const now = signal(Date.now());

/** The same every five seconds, in different seconds, so that hundreds of rows do not update in one frame. */
const slow: readonly Signal<number>[] = Array.from({ length: SLOW_TICKS }, () => signal(now.peek()));

/** For times shown in minutes. The same number gets the same signal. */
export const slowNow = (number: number): ReadonlySignal<number> => slow[Math.abs(number) % SLOW_TICKS] ?? now;

/** Sets the clock from a service timestamp. */
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
