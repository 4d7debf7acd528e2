import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { mailTo, tokenIn } from '../helpers/mail-links.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { logInAsAdmin, PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

const OWN_PASSWORD = 'Brand*New1';

describe('the account pages of the console', () => {
  let consoles: Consoles;
  let mailbox: Mailbox;
  let ann: Person;
  let visit: Visit;
  before(async () => {
    mailbox = await startMailbox();
    consoles = await openConsoles({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'vigil@example.org',
      REQUIRE_PASSWORD_CHANGE: 'true',
      // Every change requires the password.
      REAUTHENTICATE_MINUTES: '0',
    });
    ann = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    visit = await consoles.visit();
    await visit.logIn(ann);
  });
  after(async () => {
    await visit.close();
    await consoles.close();
    await mailbox.close();
  });

  const dialog = (name: string) => visit.page.getByRole('dialog', { name });
  const card = (name: string) => visit.page.getByRole('region', { name });

  it('ask for the password before the e-mail address changes, and then repeat the request', async () => {
    await visit.open('/settings/me');
    await card('E-mail').getByRole('button', { name: 'Change e-mail' }).click();
    const change = dialog('Change your e-mail address');
    await change.getByLabel('New e-mail address').fill('ann.lee@example.net');
    await change.getByRole('button', { name: 'Change e-mail' }).click();
    const question = dialog('Enter your password');
    await question.getByLabel('Password').fill('Wrong!1234');
    await question.getByRole('button', { name: 'Continue' }).click();
    await question.getByRole('alert').filter({ hasText: 'The password is incorrect' }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('reauthenticate');
    await question.getByLabel('Password').fill(PASSWORD);
    await question.getByRole('button', { name: 'Continue' }).click();
    await card('E-mail').getByText('Waiting for ann.lee@example.net to be confirmed.').waitFor();
    await visit.picture('settings-pending-email');
    await visit.checkAccessibility();
  });

  it('the mailed link opens a page that confirms the new address', async () => {
    const token = tokenIn(await mailTo(mailbox, 'ann.lee@example.net'), '/email/');
    const reader = await consoles.visit({ width: 390, height: 844 });
    await reader.open(`/email/${token}`);
    await reader.page.getByRole('heading', { name: 'Confirm your new address' }).waitFor();
    await reader.checkAccessibility();
    await reader.checkWidth();
    await reader.picture('email-confirm');
    await reader.page.getByRole('button', { name: 'Confirm' }).click();
    await reader.page.getByRole('heading', { name: 'Address confirmed' }).waitFor();
    await reader.close();
    await visit.open('/settings/me');
    await card('E-mail').getByText('ann.lee@example.net', { exact: true }).waitFor();
  });

  it('a cancelled password dialog changes nothing', async () => {
    consoles.app.clock.advance(61_000);
    await visit.open('/settings/security');
    await card('Two-step verification').getByRole('button', { name: 'Set up' }).click();
    await dialog('Two-step verification').getByRole('button', { name: 'Set up' }).click();
    await dialog('Enter your password').getByRole('button', { name: 'Cancel' }).click();
    await dialog('Two-step verification').getByRole('alert').filter({ hasText: 'password' }).waitFor();
    await dialog('Two-step verification').getByRole('button', { name: 'Cancel' }).click();
  });

  it('an admin invites a caregiver, who chooses a password through the mailed link', async () => {
    const admin = await consoles.visit();
    await admin.logIn(ADMIN, '/admin/users');
    await admin.page.getByRole('button', { name: 'Add caregiver' }).click();
    const add = admin.page.getByRole('dialog');
    await add.getByLabel('First name').fill('Bo');
    await add.getByLabel('Last name').fill('Reed');
    await add.getByLabel('E-mail').fill('bo@example.org');
    assert.ok(await add.getByLabel('Send an invitation link').isChecked());
    await admin.checkAccessibility();
    await admin.picture('admin-users-invite');
    await add.getByRole('button', { name: 'Add' }).click();
    await admin.page.getByText('Bo Reed has been invited. We sent a link to bo@example.org.').waitFor();
    await admin.close();
    const token = tokenIn(await mailTo(mailbox, 'bo@example.org'), '#invitation=');
    const bo = await consoles.visit();
    await bo.open(`/login#invitation=${token}`);
    await bo.page.getByRole('heading', { name: 'Choose your password' }).waitFor();
    await bo.page.getByLabel('Password').fill(OWN_PASSWORD);
    await bo.checkAccessibility();
    await bo.page.getByRole('button', { name: 'Save password' }).click();
    await bo.page.getByText('Your password has been saved.').waitFor();
    await bo.logIn({ email: 'bo@example.org', password: OWN_PASSWORD });
    await bo.page.getByText('No residents are assigned to you yet.').waitFor();
    await bo.close();
  });

  it('a user with a temporary password must choose a password first', async () => {
    const { token } = await logInAsAdmin(consoles.app);
    const body = { email: 'cy@example.org', firstName: 'Cy', lastName: 'Nolan' };
    const made = await consoles.app.call('POST', '/caregivers', { token, body });
    const { temporaryPassword } = made.body.data;
    const cy = await consoles.visit();
    await cy.open('/login');
    await cy.page.getByLabel('E-mail').fill(body.email);
    await cy.page.getByLabel('Password').fill(temporaryPassword);
    await cy.page.getByRole('button', { name: 'Log in' }).click();
    await cy.page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
    await cy.checkAccessibility();
    await cy.picture('choose-password');
    await cy.open('/settings');
    await cy.page.getByRole('heading', { name: 'Choose your own password' }).waitFor();
    await cy.page.getByLabel('Temporary password').fill(temporaryPassword);
    await cy.page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
    await cy.page.getByLabel('Repeat new password').fill(OWN_PASSWORD);
    await cy.page.getByRole('button', { name: 'Change password' }).click();
    await cy.page.getByRole('heading', { name: 'Settings' }).waitFor();
    await cy.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await cy.close();
  });
});
