import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { Browser } from '../helpers/browser.ts';
import { type ForgedProvider, startForgedProvider } from '../helpers/forged-provider.ts';
import { silentLog } from '../helpers/silent-log.ts';
import { SIGN_ON } from './sign-on.ts';

describe('the log about the provider', () => {
  let app: TestApp;
  let provider: ForgedProvider;
  const lines: { readonly level: 'warn' | 'error'; readonly text: string }[] = [];
  const keep = (level: 'warn' | 'error') => (fields: object, message?: string) =>
    void lines.push({ level, text: `${message} ${JSON.stringify(fields)}` });
  const log = silentLog({ warn: keep('warn'), error: keep('error') });
  before(async () => {
    provider = await startForgedProvider();
    app = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer }, { log });
  });
  beforeEach(() => {
    lines.length = 0;
  });
  after(() => app.close());

  const about = (part: RegExp) => lines.filter(({ text }) => part.test(text));

  async function cameBack(error: string): Promise<string | null> {
    const browser = new Browser();
    const login = await browser.get(`${app.url}/auth/oidc/login`);
    const state = new URL(login.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const query = { error, error_description: 'A STRANGER wrote this', state, iss: provider.issuer };
    const back = await browser.get(`${app.url}/auth/oidc/callback?${new URLSearchParams(query)}`);
    return back.headers.get('location');
  }

  it('has a warning without the words of a stranger about an error in a callback, once a minute', async () => {
    for (let tries = 0; tries < 5; tries++)
      for (const error of ['temporarily_unavailable', 'server_error', 'A STRANGER', 'access_denied'])
        assert.match((await cameBack(error)) ?? '', /^\/login\?error=OIDC_/);
    assert.equal(
      about(/no valid answer to a login/).length,
      2,
      'one of the provider that is away, one of the rest',
    );
    assert.deepEqual(about(/STRANGER|temporarily/), []);
    assert.ok(
      lines.every(({ level }) => level === 'warn'),
      JSON.stringify(lines),
    );
  });

  it('has a warning about a login that cannot begin, and a logout that cannot be checked', async () => {
    const { issuer } = provider;
    await provider.close();
    const away = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: issuer }, { log });
    for (let tries = 0; tries < 3; tries++) {
      const login = await new Browser().get(`${away.url}/auth/oidc/login`);
      assert.equal(login.headers.get('location'), '/login?error=OIDC_AWAY');
      const logout = await new Browser().post(`${away.url}/auth/oidc/backchannel-logout`, {
        logout_token: 'STRANGER',
      });
      assert.equal(logout.status, 503);
    }
    await away.close();
    assert.equal(about(/login could not begin/).length, 1);
    assert.equal(about(/logout could not be checked/).length, 1);
    assert.deepEqual(about(/STRANGER/), []);
    assert.ok(
      lines.every(({ level }) => level === 'warn'),
      JSON.stringify(lines),
    );
  });
});
