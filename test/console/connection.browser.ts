import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { patientNow } from '../helpers/patience.ts';
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

  const shows = ({ page }: Visit, state: string | RegExp) =>
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

  it('is "Offline" within 10 s when nothing closes a dead connection, and says how old the newest sign is', async () => {
    const visit = await consoles.visit();
    let isDead = false;
    // A cable that was pulled out: no close arrives, and no new connection opens.
    await visit.page.routeWebSocket(/\/live/, (socket) => {
      if (isDead) return void socket.close();
      const service = socket.connectToServer();
      socket.onMessage((frame) => {
        if (!isDead) service.send(frame);
      });
      service.onMessage((frame) => {
        if (!isDead) socket.send(frame);
      });
    });
    await visit.logIn(caregiver);
    await shows(visit, 'Live');
    await visit.page
      .locator('.sign-age')
      .getByText(/^[0-5] s ago$/)
      .waitFor();
    isDead = true;
    const from = patientNow();
    await visit.page.getByRole('status').filter({ hasText: 'Offline' }).waitFor({ timeout: 20_000 });
    assert.ok(patientNow() - from < 11_000, `${patientNow() - from} ms`);
    await visit.page
      .locator('.sign-age')
      .getByText(/^(?:[5-9]|\d\d) s ago$/)
      .waitFor();
    isDead = false;
    await shows(visit, 'Live');
    await visit.close();
  });

  it('says that the clock of the device is wrong', async () => {
    const visit = await consoles.visit();
    await visit.page.addInitScript('{ const now = Date.now; Date.now = () => now() + 5_400_000; }');
    await visit.logIn(caregiver);
    await shows(visit, 'The clock of this device is 1 h 30 min fast');
    await visit.page
      .locator('.sign-age')
      .getByText(/^[0-5] s ago$/)
      .waitFor();
    await visit.checkAccessibility();
    await visit.close();
  });

  it('sets the clock of the page right when that of the device changes', async () => {
    const visit = await consoles.visit();
    await visit.page.addInitScript(
      '{ const now = Date.now; globalThis.offMs = 0; Date.now = () => now() + offMs; }',
    );
    await visit.logIn(caregiver);
    await shows(visit, 'Live');
    const says = (what: string) => async () => (await visit.page.innerText('body')).includes(what);
    await visit.page.evaluate('offMs = 5_400_000');
    await eventually('the page says so', says('The clock of this device is 1 h 30 min fast'), 20_000);
    await visit.page.evaluate('offMs = 0');
    await eventually('it says so no more', async () => !(await says('The clock of this device')()), 20_000);
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
    await shows(visit, /too many requests.* until \d\d:\d\d:\d\d\./);
    await visit.page.getByText('Too many requests. Try again in 1 min.').waitFor();
    await visit.picture('too-many-requests');
    await shows(visit, 'Live');
    assert.equal(await visit.page.getByText('Offline').count(), 0);
    await refuse('**/api/me');
    await visit.page.reload();
    await visit.page.getByRole('heading', { name: 'Too many requests' }).waitFor();
    await shows(visit, /Please wait until \d\d:\d\d:\d\d\./);
    assert.equal(await visit.page.getByText('Offline').count(), 0);
    await visit.picture('too-many-requests-page');
    await visit.page.unroute('**/api/me');
    await shows(visit, 'Live');
    await visit.close();
  });

  it('is not needed to open the shell, which shows "Offline"', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver);
    await visit.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await eventually('the worker serves the page', () =>
      visit.page.evaluate<boolean>('navigator.serviceWorker.controller !== null'),
    );
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
