import { signal } from '@preact/signals';
import { onReauthenticate } from '../api/rest.ts';

/** Set while the person is asked for their password; called with whether they gave it. */
export const passwordAsked = signal<((isGiven: boolean) => void) | undefined>(undefined);

let asking: Promise<boolean> | undefined;

/** One question for all requests that wait for it. */
onReauthenticate(() => {
  asking ??= new Promise<boolean>((answer) => {
    passwordAsked.value = answer;
  }).finally(() => {
    passwordAsked.value = undefined;
    asking = undefined;
  });
  return asking;
});
