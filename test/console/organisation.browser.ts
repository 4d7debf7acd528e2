import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

/** The browser is in UTC (test/console/browser.ts). */
describe('the time zone and the language of the home', () => {
  let consoles: Consoles;
  let patient: Person;
  let nurse: Person;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles({ TIME_ZONE: 'Asia/Kathmandu', ORGANISATION_NAME: 'St. Anna' });
    patient = await signUp(consoles.app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' });
    nurse = await signUp(consoles.app, 'CAREGIVER');
    await assign(consoles.app, nurse, patient);
    await consoles.app.call('PUT', '/profile/me', {
      token: patient.token,
      body: { dateOfBirth: '1948-03-17' },
    });
    const fall = await consoles.app.call('POST', '/falls', {
      token: patient.token,
      body: { confidence: 0.8 },
    });
    const at = '2026-11-15T19:30:00Z';
    await sql(consoles.app.databaseUrl, 'UPDATE fall_events SET created_at = $2 WHERE id = $1', [
      fall.body.data.id,
      at,
    ]);
    visit = await consoles.visit();
  });
  after(() => consoles.close());

  const card = (name: string) => visit.page.getByRole('region', { name, exact: true });

  it('are those of the times on every page, which say that this device uses another zone', async () => {
    await visit.logIn(nurse);
    const note = visit.page.getByText(
      'All times are in the time zone of the home: Asia/Kathmandu. This device uses UTC.',
    );
    await note.waitFor();
    await visit.checkAccessibility();
    await visit.open(`/patients/${patient.id}`);
    await visit.page.getByText('16 Nov 2026, 01:15').first().waitFor();
    await visit.page.getByText('17 Mar 1948').waitFor();
    await note.waitFor();
    await visit.checkWidth();
    await visit.picture('zone-patient');
  });

  it('a person chooses the language, and the page reloads in it', async () => {
    await visit.open('/settings/me');
    const profile = card('Profile');
    await profile.getByLabel('Language').selectOption('de');
    await profile.getByRole('button', { name: 'Save' }).click();
    await visit.page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    assert.equal(await visit.page.locator('html').getAttribute('lang'), 'de');
    const { body } = await consoles.app.call('GET', '/profile/me', { token: nurse.token });
    assert.equal(body.data.language, 'de');
    assert.equal(
      await visit.page.getByRole('link', { name: 'Haus' }).count(),
      0,
      'its settings are for admins',
    );
    await visit.open(`/patients/${patient.id}`);
    await visit.page.getByText('16. Nov. 2026, 01:15').first().waitFor();
    await visit.page.getByText('17. März 1948').waitFor();
    await visit.checkAccessibility();
    await visit.picture('german-patient');
    // The cookie outlives the session, and another account has another language.
    await visit.page.getByRole('button', { name: 'Abmelden' }).click();
    await visit.page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await visit.page.getByLabel('E-Mail').fill('nobody@example.org');
    await visit.page.getByLabel('Passwort').fill('wrong');
    await visit.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await visit.page.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor();
    await visit.page.getByLabel('E-Mail').fill(ADMIN.email);
    await visit.page.getByLabel('Passwort').fill(ADMIN.password);
    await visit.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await visit.page.getByRole('button', { name: 'Log out' }).waitFor();
    assert.equal(await visit.page.locator('html').getAttribute('lang'), 'en');
  });

  it('an admin changes them, and the note goes when the zones agree', async () => {
    await visit.open('/admin/home');
    const home = card('Name, time zone and goal');
    await home.getByLabel('Name').fill('St. Bernhard');
    await home.getByLabel('Response goal in minutes').fill('9');
    await visit.picture('settings-home');
    await visit.checkAccessibility();
    await home.getByLabel('Time zone').selectOption('UTC');
    await home.getByRole('button', { name: 'Save' }).click();
    await home.getByText('Saved.').waitFor();
    await visit.page.getByText('All times are in the time zone of the home').waitFor({ state: 'detached' });
    await visit.page.getByRole('banner').getByText('St. Bernhard').waitFor();
    const { body } = await consoles.app.call('GET', '/me', { token: nurse.token });
    assert.deepEqual(body.data.organisation, {
      name: 'St. Bernhard',
      timeZone: 'UTC',
      language: 'en',
      responseGoalMinutes: 9,
    });
  });
});
