import type { TestApp } from '../helpers/app.ts';
import { Browser } from '../helpers/browser.ts';
import type { ForgedClaims, ForgedProvider } from '../helpers/forged-provider.ts';

/** Logs in with the claims that the forged provider gives; the token of the session, and where the browser arrives. */
export async function logInForged(
  app: Pick<TestApp, 'url'>,
  provider: ForgedProvider,
  claims: ForgedClaims,
  browser = new Browser(),
) {
  const login = await browser.get(`${app.url}/auth/oidc/login`);
  const { searchParams } = new URL(login.headers.get('location') ?? '');
  provider.nonce = searchParams.get('nonce') ?? '';
  provider.idToken = (nonce) => provider.sign(provider.claims(nonce, claims));
  const query = { code: 'c', state: searchParams.get('state') ?? '', iss: provider.issuer };
  const back = await browser.get(`${app.url}/auth/oidc/callback?${new URLSearchParams(query)}`);
  return { token: browser.cookie(app.url, 'access_token'), location: back.headers.get('location') };
}
