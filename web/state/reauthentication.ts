import { signal } from '@preact/signals';
import { onReauthenticate } from '../api/rest.ts';

/** Set while the dialog asks for the password; called with whether the user entered it. */
export const passwordAsked = signal<((isGiven: boolean) => void) | undefined>(undefined);

let asking: Promise<boolean> | undefined;

/** One dialog for all requests that wait for it. */
onReauthenticate(() => {
  asking ??= new Promise<boolean>((reply) => {
    passwordAsked.value = reply;
  }).finally(() => {
    passwordAsked.value = undefined;
    asking = undefined;
  });
  return asking;
});
