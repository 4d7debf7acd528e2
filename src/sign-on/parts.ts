import type { Linking } from './linking.ts';
import type { SignOnLogin } from './login.ts';
import type { SignOnLogout } from './logout.ts';
import type { ProviderWatch } from './provider-watch.ts';
import type { Trials } from './trials.ts';

/** What works while a provider is configured. */
export interface SignOnParts {
  readonly login: SignOnLogin;
  readonly linking: Linking;
  readonly logout: SignOnLogout;
  readonly watch: ProviderWatch;
  readonly trials: Trials;
}
