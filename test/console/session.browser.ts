import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { sql } from '../helpers/sql.ts';
import { COUNT_NOTES, type Consoles, openConsoles, type Visit } from './browser.ts';

describe('a session in the console', () => {
  let consoles: Consoles;
  let caregiver: Person;
  before(async () => {
    consoles = await openConsoles();
    caregiver = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
  });
  after(() => consoles.close());

  it('starts with a login, which leads to the requested page', async () => {
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

  it('ends on every page when it ends on another device, with a notice', async () => {
    const visit = await consoles.visit();
    await visit.logIn(caregiver);
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

  it('shows "Page not found" for an unknown path', async () => {
    const { page, ...visit } = await consoles.visit({ dark: true });
    await visit.open('/nowhere');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await visit.checkAccessibility();
    await visit.close();
  });
});

describe('a session of twelve seconds in the console', () => {
  const LIFE_MS = 12_000;
  let consoles: Consoles;
  let caregiver: Person;
  before(async () => {
    consoles = await openConsoles({ SESSION_DURATION: '12s' });
    caregiver = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
  });
  after(() => consoles.close());

  const notes = ({ page }: Visit) => page.evaluate<number>('globalThis.notes');
  async function open(options = {}): Promise<Visit> {
    const visit = await consoles.visit(options);
    await visit.context.addInitScript(COUNT_NOTES);
    await visit.logIn(caregiver);
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    return visit;
  }
  async function goOnDuty({ page }: Visit): Promise<void> {
    await page.getByRole('button', { name: 'Start shift' }).click();
    await page.getByText('Sound is on').waitFor();
  }
  const lost = ({ page }: Visit) =>
    page.getByRole('heading', { name: 'This page no longer receives alerts' });

  it('is renewed while the page is open', async () => {
    const visit = await open();
    visit.apiRequests();
    await staysQuiet(LIFE_MS + 2_000, 'without a renewal, the session would end in this time');
    const made = visit.apiRequests();
    assert.ok(made.filter((request) => request === 'POST /api/auth/renew').length >= 2, made.join(', '));
    assert.deepEqual(
      made.filter((request) => request.includes('/live')),
      [],
      'the socket stays open',
    );
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await visit.page.getByRole('button', { name: 'Log out' }).waitFor();
    await visit.close();
  });

  it('that ends on duty rings and warns full-screen until the caregiver logs in', async () => {
    const visit = await open({ width: 390, height: 844 });
    const { page } = visit;
    await goOnDuty(visit);
    await visit.context.route('**/api/auth/renew', (route) => route.fulfill({ status: 429, body: '{}' }));
    await lost(visit).waitFor({ timeout: LIFE_MS + 5_000 });
    await page.getByText(/Your session ended at \d\d:\d\d/).waitFor();
    const rung = await notes(visit);
    await eventually('the alert rings repeatedly', async () => (await notes(visit)) >= rung + 12, 10_000);
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('alerts-lost-phone');
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit.picture('alerts-lost');

    await visit.context.unroute('**/api/auth/renew');
    await page.reload();
    await lost(visit).waitFor();
    await page.getByText('Your session ended while you were on duty.').waitFor();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    const silent = await notes(visit);
    await page.getByLabel('E-mail').fill(caregiver.email);
    await page.getByLabel('Password').fill('Secret!123');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'End shift' }).waitFor();
    await page.getByText('Sound is on').waitFor();
    assert.equal(await notes(visit), silent, 'a press stops the ringing');

    // A logout is no loss of alerts, in any tab.
    const other = await visit.context.newPage();
    await other.setViewportSize({ width: 1280, height: 900 });
    await other.goto('/');
    await other.getByRole('button', { name: 'End shift' }).waitFor();
    await other.getByRole('button', { name: 'Log out' }).click();
    const dialog = other.getByRole('dialog', { name: 'Log out on duty?' });
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out.').waitFor();
    assert.equal(await lost(visit).count(), 0);
    await visit.close();
  });

  it('that can no longer be renewed warns before it ends', async () => {
    const visit = await open();
    await sql(
      consoles.app.databaseUrl,
      `UPDATE sessions SET created_at = created_at - interval '30 days' WHERE user_id = $1`,
      [caregiver.id],
    );
    await visit.page.getByText(/Your session ends at \d\d:\d\d/).waitFor();
    await visit.checkAccessibility();
    await visit.picture('session-ending');
    await visit.page.getByRole('button', { name: 'Log in again' }).click();
    await visit.page.getByRole('heading', { name: 'Log in' }).waitFor();
    await visit.close();
  });
});
