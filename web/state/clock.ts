import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

const TICK_MS = 1_000;
const SLOW_TICKS = 5;
/** The offset of the service's clock to this device's. */
let ahead = 0;
/** A board knows within 10 s that its connection is dead, also when nothing closes it. */
export const PING_EVERY_MS = 5_000;
const LARGEST_DIFFERENCE_MS = 30_000;
/** Less is the time that a frame takes to arrive. */
const SMALLEST_STEP_MS = 1_000;

/** How much the clock of this device is fast (or slow, below 0); null while it is right. */
export const deviceClockOffMs = signal<number | null>(null);

/** The service's time in milliseconds since 1970, exactly. */
export const serviceTime = (): number => Date.now() + ahead;

/** The service's time in milliseconds since 1970, updated once a second; all relative times use it. */
export const now = signal(Date.now());

/** The same every five seconds, in different seconds, so that hundreds of rows do not update in one frame. */
const slow: readonly Signal<number>[] = Array.from({ length: SLOW_TICKS }, () => signal(now.peek()));

/** For times shown in minutes. The same number gets the same signal. */
export const slowNow = (number: number): ReadonlySignal<number> => slow[Math.abs(number) % SLOW_TICKS] ?? now;

/** Sets the clock from a service timestamp: at the welcome, and at each pong, because the clock of a device may be set. */
export function setServerTime(time: string): void {
  const found = Date.parse(time) - Date.now();
  if (Math.abs(found - ahead) < SMALLEST_STEP_MS) return;
  ahead = found;
  deviceClockOffMs.value = Math.abs(ahead) > LARGEST_DIFFERENCE_MS ? -ahead : null;
  for (const clock of [now, ...slow]) clock.value = serviceTime();
}

let ticks = 0;
setInterval(() => {
  ticks += 1;
  now.value = serviceTime();
  const turn = slow[ticks % SLOW_TICKS];
  if (turn !== undefined) turn.value = now.peek();
}, TICK_MS);
