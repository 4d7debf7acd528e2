import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** Also what no provider may claim. */
export type ForgedClaims = Readonly<Record<string, unknown>>;

type Key = Parameters<SignJWT['sign']>[0];

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** An OpenID Connect provider that answers what a test wants, also what no provider may answer. */
export interface ForgedProvider {
  readonly issuer: string;
  /** The ID token of the next login with this nonce. */
  idToken: (nonce: string) => Promise<string> | string;
  /** Replaces the answer of the token endpoint. */
  tokens: ((form: URLSearchParams) => Promise<Answer> | undefined) | undefined;
  /** The answer of the token endpoint with this ID token. */
  given: (idToken: string) => object;
  userInfo: object;
  metadata: object;
  /** Takes requests for these paths, and answers none. */
  readonly silent: Set<string>;
  readonly asked: string[];
  /** Of the login that comes back next. */
  nonce: string;
  /** Signs with the published key, or another. */
  sign(claims: ForgedClaims, options?: { readonly header?: object; readonly key?: Key }): Promise<string>;
  /** A token as a provider should make it. */
  claims(nonce: string, more?: ForgedClaims): ForgedClaims;
  /** Publishes a new key, and drops the old one. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

export async function startForgedProvider(): Promise<ForgedProvider> {
  let keys = await generateKeyPair('RS256', { extractable: true });
  let kid = 'first';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', self.issuer);
    self.asked.push(pathname);
    if (self.silent.has(pathname)) return;
    text(request)
      .then((body) => answer(pathname, new URLSearchParams(body)))
      .then(
        ({ status, body }) =>
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
        () => response.writeHead(500).end(),
      );
  });

  async function answer(path: string, form: URLSearchParams): Promise<Answer> {
    const { issuer } = self;
    switch (path) {
      case '/.well-known/openid-configuration':
        return {
          status: 200,
          body: {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/userinfo`,
            jwks_uri: `${issuer}/keys`,
            end_session_endpoint: `${issuer}/logout`,
            authorization_response_iss_parameter_supported: true,
            id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
            response_types_supported: ['code'],
            ...self.metadata,
          },
        };
      case '/keys':
        return {
          status: 200,
          body: { keys: [{ ...(await exportJWK(keys.publicKey)), kid, alg: 'RS256', use: 'sig' }] },
        };
      case '/userinfo':
        return { status: 200, body: self.userInfo };
      case '/token':
        return (
          (await self.tokens?.(form)) ?? { status: 200, body: self.given(await self.idToken(self.nonce)) }
        );
      default:
        return { status: 404, body: {} };
    }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  const self: ForgedProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    idToken: (given) => self.sign(self.claims(given)),
    tokens: undefined,
    given: (idToken) => ({ access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken }),
    userInfo: {},
    metadata: {},
    silent: new Set(),
    asked: [],
    nonce: '',
    sign: (claims, { header, key } = {}) =>
      new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', kid, ...header })
        .sign(key ?? keys.privateKey),
    claims: (given, more) => {
      const at = Math.floor(Date.now() / 1000);
      return {
        iss: self.issuer,
        aud: 'vigil',
        sub: 'rosa',
        iat: at,
        exp: at + 300,
        auth_time: at,
        nonce: given,
        groups: ['nurses'],
        given_name: 'Rosa',
        family_name: 'Klein',
        email: 'rosa.klein@example.org',
        email_verified: true,
        ...more,
      };
    },
    async rotate() {
      keys = await generateKeyPair('RS256', { extractable: true });
      kid = `after ${kid}`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}
