import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { AppError } from '../platform/errors.ts';

/** What the provider makes of a login or a session; `away` says nothing about the person. */
export type ProviderVerdict = 'away' | 'no' | 'not logged in' | 'invalid';

/** The provider answers with the person's consent withdrawn, the account disabled, the session ended. */
const NO: ReadonlySet<string> = new Set(['invalid_grant', 'access_denied', 'consent_required']);
/** Answers to `prompt=none`. */
const NOT_LOGGED_IN: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'account_selection_required',
]);
/** What a proxy or a provider that is starting answers. */
const AWAY: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);
const BUSY: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable', 'slow_down']);

/** A renewal has brought the tokens of somebody else. */
export class OtherPerson extends Error {}

export function verdictOf(error: unknown): ProviderVerdict {
  if (error instanceof OtherPerson) return 'no';
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const status = error instanceof ResponseBodyError ? error.status : 400;
    if (BUSY.has(error.error) || status >= 500 || status === 429) return 'away';
    if (NOT_LOGGED_IN.has(error.error)) return 'not logged in';
    return NO.has(error.error) ? 'no' : 'invalid';
  }
  if (error instanceof ClientError) return AWAY.has(error.code ?? '') ? 'away' : 'invalid';
  // `fetch failed`: no connection, no name, no TLS.
  return error instanceof TypeError && !('code' in error) ? 'away' : 'invalid';
}

/** LemonLDAP::NG answers `invalid_request` about a refresh token that it does not know (RFC 6749, 5.2: `invalid_grant`). */
export const renewalVerdictOf = (error: unknown): ProviderVerdict =>
  error instanceof ResponseBodyError && error.status === 400 && error.error === 'invalid_request'
    ? 'no'
    : verdictOf(error);

const CODES = {
  away: ['OIDC_AWAY', 'The provider of single sign-on does not answer'],
  no: ['OIDC_REFUSED', 'The provider of single sign-on refused the login'],
  'not logged in': ['OIDC_LOGIN_REQUIRED', 'The provider has no session of this browser'],
  invalid: ['OIDC_INVALID', 'The answer of the provider could not be verified'],
} as const;

export const providerCode = (cause: unknown) => CODES[verdictOf(cause)][0];

/** What the person gets. Without the cause, which may hold claims, tokens, or what a stranger sent: `FailureLog` has the reason. */
export function providerError(cause: unknown): AppError {
  const [code, message] = CODES[verdictOf(cause)];
  return new AppError(code, message, { isLogged: true });
}

/** Why a request failed, in words of the libraries alone. */
export function reasonOf(error: unknown): { readonly reason: string; readonly code: unknown } {
  const { message, code, cause } = error as Error & { readonly code?: unknown };
  return { reason: message, code: code ?? (cause as { readonly code?: unknown } | undefined)?.code };
}
