import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('the console without HTTPS', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  /** Of all addresses of this machine, browsers trust 127.0.0.1 and localhost alone. */
  const insecureVisit = (locale: string, width?: number) =>
    consoles.visit({
      origin: consoles.origin.replace('127.0.0.1', '0.0.0.0'),
      locale,
      ...(width !== undefined && { width }),
    });

  it('tells caregivers in the settings, and when they turn on notifications', async () => {
    const caregiver = await signUp(consoles.app, 'CAREGIVER');
    const visit = await insecureVisit('en-GB', 390);
    await visit.logIn(caregiver, '/settings');
    assert.equal(await visit.page.evaluate('isSecureContext'), false);
    await visit.page.getByText('This address has no HTTPS').waitFor();
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('no-https-settings');
    await visit.page.getByRole('button', { name: 'Add notification method' }).click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await visit.page.getByRole('dialog').getByRole('alert').getByText('This address has no HTTPS').waitFor();
    await visit.picture('no-https-dialog');
    await visit.close();
  });

  it('tells admins in the guide what to set, in their language', async () => {
    const { token } = await logInAsAdmin(consoles.app);
    await consoles.app.call('PUT', '/profile/me', { token, body: { language: 'de' } });
    const visit = await insecureVisit('de-DE');
    await visit.logIn(ADMIN, '/admin/setup');
    await visit.page.getByText('Diese Adresse hat kein HTTPS').waitFor();
    await visit.page.getByText('TLS_ACME').waitFor();
    await visit.checkAccessibility();
    await visit.picture('no-https-setup');
    await visit.close();
  });

  it('says nothing of the kind over a secure address', async () => {
    const visit = await consoles.visit();
    await visit.logIn(await signUp(consoles.app, 'CAREGIVER'), '/settings');
    await visit.page.getByRole('button', { name: 'Add notification method' }).waitFor();
    assert.equal(await visit.page.getByText('has no HTTPS').count(), 0);
    await visit.close();
  });
});
