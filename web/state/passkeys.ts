import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { components } from '../../client/api.ts';

type Schemas = components['schemas'];

/** False in older browsers, and over plain HTTP. */
export const supportsPasskeys = 'PublicKeyCredential' in globalThis;

/** Loaded with the first use: most people log in with a password. */
const webauthn = () => import('@simplewebauthn/browser');

/** The browser's answer to the options of a login; undefined if the user cancels, or has no passkey here. */
export const answerOf = (
  options: Schemas['PasskeyRequestOptions'],
): Promise<Schemas['PasskeyAssertion'] | undefined> =>
  webauthn()
    .then(({ startAuthentication }) => startAuthentication({ optionsJSON: options }))
    .catch(() => undefined);

/** A new passkey for the options; undefined if the user cancels, or the device cannot make one. */
export const createdFor = (
  options: Schemas['PasskeyCreationOptions'],
): Promise<Schemas['PasskeyRegistration'] | undefined> =>
  webauthn()
    .then(({ startRegistration }) =>
      startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
    )
    .catch(() => undefined);
