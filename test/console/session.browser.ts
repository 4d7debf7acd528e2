import { after, before, describe, it } from 'node:test';
import { type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('console/session', () => {
  let consoles: Consoles;
  let caregiver: Person;
  before(async () => {
    consoles = await openConsoles();
    caregiver = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
  });
  after(() => consoles.close());

  it('begins with a login, at the page that was asked for', async () => {
    const { page, ...visit } = await consoles.visit();
    await visit.open('/falls/5b0e');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('login');
    await page.getByLabel('E-mail').fill(caregiver.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Invalid e-mail or password' }).waitFor();
    await page.getByLabel('Password').fill('Secret!123');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/falls/5b0e');
    await page.getByRole('heading', { name: 'Fall' }).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out.').waitFor();
    await visit.close();
  });

  it('ends on every page at once when it ends elsewhere, and says so', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver.email);
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const { body } = await consoles.app.call('POST', '/auth/login', {
      body: { email: caregiver.email, password: 'Secret!123' },
    });
    const change = {
      currentPassword: 'Secret!123',
      newPassword: 'Another!123',
      confirmPassword: 'Another!123',
    };
    await consoles.app.call('POST', '/profile/password', { token: body.token, body: change });
    await visit.page.getByText('Your session has ended').waitFor();
    await visit.close();
  });

  it('shows a page of its own where there is none', async () => {
    const { page, ...visit } = await consoles.visit({ dark: true });
    await visit.open('/nowhere');
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
    await visit.checkAccessibility();
    await visit.close();
  });
});
