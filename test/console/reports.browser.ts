import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { ADMIN } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles } from './browser.ts';

const DAY_MS = 86_400_000;

describe('the page of reports', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let bob: Person;
  before(async () => {
    consoles = await openConsoles({ TIME_ZONE: 'Europe/Berlin', RESPONSE_GOAL_MINUTES: '2' });
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    const paul = await signUp(app, 'PATIENT', { firstName: 'Paul', lastName: 'Dean' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    bob = await signUp(app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    const [{ id: north }] = await sql(
      app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('North', now()), ('South', now()) RETURNING id`,
    );
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = $1 WHERE id = ANY($2)', [
      north,
      [rosa.id, paul.id],
    ]);
    await sql(
      app.databaseUrl,
      `INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES ($1, $2, true, now()), ($1, $3, false, now())`,
      [north, ann.id, bob.id],
    );
    // A year of falls, as `npm run year-of-falls` generates them.
    const generator = await readFile('scripts/year-of-falls.sql', 'utf8');
    await sql(app.databaseUrl, `BEGIN; SET LOCAL vigil.falls = 900; ${generator} COMMIT;`);
    await sql(
      app.databaseUrl,
      `UPDATE fall_times SET outcome = 'MOVED_ON', claimed_at = NULL WHERE outcome = 'FALSE_ALARM' AND patient_id = $1`,
      [paul.id],
    );
  });
  before(async () => {
    const { databaseUrl } = consoles.app;
    await sql(
      databaseUrl,
      `INSERT INTO ledger_hours (month, ward_id, detector, is_shadow, message_kind, gyro, pressure, worn_ms, since, until)
       SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date, w.id, v.detector, v.is_shadow, 'samples', true, v.is_shadow,
              1234.5 * 3600000, now(), now()
       FROM wards w, (VALUES ('in-use', false), ('next', true)) AS v (detector, is_shadow) WHERE w.name = 'North'`,
    );
    await sql(
      databaseUrl,
      `INSERT INTO ledger_alerts (fall_id, at, ward_id, detector, message_kind, gyro, pressure, level, verification, outcome, by_silence)
       SELECT gen_random_uuid(), now(), w.id, 'in-use', 'samples', true, false, 'HIGH', 'stands', 'real', false
       FROM wards w, generate_series(1, 4) WHERE w.name = 'North'`,
    );
  });
  after(() => consoles.close());

  it('shows an admin all wards, narrows to a resident, prints on A4 and saves all tables in one file', async () => {
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ADMIN);
    visit.apiRequests();
    await page.getByRole('button', { name: 'Records' }).click();
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
    const heat = page.getByRole('table', { name: 'Falls by weekday and hour' });
    await heat.waitFor();
    assert.equal(await heat.getByRole('row').count(), 8);
    await page.getByText('Claimed within 2 min (goal)').waitFor();
    assert.ok(visit.apiRequests().length <= 9, 'few requests');
    const times = page.getByRole('table', { name: 'Response times' });
    const claimed = times.getByRole('row').filter({ hasText: 'Somebody takes over' });
    assert.match((await claimed.getByRole('cell').allInnerTexts()).slice(-3).join(), /^\d+.*,\d+.*,\d+/);
    const weeks = page.getByRole('table', { name: 'Falls and time to claim by week' });
    assert.ok((await weeks.getByRole('row').count()) >= 13);
    await page.getByRole('table', { name: 'By ward' }).getByText('North').waitFor();
    const movedOn = async (residents: Locator) =>
      Number(
        await residents
          .getByRole('row')
          .filter({ hasText: 'Paul Dean' })
          .getByRole('cell')
          .nth(4)
          .innerText(),
      );
    const residents = page.getByRole('table', { name: 'By resident' });
    await residents.getByRole('columnheader', { name: 'Moved on by themselves' }).waitFor();
    const apart = page
      .getByText('Moved on by themselves (counted apart)')
      .locator('..')
      .getByRole('definition');
    assert.equal(Number(await apart.innerText()), await movedOn(residents));
    assert.ok((await movedOn(residents)) > 0);
    await visit.checkAccessibility();
    await visit.picture('reports');

    const pdf = await page.pdf({ preferCSSPageSize: true });
    const folder = join(process.cwd(), 'artefacts', 'console');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'reports.pdf'), pdf);
    assert.ok((pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0) <= 3);

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    assert.match((await saving).suggestedFilename(), /^falls-.*\.xlsx$/);

    const rate = page
      .getByText('Per 1,000 resident days', { exact: true })
      .locator('..')
      .getByRole('definition');
    const before = await rate.innerText();
    await page.getByRole('button', { name: '12 months' }).click();
    await page.getByRole('button', { name: '12 months', pressed: true }).waitFor();
    await eventually('the rate is that of the year', async () => (await rate.innerText()) !== before);
    assert.ok(Number((await rate.innerText()).replace(',', '')) > 500, 'of two residents in a year');
    const shifts = page.getByRole('table', { name: 'Falls by shift' });
    await shifts.getByText('Night shift, 22:00–06:00').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Vigil', { exact: true }).filter({ visible: true }).waitFor();
    await page.getByText(/^Printed \d/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Download' }).isVisible(), false);
    await page.emulateMedia({ media: null });

    const detector = page.getByRole('region', { name: 'Detector', exact: true });
    await detector.getByRole('button', { name: 'Show' }).click();
    const ledger = page.getByRole('table', { name: 'Detector' });
    await ledger.waitFor();
    const cellsOf = (row: Locator) => row.getByRole('cell').allInnerTexts();
    const [inUse, shadow] = [ledger.getByRole('row').nth(1), ledger.getByRole('row').nth(2)];
    assert.deepEqual((await cellsOf(inUse)).slice(1), [
      ...['North', 'in-use', 'parts or samples, gyro', '1,234.5', '4', '0.7', '0', '4', '0'],
    ]);
    assert.deepEqual((await cellsOf(shadow)).slice(2, 4), [
      'next (shadow, rings nobody)',
      'parts or samples, gyro, air pressure',
    ]);
    const passingOn = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV: Detector' }).click();
    assert.equal((await passingOn).suggestedFilename(), 'detector-ledger.csv');

    await page.getByRole('button', { name: 'Rosa Marsh' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    assert.match(page.url(), new RegExp(`patientId=${rosa.id}`));
    assert.equal(await ledger.count(), 0, 'it is about wards');
    await page.getByLabel('From').fill(new Date(Date.now() - 3_000 * DAY_MS).toISOString().slice(0, 10));
    await page.getByText('Choose two dates that are at most 400 days apart.').waitFor();
    await visit.close();
  });

  it('asks a lead for a ward, and a caregiver for a resident', async () => {
    const lead = await consoles.visit({ width: 390, height: 844 });
    await lead.logIn(ann, '/reports');
    await lead.page.getByText('Choose a ward that you lead, or a resident.').waitFor();
    await lead.page.getByRole('combobox', { name: 'Ward' }).selectOption({ label: 'North' });
    await lead.page.getByRole('table', { name: 'By resident' }).getByText('Paul Dean').waitFor();
    assert.equal(await lead.page.getByRole('combobox', { name: 'Ward' }).getByText('South').count(), 0);
    await lead.page.getByRole('button', { name: 'Show', exact: true }).click();
    await lead.page.getByRole('table', { name: 'Detector' }).getByText('in-use').waitFor();
    await lead.checkWidth();
    await lead.picture('reports-phone');
    await lead.close();
    const caregiver = await consoles.visit();
    await caregiver.logIn(bob, '/reports');
    assert.equal(await caregiver.page.getByRole('combobox', { name: 'Ward' }).count(), 0);
    await caregiver.page.getByLabel('Resident').selectOption({ label: 'Rosa Marsh' });
    await caregiver.page.getByText('Claimed within 2 min (goal)').waitFor();
    await caregiver.close();
  });
});
