import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { HOUR_MS, SECOND_MS } from '../platform/time.ts';
import { type Claims, groupsIn } from './claims.ts';
import { OtherPerson } from './provider-errors.ts';
import type { SignOnConfig } from './settings.ts';

/** What the provider gave with a session. */
export interface ProviderTokens {
  readonly idToken?: string | undefined;
  readonly refreshToken?: string | undefined;
}

/** What a login or a renewal at the provider has brought, verified. */
export interface Provided extends ProviderTokens {
  readonly subject: string;
  readonly sid: string | undefined;
  /** Of the ID token, completed by userinfo. */
  readonly claims: Claims;
}

/** The secrets of a login that is on its way. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface ProviderDeps {
  readonly config: SignOnConfig;
  readonly publicUrl: () => string;
}

export const CALLBACK_PATH = '/api/auth/oidc/callback';
/** Of each request: a person waits for at most three of them. */
const TIMEOUT_S = 4;
const CLOCK_TOLERANCE_S = 20;
const METADATA_MS = HOUR_MS;
/** Signatures that anybody can check; `none` and shared secrets are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface Discovered {
  readonly configuration: oidc.Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly since: number;
}

/** The OpenID Connect provider. Its methods throw the errors of `openid-client` (provider-errors.ts). */
export class Provider {
  readonly #deps: ProviderDeps;
  readonly #issuer: string;
  readonly #clientId: string;
  #found: Discovered | undefined;
  #finding: Promise<Discovered> | undefined;

  constructor(deps: ProviderDeps, issuer: string, clientId: string) {
    this.#deps = deps;
    this.#issuer = issuer;
    this.#clientId = clientId;
  }

  /** `again`: the provider asks the person to log in although it has a session; `silent`: it asks nothing. */
  async loginUrl(
    { state, nonce, verifier }: FlowSecrets,
    { again, silent }: { readonly again: boolean; readonly silent: boolean },
  ): Promise<string> {
    const { configuration } = await this.#discovered();
    const { oidcScopes, oidcPrompt } = this.#deps.config;
    return oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#callbackUrl(),
      scope: oidcScopes,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(again && { prompt: 'login', max_age: '0' }),
      ...(silent && { prompt: 'none' }),
      ...(!again && !silent && oidcPrompt !== undefined && { prompt: oidcPrompt }),
    }).href;
  }

  async finish(query: URLSearchParams, flow: FlowSecrets, again: boolean): Promise<Provided> {
    const { configuration } = await this.#discovered();
    const tokens = await oidc.authorizationCodeGrant(
      configuration,
      new URL(`${this.#callbackUrl()}?${query}`),
      {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
        ...(again && { maxAge: 0 }),
      },
    );
    return this.#provided(configuration, tokens, tokens.claims()?.sub ?? '');
  }

  /** `keep` stores the new tokens before userinfo is asked: the provider has used up the old refresh token. */
  async refresh(
    { refreshToken = '', idToken }: ProviderTokens,
    subject: string,
    keep: (tokens: ProviderTokens) => Promise<unknown>,
  ): Promise<Provided> {
    const { configuration } = await this.#discovered();
    const tokens = await oidc.refreshTokenGrant(configuration, refreshToken);
    const claims = tokens.claims();
    if (claims !== undefined && claims.sub !== subject) throw new OtherPerson();
    await keep({ idToken: tokens.id_token ?? idToken, refreshToken: tokens.refresh_token ?? refreshToken });
    return this.#provided(configuration, tokens, subject);
  }

  /** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6), or undefined if it is not valid. */
  async logoutClaims(token: string): Promise<Claims | undefined> {
    const { configuration, keys } = await this.#discovered();
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer: configuration.serverMetadata().issuer,
        audience: this.#clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: '5 minutes',
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
      return ['logout+jwt', 'jwt'].includes(type) ? payload : undefined;
    } catch (error) {
      if (isUnanswered(error)) throw error;
      return undefined;
    }
  }

  /** Its metadata as it publishes them now. */
  async look(): Promise<oidc.ServerMetadata> {
    return (await this.#find()).configuration.serverMetadata();
  }

  /** Undefined while the provider has not been reached yet: a logout does not wait for it. */
  endSessionUrl(idToken: string | undefined): string | undefined {
    const configuration = this.#found?.configuration;
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
    return oidc.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${this.#deps.publicUrl()}/login`,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    }).href;
  }

  #callbackUrl(): string {
    return `${this.#deps.publicUrl()}${CALLBACK_PATH}`;
  }

  async #provided(
    configuration: oidc.Configuration,
    tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
    subject: string,
  ): Promise<Provided> {
    const idClaims: Claims = { ...tokens.claims() };
    const { oidcGroupsClaim } = this.#deps.config;
    const isComplete = groupsIn(idClaims, oidcGroupsClaim) !== undefined && idClaims.email !== undefined;
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo =
      isComplete || !hasUserInfo ? {} : await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
    const { sid } = idClaims;
    return {
      subject,
      sid: typeof sid === 'string' ? sid : undefined,
      claims: { ...userInfo, ...idClaims },
      idToken: tokens.id_token,
      refreshToken: tokens.refresh_token,
    };
  }

  /** Looked up again every hour; the last metadata stay in use while the provider is away. */
  async #discovered(): Promise<Discovered> {
    const found = this.#found;
    if (found !== undefined && performance.now() - found.since < METADATA_MS) return found;
    const finding = this.#find();
    return found === undefined ? finding : finding.catch(() => found);
  }

  #find(): Promise<Discovered> {
    this.#finding ??= this.#discover().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #discover(): Promise<Discovered> {
    const { oidcClientSecret: secret } = this.#deps.config;
    const server = new URL(this.#issuer);
    const configuration = await oidc.discovery(
      server,
      this.#clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
      clientAuthentication(secret),
      {
        timeout: TIMEOUT_S,
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    const { jwks_uri: keys } = configuration.serverMetadata();
    if (keys === undefined) throw new oidc.ClientError('the provider publishes no keys');
    this.#found = {
      configuration,
      keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: TIMEOUT_S * SECOND_MS }),
      since: performance.now(),
    };
    return this.#found;
  }
}

/** HTTP Basic is what a provider must support; some support only a form. */
function clientAuthentication(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const post = oidc.ClientSecretPost(secret);
  const basic: oidc.ClientAuth = (_, client, __, headers) =>
    headers.set('authorization', `Basic ${btoa([client.client_id, secret].map(formEncoded).join(':'))}`);
  return (server, ...request) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (supported.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

/**
 * RFC 6749, 2.3.1. `openid-client` also encodes what need not be (`-` as `%2D`), which providers such as LemonLDAP::NG take
 * literally.
 */
const formEncoded = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

/** The keys could not be fetched: says nothing about the token. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) || ['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC'].includes(error.code);
