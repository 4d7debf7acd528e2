import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Browser } from '../helpers/browser.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectLive } from '../helpers/live.ts';
import { patientNow } from '../helpers/patience.ts';
import { startProvider, type TestProvider } from '../helpers/provider.ts';
import { WITHOUT_REDIS } from '../helpers/redis.ts';
import { killAll } from '../process/child.ts';
import { isCallback, rosa, SIGN_ON } from '../sign-on/sign-on.ts';
import { type Pair, startPair } from './instances.ts';

const PUBLIC_URL = 'http://vigil.test';
const SECOND_MS = 1_000;

describe('single sign-on at two instances', { skip: WITHOUT_REDIS }, () => {
  let pair: Pair;
  let provider: TestProvider;
  /** When an instance last replied to a request of the provider. */
  let logoutAt: number | undefined;
  before(async () => {
    provider = await startProvider();
    await provider.serve(
      { url: `${PUBLIC_URL}/api` },
      {
        async fetch(url: string, { dispatcher: _, ...request }: { readonly dispatcher?: unknown }) {
          const reply = await fetch(String(url).replace(PUBLIC_URL, new URL(pair.a.url).origin), request);
          logoutAt = patientNow();
          return reply;
        },
      },
    );
    pair = await startPair({
      ...SIGN_ON,
      PUBLIC_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_REFRESH_SECONDS: '1',
    });
  });
  after(async () => {
    await killAll();
    await pair?.close();
    await provider.close();
  });

  /** Begins at one instance and comes back to the other. */
  async function loggedIn(
    browser = new Browser({ [PUBLIC_URL]: new URL(pair.b.url).origin }),
  ): Promise<string> {
    provider.people.set('rosa', rosa());
    provider.login = { accountId: 'rosa' };
    const b = new URL(pair.b.url).origin;
    const callback = await browser.follow(`${pair.a.url}/auth/oidc/login`, isCallback);
    assert.ok(callback.startsWith(b));
    for (let slot = 0; slot < 16; slot++) {
      const name = `login_flow_${slot}`;
      browser.setCookie(callback, name, browser.cookie(pair.a.url, name) ?? '');
    }
    assert.equal((await browser.get(callback)).headers.get('location'), '/');
    return browser.cookie(callback, 'access_token') ?? '';
  }

  it('finishes at one what began at the other, and renews each session at one of them', async () => {
    const token = await loggedIn();
    const before = provider.renewals;
    // The provider ends a session whose refresh token comes a second time.
    await eventually('the session is renewed', () => provider.renewals >= before + 4);
    for (const instance of [pair.a, pair.b])
      assert.equal((await instance.call('GET', '/me', { token })).status, 200);
  });

  it('ends a session and its sockets on both within a second of a logout that one of them gets', async () => {
    const browser = new Browser({ [PUBLIC_URL]: new URL(pair.b.url).origin });
    const token = await loggedIn(browser);
    const other = await loggedIn();
    const sockets = await Promise.all([connectLive(pair.a, { token }), connectLive(pair.b, { token })]);
    const closed = Promise.all(
      sockets.map(async ({ closed }) => ({ code: (await closed).code, at: patientNow() })),
    );
    const page = await (await browser.get(`${provider.issuer}/session/end?client_id=vigil`)).text();
    const field = (pattern: RegExp) => pattern.exec(page)?.[1] ?? '';
    const xsrf = field(/name="xsrf" value="([^"]+)"/);
    await browser.post(field(/action="([^"]+)"/), { xsrf, logout: 'yes' });
    assert.ok(logoutAt !== undefined, 'the provider has sent a logout');
    for (const { code, at } of await closed) {
      assert.equal(code, 4401);
      assert.ok(at - logoutAt < SECOND_MS, `${at - logoutAt} ms`);
    }
    for (const instance of [pair.a, pair.b]) {
      assert.equal((await instance.call('GET', '/me', { token })).status, 401);
      assert.equal((await instance.call('GET', '/me', { token: other })).status, 200, 'another browser');
    }
  });

  it('ends a session on both within a second of the answer of the provider', async () => {
    const token = await loggedIn();
    const sockets = await Promise.all([connectLive(pair.a, { token }), connectLive(pair.b, { token })]);
    provider.people.delete('rosa');
    const codes = await Promise.all(
      sockets.map(async ({ closed }) => ({ code: (await closed).code, at: patientNow() })),
    );
    assert.deepEqual(
      codes.map(({ code }) => code),
      [4401, 4401],
    );
    const [first = 0, second = 0] = codes.map(({ at }) => at);
    assert.ok(Math.abs(first - second) < SECOND_MS);
    for (const instance of [pair.a, pair.b])
      assert.equal((await instance.call('GET', '/me', { token })).status, 401);
  });
});
