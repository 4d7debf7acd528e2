import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the test book in the console', () => {
  let consoles: Consoles;
  let admin: Person;
  let lead: Person;
  let ward: string;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    admin = await logInAsAdmin(app);
    lead = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    const edith = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' });
    ward = (await api('POST', '/wards', { name: 'Ward 1' })).body.data.id;
    await api('PUT', `/wards/${ward}/caregivers/${lead.id}`, { lead: true });
    await api('PUT', `/patients/${edith.id}`, { wardId: ward });
    const made = await api('POST', `/patients/${edith.id}/devices`, {
      macAddress: randomMac(),
      name: 'Wrist',
    });
    await addChannel(app, lead, 'ntfy', 'http://127.0.0.1:1');
    await sql(
      app.databaseUrl,
      `INSERT INTO test_book (kind, device_id, at, passed, by_id)
       VALUES ('FALL_TEST', $1, now() - interval '40 days', false, $2), ('FALL_TEST', $1, now() - interval '2 days', true, $2)`,
      [made.body.data.device?.id ?? made.body.data.id, lead.id],
    );
    await sql(
      app.databaseUrl,
      `INSERT INTO path_tests (id, at, ok, stages, failed_stage, reason)
       SELECT gen_random_uuid(), now() - i * interval '5 minutes', i > 3, '{"published": 12}',
              CASE WHEN i <= 3 THEN 'acknowledged' END, CASE WHEN i <= 3 THEN 'not within 10 s' END
       FROM generate_series(1, 100) i`,
    );
    await sql(
      app.databaseUrl,
      `INSERT INTO test_book (kind, at, passed) SELECT 'PATH', now() - ago::interval, passed
       FROM (VALUES ('30 hours', true), ('14 hours', true), ('13.9 hours', false), ('13 hours', false), ('12.9 hours', true),
                    ('20 minutes', true), ('15 minutes', false), ('5 minutes', false)) AS t (ago, passed)`,
    );
    visit = await consoles.visit();
    await visit.logIn(ADMIN, '/tests');
  });
  after(() => consoles.close());

  const api = (method: string, path: string, body?: unknown) =>
    consoles.app.call(method, path, { token: admin.token, body });
  const row = (test: string, { page }: Visit = visit) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: test, exact: true }) });

  it('lists what is overdue first, with the history of each', async () => {
    const { page } = visit;
    await row('Wearable (shake test)').getByText('Passed').waitFor();
    const kinds = await page.getByRole('row').allInnerTexts();
    assert.ok(
      kinds.findIndex((text) => text.includes('Help button')) <
        kinds.findIndex((text) => text.includes('shake')),
    );
    await row('Help button').getByText('Overdue').waitFor();
    await row('Notification method').getByText('Never').waitFor();
    await visit.checkAccessibility();
    await visit.picture('test-book');
    await row('Wearable (shake test)').getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tests of Edith Brandt' });
    await dialog.getByText('Failed').waitFor();
    assert.equal(await dialog.getByRole('listitem').count(), 2);
    await visit.checkAccessibility();
    await visit.picture('test-book-history');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Due').selectOption('Overdue only');
    await row('Wearable (shake test)').waitFor({ state: 'detached' });
    await page.getByLabel('Test', { exact: true }).selectOption('Station');
    await page.getByText('No matches.').waitFor();
  });

  it('is saved as CSV, and printed with a line for signatures', async () => {
    const { page } = visit;
    await visit.open('/tests');
    await row('Help button').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    assert.equal((await saved).suggestedFilename(), 'test-book.csv');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'History' }).first().isVisible(), false);
    assert.ok(await page.getByText('Date, name, signature').isVisible());
    await visit.picture('test-book-print');
    await page.emulateMedia({ media: null, colorScheme: null });
  });

  it('is on the setup page as far as it is overdue, under the path of alerts', async () => {
    const { page } = visit;
    await visit.open('/admin/setup');
    const path = page.getByRole('region', { name: 'Path of alerts' });
    await path.getByText(/Readings have not been stored since .*Reason: not within 10 s\./).waitFor();
    await path.getByRole('img', { name: /Last 24 hours: failures in \d+ of \d\d quarters/ }).waitFor();
    const overdue = page.getByRole('region', { name: 'Overdue tests' });
    await overdue.getByText('2 tests are overdue.').waitFor();
    await visit.checkAccessibility();
    await visit.picture('setup-path');
    await overdue.getByRole('link', { name: 'Open test book' }).click();
    await row('Help button').waitFor();
    assert.equal(await row('Wearable (shake test)').count(), 0);
  });

  it('shows a lead their ward on a phone, in German', async () => {
    await consoles.app.call('PUT', '/profile/me', { token: lead.token, body: { language: 'de' } });
    const phone = await consoles.visit({ width: 390, height: 844, locale: 'de-DE' });
    await phone.logIn(lead, '/tests');
    await phone.page.getByText('3 Prüfungen').waitFor();
    await phone.page.getByText('Nie').first().waitFor();
    assert.equal(await phone.page.getByText('Alarmweg').filter({ visible: true }).count(), 0);
    await phone.checkWidth();
    await phone.checkAccessibility();
    await phone.picture('test-book-phone-de');
    await phone.close();
    const german = await consoles.visit({ locale: 'de-DE', dark: true });
    await consoles.app.call('PUT', '/profile/me', { token: admin.token, body: { language: 'de' } });
    await german.logIn(ADMIN, '/admin/setup');
    await german.page.getByText('Prüfungen sind überfällig').waitFor();
    await german.page.getByText(/Messwerte werden seit .* nicht gespeichert/).waitFor();
    await german.checkAccessibility();
    await german.picture('setup-path-de');
    await german.close();
    await visit.close();
  });
});
