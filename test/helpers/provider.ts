import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { TestApp } from './app.ts';

/** A person in the directory, with their claims. */
export interface DirectoryPerson {
  readonly [claim: string]: unknown;
}

/** A real OpenID Connect provider in this process, at which each person logs in without a question. */
export interface TestProvider {
  readonly issuer: string;
  readonly people: Map<string, DirectoryPerson>;
  /** Whose turn it is to log in, and how. */
  login: { accountId: string; acr?: string; amr?: readonly string[] };
  /** How often it has renewed a session. */
  renewals: number;
  /** While true, it takes requests and answers none. */
  isSilent: boolean;
  /** Registers the service as a client; call it when the service is open. */
  serve(app: Pick<TestApp, 'url'>, options?: object): Promise<void>;
  close(): Promise<void>;
}

export const CLIENT = { OIDC_CLIENT_ID: 'vigil', OIDC_CLIENT_SECRET: 'a secret of the client' };

const CLAIMS = ['name', 'given_name', 'family_name', 'preferred_username', 'groups'];

export async function startProvider(): Promise<TestProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(503).end();
  const server = createServer((request, response) => {
    if (!self.isSilent) handle(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: TestProvider = {
    issuer,
    people: new Map(),
    login: { accountId: '' },
    renewals: 0,
    isSilent: false,
    async serve({ url }, options = {}) {
      const own = url.replace('127.0.0.1', 'localhost').replace(/\/api$/, '');
      const { privateKey } = await generateKeyPair('RS256', { extractable: true });
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.OIDC_CLIENT_ID,
            client_secret: CLIENT.OIDC_CLIENT_SECRET,
            redirect_uris: [`${own}/api/auth/oidc/callback`],
            post_logout_redirect_uris: [`${own}/login`],
            grant_types: ['authorization_code', 'refresh_token'],
            require_auth_time: true,
            backchannel_logout_uri: `${url}/auth/oidc/backchannel-logout`,
            backchannel_logout_session_required: true,
          },
        ],
        jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
        cookies: { keys: ['a key of the cookies'] },
        scopes: ['openid', 'profile', 'email', 'offline_access'],
        claims: { openid: ['sub'], profile: CLAIMS, email: ['email', 'email_verified'] },
        acrValues: ['phr'],
        features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
        interactions: { url: () => '/interaction' },
        // Its own refuses addresses of this machine.
        fetch: (url: string, { dispatcher: _, ...request }: { readonly dispatcher?: unknown }) =>
          fetch(url, request),
        issueRefreshToken: async () => true,
        expiresWithSession: async () => false,
        rotateRefreshToken: true,
        ttl: {
          AccessToken: 600,
          Grant: 9_000,
          IdToken: 600,
          Interaction: 600,
          RefreshToken: 9_000,
          Session: 9_000,
        },
        findAccount: async (_: unknown, id: string) => {
          const person = self.people.get(id);
          return person && { accountId: id, claims: async () => ({ sub: id, ...person }) };
        },
        // biome-ignore lint/suspicious/noExplicitAny: the context of a library without types
        loadExistingGrant: async ({ oidc }: any) => {
          const { clientId } = oidc.client;
          const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
          grant.addOIDCScope('openid profile email offline_access');
          await grant.save();
          return grant;
        },
        ...options,
      });
      provider.on('refresh_token.consumed', () => {
        self.renewals += 1;
      });
      const answer = provider.callback();
      handle = (request, response) => {
        if (!request.url?.startsWith('/interaction')) return answer(request, response);
        const { accountId, ...how } = self.login;
        provider.interactionFinished(request, response, { login: { accountId, ...how } }).catch(() => {
          response.writeHead(500).end();
        });
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}
