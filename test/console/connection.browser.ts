import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the live connection of the console', () => {
  let consoles: Consoles;
  let patient: Person;
  let caregiver: Person;
  before(async () => {
    consoles = await openConsoles();
    patient = await signUp(consoles.app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    caregiver = await signUp(consoles.app, 'CAREGIVER');
    await assign(consoles.app, caregiver, patient);
  });
  after(() => consoles.close());

  const shows = ({ page }: Visit, state: string) =>
    page.getByRole('status').filter({ hasText: state }).waitFor({ timeout: 20_000 });

  it('is restored without lost events, and the page says that it was lost', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver);
    await shows(visit, 'Live');
    await consoles.withoutService(async (other) => {
      await shows(visit, 'Reconnecting');
      await visit.page.getByText(/since \d\d:\d\d/).waitFor();
      await visit.checkAccessibility();
      await visit.picture('reconnecting');
      const fall = await other.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });
      assert.equal(fall.status, 201);
    });
    await shows(visit, 'Live');
    await visit.page.getByRole('region', { name: 'Alerts' }).getByText('Rosa Marsh').waitFor();
    assert.equal(await visit.page.getByText(/since \d\d:\d\d/).count(), 0);
    await visit.close();
  });

  it('is "Offline" as soon as the browser says so', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver);
    await shows(visit, 'Live');
    // Wait for the page's files, so that none fails to load.
    await visit.page.getByRole('region', { name: 'Alerts' }).waitFor();
    await visit.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await visit.page.waitForLoadState('networkidle');
    await visit.context.setOffline(true);
    await shows(visit, 'Offline');
    await visit.picture('offline');
    await visit.context.setOffline(false);
    await shows(visit, 'Live');
    await visit.close();
  });

  it('is not "Offline" when the service refuses requests because there were too many', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver);
    await shows(visit, 'Live');
    const body = { success: false, error: 'Rate limit exceeded', code: 'RATE_LIMITED', retryAfter: 60 };
    const refuse = (path: string) =>
      visit.page.route(path, (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '60' }, json: body }),
      );
    await refuse('**/api/conversations*');
    await visit.page.getByRole('link', { name: 'Messages' }).click();
    await shows(visit, 'Too many requests');
    await shows(visit, 'Live');
    assert.equal(await visit.page.getByText('Offline').count(), 0);
    await refuse('**/api/me');
    await visit.page.reload();
    await visit.page.getByRole('heading', { name: 'Too many requests' }).waitFor();
    assert.equal(await visit.page.getByText('Offline').count(), 0);
    await visit.page.unroute('**/api/me');
    await shows(visit, 'Live');
    await visit.close();
  });

  it('is not needed to open the shell, which shows "Offline"', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver);
    await visit.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await visit.page.waitForFunction('navigator.serviceWorker.controller !== null');
    await visit.context.setOffline(true);
    await visit.open('/settings');
    await shows(visit, 'Offline');
    await visit.picture('offline-shell');
    await visit.context.setOffline(false);
    await visit.page.getByRole('heading', { name: 'Settings' }).waitFor();
    await visit.close();
  });

  it('may fail for the script of a page, which can be reloaded', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver);
    await visit.context.route('**/assets/settings-*', (route) => route.abort());
    await visit.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await visit.page.getByRole('heading', { name: 'could not be loaded' }).waitFor();
    await visit.context.unroute('**/assets/settings-*');
    await visit.page.getByRole('button', { name: 'Reload page' }).click();
    await visit.page.getByRole('heading', { name: 'Settings' }).waitFor();
    // The browser logs the failed request, which would fail visit.close().
    await visit.context.close();
  });
});
