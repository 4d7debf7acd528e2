import { findIdentities } from '../accounts/index.ts';
import { Identity } from '../accounts/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { Conflict, Unauthenticated } from '../platform/errors.ts';
import { openRoute, type Route } from '../platform/http/route.ts';
import { success, successWithToken } from '../platform/schema/envelope.ts';
import type { SignOnParts } from './parts.ts';
import { CallbackQuery, LinkLogin, LoginQuery, SignOn } from './schema.ts';

export interface LoginRouteDeps {
  readonly db: Queryable;
  readonly name: string;
  readonly passwordLogin: boolean;
  /** Undefined without OIDC_ISSUER. */
  readonly parts: SignOnParts | undefined;
  readonly knownBrowsers: { withLogin(cookie: string, email: string): string };
}

export const configured = (parts: SignOnParts | undefined): SignOnParts => {
  if (parts === undefined) throw new Conflict('Single sign-on is not configured', { code: 'NOT_CONFIGURED' });
  return parts;
};

/** docs/single-sign-on.md, "Login". */
export function loginRoutes({
  db,
  name,
  passwordLogin,
  parts,
  knownBrowsers,
}: LoginRouteDeps): readonly Route[] {
  const byBrowser = { limit: 'signOn', redirects: { failedTo: '/login' } } as const;

  return [
    openRoute({
      operation: 'getSignOn',
      at: 'GET /auth/oidc',
      summary: 'Get whether single sign-on is configured, and what its button says',
      reply: success(SignOn),
      handle: () => ({
        data: { enabled: parts !== undefined, name: parts === undefined ? null : name, passwordLogin },
      }),
    }),

    openRoute({
      ...byBrowser,
      operation: 'beginSignOn',
      at: 'GET /auth/oidc/login',
      summary: 'Go to the provider of single sign-on. A browser opens it as a page.',
      query: LoginQuery,
      setsCookie: true,
      async handle({ query, visitor, record }) {
        const { login } = configured(parts);
        const proving = query.reauthenticate ? await visitor() : undefined;
        if (query.reauthenticate && proving === undefined) throw new Unauthenticated();
        const wanted = { returnTo: query.returnTo ?? undefined, proving, silent: query.silent === true };
        const { location, cookie } = await login.begin(wanted, record);
        return { location, loginFlowCookie: cookie };
      },
    }),

    openRoute({
      ...byBrowser,
      operation: 'finishSignOn',
      at: 'GET /auth/oidc/callback',
      summary: 'Come back from the provider of single sign-on: create a session, and go to `returnTo`',
      query: CallbackQuery,
      setsCookie: true,
      async handle({ query, client, record }) {
        const { login } = configured(parts);
        const given = Object.entries(query).filter(
          (pair): pair is [string, string] => typeof pair[1] === 'string',
        );
        const finished = await login.finish(new URLSearchParams(given), client, record);
        const { location } = finished;
        if (finished.kind === 'waiting')
          return { location, loginFlowCookie: { state: '', value: finished.cookie } };
        const loginFlowCookie = { state: query.state ?? '', value: '' };
        if (finished.kind !== 'entered') return { location, loginFlowCookie };
        const { token, user } = finished;
        const knownBrowserCookie = knownBrowsers.withLogin(client.knownBrowser, user.email);
        return { location, sessionCookie: token, knownBrowserCookie, loginFlowCookie };
      },
    }),

    openRoute({
      operation: 'linkSignOn',
      at: 'POST /auth/oidc/link',
      limit: 'signOn',
      summary:
        'Finish a login that met an account with the same e-mail address, or one with a second factor. Counts as a login.',
      body: LinkLogin,
      setsCookie: true,
      reply: successWithToken(Identity),
      async handle({ body, client, visitor, record }) {
        const { linking } = configured(parts);
        const { user, token } = await linking.finish(body, client, await visitor(), record);
        const data = (await findIdentities(db, [user.id])).get(user.id);
        const knownBrowserCookie = knownBrowsers.withLogin(client.knownBrowser, user.email);
        const loginFlowCookie = { state: '', value: '' };
        return { data, token, sessionCookie: token, knownBrowserCookie, loginFlowCookie };
      },
    }),
  ];
}
