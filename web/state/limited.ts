import { signal } from '@preact/signals';
import { onLimited } from '../api/rest.ts';
import { now } from './clock.ts';

/** Until when the service refuses requests of this network or session, because there were too many; 0 if it does not. */
export const limitedUntil = signal(0);

onLimited((retryAfter) => {
  limitedUntil.value = now.peek() + retryAfter * 1000;
});
