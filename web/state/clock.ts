import { signal } from '@preact/signals';

const TICK_MS = 1_000;
/** How far the service's clock is ahead of this device's. */
let ahead = 0;

/** Milliseconds since 1970 by the service's clock, once a second: everything that ages reads it. */
export const now = signal(Date.now());

/** The service has said what time it is. */
export function setServerTime(time: string): void {
  ahead = Date.parse(time) - Date.now();
  now.value = Date.now() + ahead;
}

setInterval(() => {
  now.value = Date.now() + ahead;
}, TICK_MS);
