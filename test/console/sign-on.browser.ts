import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { eventually } from '../helpers/eventually.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { startProvider, type TestProvider } from '../helpers/provider.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { sql } from '../helpers/sql.ts';
import { logIn, rosa, SIGN_ON } from '../sign-on/sign-on.ts';
import { type Consoles, openConsoles, type VisitOptions } from './browser.ts';

const NAME = 'Sunrise Login';
const BUTTON = { name: `Log in with ${NAME}` };

describe('single sign-on in the console', () => {
  let provider: TestProvider;
  let consoles: Consoles;
  before(async () => {
    provider = await startProvider();
    consoles = await openConsoles({ ...SIGN_ON, OIDC_ISSUER: provider.issuer, OIDC_NAME: NAME });
    await provider.serve(consoles.app);
    provider.people.set('rosa', rosa());
  });
  after(async () => {
    await consoles.close();
    await provider.close();
  });

  /** At the address that the provider sends the browser back to: another site than that of the provider. */
  const visitAs = (accountId: string, options: VisitOptions = {}) => {
    provider.login = { accountId };
    const origin = consoles.origin.replace('127.0.0.1', 'localhost');
    return consoles.visit({ ...options, origin, otherOrigins: [provider.issuer] });
  };

  it('logs in at the provider, opens the requested page, and logs out there', async () => {
    const { page, ...visit } = await visitAs('rosa');
    await visit.open('/settings/me');
    await page.getByRole('button', BUTTON).waitFor();
    await visit.checkAccessibility();
    await visit.picture('sign-on/login');
    await page.getByRole('button', BUTTON).click();
    await page.waitForURL('**/settings/me');
    const name = page.getByLabel('First name');
    await name.waitFor();
    assert.equal(await name.inputValue(), 'Rosa');
    assert.equal(await name.isEditable(), false);
    await page.getByText(`Your name comes from ${NAME}`).waitFor();
    await visit.checkAccessibility();
    await visit.picture('sign-on/profile');
    // The provider's own page loads fonts of others.
    await page.route(`${provider.issuer}/session/end*`, (route) => route.fulfill({ body: 'Bye' }));
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${provider.issuer}/session/end*`);
    await visit.close();
  });

  it('asks the provider again before a change of the account, and the person repeats the step', async () => {
    const { page, ...visit } = await visitAs('rosa');
    await visit.open('/settings/security');
    await page.getByRole('button', BUTTON).click();
    await page.getByText('Your account has no password in Vigil').waitFor();
    await sql(consoles.app.databaseUrl, 'UPDATE sessions SET provider_authenticated_at = NULL');
    const unlink = async () => {
      await page.getByRole('button', { name: 'Manage linked accounts' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('rosa.klein@example.org').waitFor();
      await visit.checkAccessibility();
      await visit.picture('sign-on/identities');
      await dialog.getByRole('button', { name: 'Unlink' }).click();
      await dialog.getByText('You can no longer log in').waitFor();
      await dialog.getByRole('button', { name: 'Unlink' }).click();
    };
    await unlink();
    const question = page.getByRole('dialog').filter({ hasText: 'Confirm that it is you' });
    await question.waitFor();
    await visit.checkAccessibility();
    await visit.picture('sign-on/again');
    // As the browser comes back from a login that the person has cancelled there.
    await page.evaluate(`sessionStorage.setItem('sign-on', '{"kind":"proof","to":"/settings/security"}')`);
    await visit.open('/login?error=OIDC_REFUSED');
    await page.getByText('The login was cancelled or refused').waitFor();
    await page.waitForURL('**/settings/security');
    await unlink();
    await question.getByRole('button', { name: `Continue with ${NAME}` }).click();
    await page.getByText('You have confirmed that it is you').waitFor();
    assert.match(page.url(), /\/settings\/security$/);
    await unlink();
    await page.getByText('This is your only way to log in').waitFor();
    await visit.close();
  });

  /** A caregiver with a password and the address that the provider has verified. */
  async function colleague(email: string): Promise<Person> {
    const person = await signUp(consoles.app, 'CAREGIVER', { email });
    provider.people.set(email, rosa(['nurses'], { email }));
    return person;
  }

  it('links the account with the same address by its password, and says when it took too long', async () => {
    const person = await colleague('lena@example.org');
    const { page, ...visit } = await visitAs(person.email);
    await visit.open('/reach');
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('heading', { name: 'Link your account' }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('sign-on/link');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Link account' }).click();
    await page.getByRole('alert').filter({ hasText: 'Invalid e-mail or password' }).waitFor();
    await sql(consoles.app.databaseUrl, 'DELETE FROM oidc_flows');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Link account' }).click();
    await page.getByText('took too long').waitFor();
    await visit.picture('sign-on/link-expired');
    await page.getByRole('button', { name: `Start again with ${NAME}` }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.reload();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Link account' }).click();
    await page.waitForURL('**/reach');
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Log out' }).or(page.getByText('Link')).first().waitFor();
    await visit.close();
  });

  it('links it without a password in a browser that has just logged in to it', async () => {
    const person = await colleague('mia@example.org');
    const { page, ...visit } = await visitAs(person.email);
    await visit.logIn(person, '/settings/security');
    await visit.open('/api/auth/oidc/login?returnTo=/');
    await page.getByText('You are logged in to the Vigil account').waitFor();
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Link account' }).click();
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await visit.close();
  });

  it('links it by a passkey, and lets a person with both choose how they confirm who they are', async () => {
    const person = await colleague('nora@example.org');
    const { page, context, ...visit } = await visitAs(person.email);
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await visit.logIn(person, '/settings/security');
    await page.getByRole('button', { name: 'Manage passkeys' }).click();
    await page.getByLabel('Name of the passkey').fill('Work phone');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('heading', { name: 'Link your account' }).waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();

    await sql(
      consoles.app.databaseUrl,
      'UPDATE sessions SET provider_authenticated_at = NULL, reauthenticated_at = NULL',
    );
    await visit.open('/settings/security');
    const setUp = page.getByRole('button', { name: 'Set up' });
    await setUp.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('heading', { name: 'Enter your password' }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('sign-on/password-or-provider');
    await page.getByRole('button', { name: `Use ${NAME} instead` }).click();
    await page.getByRole('button', { name: `Continue with ${NAME}` }).click();
    await page.getByText('You have confirmed that it is you').waitFor();
    await setUp.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set up' }).click();
    await page.getByText('Scan this code').waitFor();
    await visit.close();
  });

  it('asks for the code of an account with a second factor', async () => {
    const world = { ...consoles, provider, close: consoles.close };
    const email = 'olga@example.org';
    const { token } = await logIn(world, email, { claims: rosa(['nurses'], { email }) });
    const offer = await consoles.app.call('POST', '/profile/totp', { token });
    const secret = fromBase32(offer.body.data.secret);
    const now = stepAt(consoles.app.clock.now());
    const confirmation = { token, body: { code: totpCode(secret, now) } };
    const { data } = (await consoles.app.call('POST', '/profile/totp/confirm', confirmation)).body;
    const { page, ...visit } = await visitAs(email);
    await visit.open('/reach');
    await page.getByRole('button', BUTTON).click();
    await page.waitForURL('**/login?link=code');
    await visit.checkAccessibility();
    await visit.picture('sign-on/code');
    const field = page.getByRole('textbox').first();
    const submit = page.locator('button[type=submit]');
    await field.fill('000000');
    await submit.click();
    await page.getByRole('alert').first().waitFor();
    await field.fill(data.recoveryCodes[0]);
    await submit.click();
    await page.waitForURL('**/reach');
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await visit.close();
  });

  it('says in words why a login failed, in both languages', async () => {
    provider.people.set('gone', rosa([], { email: 'gone@example.org' }));
    for (const [locale, button, sentence] of [
      ['en-GB', `Log in with ${NAME}`, 'Your groups give you no access'],
      ['de-DE', `Mit ${NAME} anmelden`, 'Ihre Gruppen geben Ihnen keinen Zugang'],
    ] as const) {
      const dark = locale === 'de-DE';
      const { page, ...visit } = await visitAs('gone', { locale, dark, width: 360, height: 740 });
      await visit.open('/login');
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
      await visit.checkAccessibility();
      await visit.checkWidth();
      await visit.picture(`sign-on/refused-${locale}`);
      const language = locale.slice(0, 2);
      await sql(
        consoles.app.databaseUrl,
        `UPDATE users SET language = '${language}' WHERE last_name = 'Klein'`,
      );
      provider.login = { accountId: 'rosa' };
      await visit.context.clearCookies({ domain: '127.0.0.1' });
      await visit.open('/login');
      await page.getByRole('button', { name: button }).click();
      await page.locator('#pages').waitFor();
      for (const path of ['/settings/me', '/settings/security']) {
        await visit.open(path);
        await page.getByRole('heading', { level: 2 }).first().waitFor();
        await page.getByText(NAME).first().waitFor();
        await visit.checkWidth();
        await visit.checkAccessibility();
        await visit.picture(`sign-on${path}-${locale}`);
      }
      await visit.close();
    }
    const { page, ...visit } = await visitAs('rosa');
    await visit.open('/login?error=<b>toString</b>');
    await page.getByText('The login did not work').waitFor();
    await visit.close();
  });

  it('shows what the role may do at once when it changes', async () => {
    provider.people.set('kim', rosa(['nurses'], { email: 'kim@example.org' }));
    const { page, ...visit } = await visitAs('kim');
    await visit.open('/');
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const link = () => page.locator('nav a[href="/admin/users"]').count();
    assert.equal(await link(), 0);
    await logIn({ ...consoles, provider, close: consoles.close }, 'kim', {
      claims: rosa(['admins'], { email: 'kim@example.org' }),
    });
    await page.locator('nav a[href="/admin/users"]').first().waitFor({ state: 'attached' });
    await visit.close();
  });
});

describe('a session that the provider must open again', () => {
  let provider: TestProvider;
  let consoles: Consoles;
  before(async () => {
    provider = await startProvider();
    consoles = await openConsoles({
      ...SIGN_ON,
      OIDC_ISSUER: provider.issuer,
      OIDC_NAME: NAME,
      SESSION_DURATION: '5m',
      PASSWORD_LOGIN: 'off',
      BREAK_GLASS_ADMINS: 'night@example.org',
    });
    // No refresh token.
    await provider.serve(consoles.app, { issueRefreshToken: async () => false });
    provider.people.set('rosa', rosa());
  });
  after(async () => {
    await consoles.close();
    await provider.close();
  });

  it('logs in silently near its end, once, and says when it must be done by hand', async () => {
    provider.login = { accountId: 'rosa' };
    const origin = consoles.origin.replace('127.0.0.1', 'localhost');
    const { page, context, ...visit } = await consoles.visit({ origin, otherOrigins: [provider.issuer] });
    await page.clock.install();
    await visit.open('/reach');
    await page.getByText('Resident or emergency admin').waitFor();
    await visit.checkAccessibility();
    await visit.picture('sign-on/without-passwords');
    assert.equal(await page.getByLabel('Password').isVisible(), false);
    await page.getByText('Resident or emergency admin').click();
    await page.getByLabel('Password').waitFor();
    await visit.checkAccessibility();
    await visit.picture('sign-on/without-passwords-open');
    await page.getByRole('button', BUTTON).click();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const sessions = async () => (await sql(consoles.app.databaseUrl, 'SELECT id FROM sessions')).length;
    assert.equal(await sessions(), 1);
    await page.clock.fastForward(160_000);
    await eventually('a silent login', async () => (await sessions()) === 2);
    await page.waitForURL('**/reach');
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();

    // The provider has no session of this browser any more.
    await context.clearCookies({ domain: '127.0.0.1' });
    await page.evaluate(`localStorage.removeItem('silent-login-at')`);
    await page.clock.fastForward(160_000);
    await page.getByText(`Log in again with ${NAME}`).waitFor();
    await page.waitForURL('**/reach');
    await page.getByText(`Log in again with ${NAME}`).waitFor();
    await visit.checkAccessibility();
    await visit.picture('sign-on/ending');
    const asked = visit.apiRequests().filter((request) => request.includes('silent=true'));
    assert.equal(asked.length, 2);
    await page.evaluate(`localStorage.removeItem('silent-login-at')`);
    await page.clock.fastForward(30_000);
    await staysQuiet(1_500, 'the page looks at its clock each second');
    assert.ok(visit.apiRequests().every((request) => !request.includes('silent=true')));
    await page.getByRole('button', { name: 'Log in again' }).click();
    await eventually('a login', async () => (await sessions()) === 3);
    await visit.close();
  });

  it('offers nothing with a passkey or a password, and says how to confirm who one is', async () => {
    provider.login = { accountId: 'rosa' };
    const origin = consoles.origin.replace('127.0.0.1', 'localhost');
    const { page, ...visit } = await consoles.visit({ origin, otherOrigins: [provider.issuer] });
    await visit.open('/settings/security');
    await page.getByRole('button', BUTTON).click();
    await page.getByText('Passkeys are switched off for your account').waitFor();
    await page.getByRole('button', { name: 'Manage passkeys' }).click();
    await page.getByText('You have no passkeys yet.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add passkey' }).count(), 0);
    await visit.checkAccessibility();
    await visit.picture('sign-on/passkeys-off');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const { databaseUrl } = consoles.app;
    await sql(databaseUrl, 'UPDATE sessions SET provider_authenticated_at = NULL');
    const ask = async () => {
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Set up' }).click();
    };
    await ask();
    await page.getByText(`please log in with ${NAME} again`).waitFor();
    // Of a person whose identity was taken away meanwhile.
    await sql(databaseUrl, 'DELETE FROM oidc_identities');
    await visit.open('/settings/security');
    await ask();
    await page.getByText('passwords are switched off').waitFor();
    await visit.checkAccessibility();
    const begun = page.waitForRequest((request) => request.url().includes('/api/auth/oidc/login'));
    await page.getByRole('button', { name: `Continue with ${NAME}` }).click();
    assert.doesNotMatch((await begun).url(), /reauthenticate/);
    await visit.close();
  });
});
