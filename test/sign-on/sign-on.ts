import { type CallOptions, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { Browser } from '../helpers/browser.ts';
import { CLIENT, type DirectoryPerson, startProvider, type TestProvider } from '../helpers/provider.ts';

export const SIGN_ON = {
  ...CLIENT,
  OIDC_ADMIN_GROUPS: 'admins',
  OIDC_CAREGIVER_GROUPS: 'nurses',
  OIDC_WARD_GROUPS: 'station-1=Ward 1,station-2=Ward 2',
};

export interface SignOnWorld {
  readonly app: TestApp;
  readonly provider: TestProvider;
  close(): Promise<void>;
}

export async function startSignOn(
  env: Readonly<Record<string, string>> = {},
  options: object = {},
): Promise<SignOnWorld> {
  const provider = await startProvider();
  const app = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer, ...env });
  await provider.serve(app, options);
  return {
    app,
    provider,
    async close() {
      await app.close();
      await provider.close();
    },
  };
}

export const isCallback = (url: string): boolean => url.includes('/api/auth/oidc/callback');

/** Where the browser is after the callback: a path of the console. */
const isPage = (app: TestApp) => (url: string) =>
  url.startsWith(app.url.replace(/api$/, '')) && !url.startsWith(app.url);

/** Logs a person of the directory in; returns where the browser arrives, and its session. */
export async function logIn(
  { app, provider }: SignOnWorld,
  accountId: string,
  {
    claims,
    browser = new Browser(),
    query = '',
    ...how
  }: {
    readonly claims?: DirectoryPerson;
    readonly browser?: Browser;
    readonly query?: string;
    readonly acr?: string;
    readonly amr?: readonly string[];
  } = {},
) {
  if (claims !== undefined) provider.people.set(accountId, claims);
  provider.login = { accountId, ...how };
  const arrived = await browser.follow(`${app.url}/auth/oidc/login${query}`, isPage(app));
  const { pathname, search } = new URL(arrived);
  return { browser, location: `${pathname}${search}`, token: browser.cookie(app.url, 'access_token') };
}

/** A call with the browser's cookies, as the console makes it. */
export const callFrom = (
  app: TestApp,
  browser: Browser,
  method: string,
  path: string,
  { body }: Pick<CallOptions, 'body'> = {},
): Promise<Response> => {
  const cookies = ['access_token', 'login_flow', 'known_browser']
    .map((name) => [name, browser.cookie(app.url, name)])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`);
  const origin = app.url.replace(/\/api$/, '');
  return app.call(method, path, { body, headers: { Cookie: cookies.join('; '), Origin: origin } });
};

export const rosa = (
  groups: readonly string[] = ['nurses'],
  more: DirectoryPerson = {},
): DirectoryPerson => ({
  given_name: 'Rosa',
  family_name: 'Klein',
  email: 'rosa.klein@example.org',
  email_verified: true,
  groups,
  ...more,
});
