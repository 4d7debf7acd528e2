import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { Browser } from '../helpers/browser.ts';
import { LEMONLDAP_CLIENT, type Lemonldap, lemonldap, WITHOUT_LEMONLDAP } from '../helpers/lemonldap.ts';
import { logInAsAdmin } from '../helpers/people.ts';
import { callFrom } from './sign-on.ts';

const REFRESH_MS = 900_000;
const TYLER = 'rtyler';

/** A provider that others wrote (docs/single-sign-on-examples.md, "Tried"). */
describe('LemonLDAP::NG', { skip: WITHOUT_LEMONLDAP }, () => {
  let app: TestApp;
  let provider: Lemonldap;
  let service: string;
  const browser = new Browser();
  let token: string | undefined;
  before(async () => {
    provider = await lemonldap();
    app = await startTestApp({
      ...LEMONLDAP_CLIENT,
      OIDC_ISSUER: provider.issuer,
      OIDC_ADMIN_GROUPS: 'admins',
      OIDC_CAREGIVER_GROUPS: 'nurses',
      OIDC_WARD_GROUPS: 'station-1=Ward 1',
    });
    service = app.url.replace('127.0.0.1', 'localhost').replace(/\/api$/, '');
    provider.groups = { nurses: [TYLER], 'station-1': [TYLER] };
    await provider.start(service);
    const { token: admin } = await logInAsAdmin(app);
    const ward = await app.call('POST', '/wards', { token: admin, body: { name: 'Ward 1' } });
    assert.equal(ward.status, 201);
  });
  after(async () => {
    await app?.close();
    await provider?.remove();
  });

  const me = () => app.call('GET', '/me', { token });
  const wards = async () => (await me()).body.data.wards.map(({ name }: { name: string }) => name);
  const isOwn = (url: string) => new URL(url).port === new URL(app.url).port;
  const isPage = (url: string) => isOwn(url) && !url.startsWith(app.url);

  async function restart(change: () => void): Promise<void> {
    await provider.stop();
    change();
    await provider.start(service);
  }

  /** Goes to the provider and sends its forms, with the password where it asks for it. */
  async function logIn(query = '', from = browser) {
    let asked = 0;
    let next = `${app.url}/auth/oidc/login${query}`;
    let response = await from.get(next);
    for (let hops = 0; hops < 20 && !isPage(next); hops++) {
      const location = response.headers.get('location');
      if (location !== null) {
        next = new URL(location, next).href.replace('//localhost:', '//127.0.0.1:');
        if (!isPage(next)) response = await from.get(next);
        continue;
      }
      const html = await response.text();
      const action = /<form [^>]*action="([^"]+)"/.exec(html)?.[1];
      assert.ok(action !== undefined, `${next} answered ${response.status} ${html.slice(0, 2_000)}`);
      const hidden = [...html.matchAll(/<input type="hidden" [^>]*?name="([^"]+)" value="([^"]*)"/g)];
      const form = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
      const asksForPassword = html.includes('name="password"');
      if (asksForPassword) asked += 1;
      if (action !== '#') next = new URL(action, next).href;
      response = await from.post(next, {
        ...form,
        ...(asksForPassword && { user: TYLER, password: TYLER }),
      });
    }
    const { pathname, search } = new URL(next);
    return { asked, location: `${pathname}${search}`, token: from.cookie(app.url, 'access_token') };
  }

  it('gives a person their role and their ward, and knows the browser at the next login', async () => {
    const first = await logIn('?returnTo=/reports');
    assert.deepEqual([first.location, first.asked], ['/reports', 1]);
    token = first.token;
    const { body } = await me();
    const { firstName, lastName, email, role } = body.data;
    assert.deepEqual(
      [firstName, lastName, email, role],
      ['Rose', 'Tyler', 'rtyler@badwolf.org', 'CAREGIVER'],
    );
    assert.deepEqual(await wards(), ['Ward 1']);
    const second = await logIn();
    assert.deepEqual([second.location, second.asked], ['/', 0]);
    assert.notEqual(second.token, token);
    token = second.token;
    assert.equal((await me()).body.data.id, body.data.id);
  });

  it('asks for the password again for recent authentication', async () => {
    await restart(() => provider.age(3_600));
    token = (await logIn()).token;
    const options = () => callFrom(app, browser, 'POST', '/profile/passkeys/options');
    assert.equal((await options()).body.code, 'REAUTHENTICATE');
    const again = await logIn('?reauthenticate=true&returnTo=/settings/me');
    assert.deepEqual([again.location, again.asked, again.token], ['/settings/me', 1, token]);
    assert.equal((await options()).status, 200);
  });

  it('renews the session, which goes on while it is away and follows the groups when it is back', async () => {
    await app.pass(REFRESH_MS);
    assert.deepEqual(await wards(), ['Ward 1']);
    await provider.stop();
    await app.pass(REFRESH_MS);
    assert.equal((await me()).status, 200);
    provider.groups = { nurses: [TYLER] };
    await provider.start(service);
    await app.pass(REFRESH_MS);
    assert.deepEqual(await wards(), []);
    await restart(() => {
      provider.groups = { nurses: ['msmith'] };
    });
    await app.pass(REFRESH_MS);
    assert.equal((await me()).status, 401);
    // A session at LemonLDAP::NG keeps the groups of its login.
    assert.equal((await logIn('', new Browser())).location, '/login?error=OIDC_NO_GROUP');
  });

  it('ends the session of the browser at the logout, and asks for the password at the next login', async () => {
    await restart(() => {
      provider.groups = { nurses: [TYLER] };
    });
    token = (await logIn()).token;
    const { body } = await callFrom(app, browser, 'POST', '/auth/logout');
    const left = await browser.follow(body.data.endSessionUrl, isPage);
    assert.equal(new URL(left).pathname, '/login');
    assert.equal((await me()).status, 401);
    const next = await logIn();
    assert.equal(next.asked, 1);
    token = next.token;
  });

  it('ends the session whose refresh token it does not know any more', async () => {
    assert.equal((await me()).status, 200);
    await restart(() => provider.endSessions());
    await app.pass(REFRESH_MS);
    assert.equal((await me()).status, 401);
  });
});
