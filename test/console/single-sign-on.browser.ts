import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { startProvider, type TestProvider } from '../helpers/provider.ts';
import { logIn, rosa, SIGN_ON } from '../sign-on/sign-on.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the page of single sign-on', () => {
  let consoles: Consoles;
  let provider: TestProvider;
  let visit: Visit;
  before(async () => {
    provider = await startProvider();
    consoles = await openConsoles({ ...SIGN_ON, OIDC_ISSUER: provider.issuer });
    await provider.serve(consoles.app);
    // Where the provider sends the browser back to.
    visit = await consoles.visit({ origin: consoles.origin.replace('127.0.0.1', 'localhost') });
    await visit.logIn(ADMIN, '/admin/sign-on');
  });
  after(async () => {
    await consoles.close();
    await provider.close();
  });

  it('tests a login at the provider, and shows what it would bring', async () => {
    const { page } = visit;
    await page.getByText('The provider answers.').waitFor();
    await page.getByText('OIDC_WARD_GROUPS names wards that do not exist: Ward 1, Ward 2').waitFor();
    const ida = rosa(['nurses', 'cn=station-1,ou=groups,dc=example,dc=org'], { email: 'ida@example.org' });
    await logIn({ ...consoles, provider }, 'ida', { claims: ida });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('cell', { name: 'Logged in with a new account' }).waitFor();
    provider.people.set('rosa', rosa(['nurses', 'station-1', 'chess club']));
    provider.login = { accountId: 'rosa' };
    await page.getByRole('button', { name: 'Log in as a test' }).click();
    await page.getByText('Logged in with a new account.').waitFor();
    await page.getByText('station-1: Ward 1').waitFor();
    await page.getByText('chess club: gives nothing').waitFor();
    await page.getByText('All claims').click();
    await page.getByText('given_name', { exact: true }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('single-sign-on', { fullPage: true });
    await page.setViewportSize({ width: 360, height: 800 });
    await visit.checkWidth();
    await visit.picture('single-sign-on-phone', { fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('is shown in German, too', async () => {
    const { page } = visit;
    const { token } = await logInAsAdmin(consoles.app);
    const speak = (language: string) =>
      consoles.app.call('PUT', '/profile/me', { token, body: { language } });
    await speak('de');
    await visit.open('/admin/sign-on');
    await page.getByText('Der Anbieter antwortet.').waitFor();
    await page.getByText('Angemeldet mit einem neuen Konto.').waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    await visit.checkWidth();
    await visit.picture('single-sign-on-phone-de', { fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit.picture('single-sign-on-de', { fullPage: true });
    await speak('en');
  });

  it('hands an account over to the directory, and takes it back', async () => {
    const { page } = visit;
    const nurse = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    const { token } = await logInAsAdmin(consoles.app);
    const body = { name: 'Our directory', scopes: ['directory'] };
    await consoles.app.call('POST', '/admin/service-accounts', { token, body });
    await visit.open(`/admin/users?user=${nurse.id}`);
    await page.getByRole('button', { name: 'Hand over to the directory' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name in the directory').fill('ann.lee');
    await visit.checkAccessibility();
    await dialog.getByRole('button', { name: 'Hand over to the directory' }).click();
    await page.getByText('The account waits for the directory.').waitFor();
    await page.getByText('ann.lee', { exact: true }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('directory-entry', { fullPage: true });
    await page.getByRole('button', { name: 'Take back' }).click();
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('The directory does not manage the account any more.').waitFor();
    await page.getByRole('button', { name: 'Hand over to the directory' }).waitFor();
    await visit.open('/admin/sign-on');
    await page.getByText('Last request of Our directory').waitFor();
    await page.getByText('0 active, 0 inactive', { exact: true }).waitFor();
  });
});

describe('the page of single sign-on, without a provider', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  it('says what to set, and which addresses to register', async () => {
    const visit = await consoles.visit({ width: 360, height: 800 });
    await visit.logIn(ADMIN, '/admin/sign-on');
    await visit.page.getByRole('heading', { name: 'Not set up' }).waitFor();
    await visit.page.getByText(/\/api\/auth\/oidc\/callback$/).waitFor();
    await visit.page.getByText('OIDC_ISSUER').waitFor();
    await visit.page.getByText('No directory manages accounts.').waitFor();
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('single-sign-on-unset', { fullPage: true });
  });
});
