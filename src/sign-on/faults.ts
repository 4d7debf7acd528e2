import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { shownText } from './attempts.ts';
import { verdictOf } from './provider-errors.ts';

/** What is wrong with the provider or the settings, as an admin can mend it. */
export const FAULTS = [
  'UNREACHABLE',
  'CERTIFICATE',
  'NOT_A_PROVIDER',
  'WRONG_ISSUER',
  'WRONG_CLIENT',
  'WRONG_REDIRECT',
  'WRONG_SCOPE',
  'WRONG_REQUEST',
  'REFUSED',
  'CLOCK',
  'BUSY',
  'INVALID',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Codes of `openid-client`. */
const BY_CODE: Readonly<Record<string, Fault>> = {
  OAUTH_TIMEOUT: 'UNREACHABLE',
  OAUTH_ABORT: 'UNREACHABLE',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'WRONG_ISSUER',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'CLOCK',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'NOT_A_PROVIDER',
  OAUTH_RESPONSE_IS_NOT_JSON: 'NOT_A_PROVIDER',
  OAUTH_PARSE_ERROR: 'NOT_A_PROVIDER',
};

/** RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6. */
const BY_ERROR: Readonly<Record<string, Fault>> = {
  invalid_client: 'WRONG_CLIENT',
  unauthorized_client: 'WRONG_CLIENT',
  invalid_scope: 'WRONG_SCOPE',
  invalid_request: 'WRONG_REQUEST',
  unsupported_response_type: 'WRONG_REQUEST',
  redirect_uri_mismatch: 'WRONG_REDIRECT',
  access_denied: 'REFUSED',
  consent_required: 'REFUSED',
  login_required: 'REFUSED',
  interaction_required: 'REFUSED',
};

interface FaultReport {
  readonly fault: Fault;
  /** In the words of the provider or of the network; for an admin. */
  readonly detail: string;
}

export function faultOf(error: unknown): FaultReport {
  const { fault, detail } = named(error);
  return { fault, detail: shownText(detail) };
}

function named(error: unknown): FaultReport {
  if (error instanceof WWWAuthenticateChallengeError)
    return { fault: 'WRONG_CLIENT', detail: `HTTP ${error.status}` };
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const { error: code, error_description: words = '' } = error;
    const isBusy = verdictOf(error) === 'away';
    const fault = isBusy ? 'BUSY' : /redirect/i.test(words) ? 'WRONG_REDIRECT' : BY_ERROR[code];
    return { fault: fault ?? 'INVALID', detail: [code, words].filter(Boolean).join(': ') };
  }
  const cause = causeOf(error);
  if (error instanceof ClientError)
    return { fault: BY_CODE[error.code ?? ''] ?? 'INVALID', detail: cause?.message ?? error.message };
  if (verdictOf(error) !== 'away') return { fault: 'INVALID', detail: 'The answer could not be read' };
  const code = String(cause?.code ?? '');
  const isCertificate = /CERT|TLS|SSL|ALTNAME|SIGNED/.test(code);
  return { fault: isCertificate ? 'CERTIFICATE' : 'UNREACHABLE', detail: code };
}

const causeOf = (error: unknown): (Error & { readonly code?: unknown }) | undefined =>
  error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
