import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { HOUR_MS, SECOND_MS } from '../platform/time.ts';
import { type Claims, claimsOf, groupsIn, isName } from './claims.ts';
import { OtherPerson, verdictOf } from './provider-errors.ts';
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
/** Nobody waits for a renewal, and a slow provider uses the refresh token up although its answer comes too late. */
const RENEWAL_TIMEOUT_MS = 20 * SECOND_MS;
/** After a failure, so that what strangers send causes no request each. */
const REST_MS = 5 * SECOND_MS;
const CLOCK_TOLERANCE_S = 20;
const METADATA_MS = HOUR_MS;
const KEYS_MIN_S = 60;
/** Signatures that anybody can check; `none` and shared secrets are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

interface Discovered {
  readonly configuration: oidc.Configuration;
  /** Of logout tokens. */
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  /** Of ID tokens. */
  keyCache: oidc.ExportedJWKSCache | undefined;
  readonly since: number;
}

/** The OpenID Connect provider. Its methods throw the errors of `openid-client` (provider-errors.ts). */
export class Provider {
  readonly #deps: ProviderDeps;
  readonly #issuer: string;
  readonly #clientId: string;
  #found: Discovered | undefined;
  #finding: Promise<Discovered> | undefined;
  #failed: { readonly error: unknown; readonly at: number } | undefined;

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
    return this.#withKeys(async (configuration) => {
      const answer = new URL(`${this.#callbackUrl()}?${query}`);
      const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
        ...(again && { maxAge: 0 }),
      });
      return this.#provided(configuration, tokens, tokens.claims()?.sub ?? '');
    });
  }

  /** `keep` stores the new refresh token as soon as it is here: the provider has used up the old one. */
  async refresh(
    { refreshToken = '', idToken }: ProviderTokens,
    subject: string,
    keep: (refreshToken: string) => Promise<unknown>,
  ): Promise<Provided> {
    return this.#withKeys(async (configuration) => {
      const { token_endpoint: tokenUrl } = configuration.serverMetadata();
      configuration[oidc.customFetch] = async (url, request) => {
        if (url !== tokenUrl) return send(url, request);
        const response = await send(url, { ...request, signal: AbortSignal.timeout(RENEWAL_TIMEOUT_MS) });
        const body: unknown = await response
          .clone()
          .json()
          .catch(() => undefined);
        const given = body as { readonly refresh_token?: unknown } | null | undefined;
        if (response.ok && typeof given?.refresh_token === 'string') await keep(given.refresh_token);
        return response;
      };
      const tokens = await oidc.refreshTokenGrant(configuration, refreshToken);
      const claims = tokens.claims();
      if (claims !== undefined && claims.sub !== subject) throw new OtherPerson();
      const provided = await this.#provided(configuration, tokens, subject);
      return {
        ...provided,
        idToken: provided.idToken ?? idToken,
        refreshToken: provided.refreshToken ?? refreshToken,
      };
    });
  }

  /** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6), or undefined if it is not valid. */
  async logoutClaims(token: string): Promise<Claims | undefined> {
    const { configuration, keys } = await this.#discovered();
    this.#requireRested();
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
      if (!isUnanswered(error)) return undefined;
      this.#failed = { error, at: performance.now() };
      throw error;
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

  /** The library asks for keys again after five minutes, and for one that it does not know after one. */
  async #withKeys<T>(work: (configuration: oidc.Configuration) => Promise<T>): Promise<T> {
    const found = await this.#discovered();
    const configuration = this.#configurationOf(found.configuration.serverMetadata());
    if (found.keyCache !== undefined) oidc.setJwksCache(configuration, found.keyCache);
    let isDoubtful = false;
    try {
      return await work(configuration);
    } catch (error) {
      isDoubtful = verdictOf(error) === 'invalid';
      throw error;
    } finally {
      const keys = oidc.getJwksCache(configuration);
      const isOld = keys !== undefined && Date.now() / SECOND_MS - keys.uat >= KEYS_MIN_S;
      // There may be another key under the same name.
      found.keyCache = isDoubtful && isOld ? undefined : keys;
    }
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
    // The library looks at the authorized party only beside several audiences.
    if (idClaims.azp !== undefined && idClaims.azp !== this.#clientId)
      throw new Error('the ID token is that of another client');
    if (!isName(subject)) throw new Error('the subject is not one');
    const { oidcGroupsClaim } = this.#deps.config;
    const isComplete = groupsIn(idClaims, oidcGroupsClaim) !== undefined && idClaims.email !== undefined;
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo =
      isComplete || !hasUserInfo ? {} : await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
    const { sid } = idClaims;
    return {
      subject,
      sid: isName(sid) ? sid : undefined,
      claims: claimsOf(idClaims, userInfo),
      idToken: tokens.id_token,
      refreshToken: tokens.refresh_token,
    };
  }

  /** Looked up again every hour. Meanwhile, and while the provider is away, the last metadata stay in use. */
  async #discovered(): Promise<Discovered> {
    const found = this.#found;
    if (found !== undefined && performance.now() - found.since < METADATA_MS) return found;
    const finding = this.#find();
    if (found === undefined) return finding;
    finding.catch(() => {});
    return found;
  }

  async #find(): Promise<Discovered> {
    this.#requireRested();
    this.#finding ??= this.#discover()
      .catch((error: unknown) => {
        this.#failed = { error, at: performance.now() };
        throw error;
      })
      .finally(() => {
        this.#finding = undefined;
      });
    return this.#finding;
  }

  #requireRested(): void {
    if (this.#failed !== undefined && performance.now() - this.#failed.at < REST_MS) throw this.#failed.error;
  }

  async #discover(): Promise<Discovered> {
    const server = new URL(this.#issuer);
    const [id, client, authentication, options] = this.#clientOf(server);
    const configuration = await oidc.discovery(server, id, client, authentication, options);
    const { jwks_uri: keys } = configuration.serverMetadata();
    if (keys === undefined) throw new oidc.ClientError('the provider publishes no keys');
    this.#found = {
      configuration,
      keys: createRemoteJWKSet(new URL(keys), { timeoutDuration: TIMEOUT_S * SECOND_MS }),
      keyCache: undefined,
      since: performance.now(),
    };
    return this.#found;
  }

  #configurationOf(server: oidc.ServerMetadata): oidc.Configuration {
    const [id, client, authentication, { timeout, execute }] = this.#clientOf(new URL(this.#issuer));
    const configuration = new oidc.Configuration(server, id, client, authentication);
    configuration.timeout = timeout;
    for (const change of execute) change(configuration);
    return configuration;
  }

  #clientOf({ protocol }: URL) {
    const { oidcClientSecret: secret } = this.#deps.config;
    const execute = [
      oidc.enableNonRepudiationChecks,
      ...(protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ];
    const client = { [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
    return [this.#clientId, client, clientAuthentication(secret), { timeout: TIMEOUT_S, execute }] as const;
  }
}

const send = fetch as unknown as oidc.CustomFetch;

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
