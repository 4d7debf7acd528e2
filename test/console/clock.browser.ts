import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the notice about a clock in doubt', () => {
  let consoles: Consoles;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles();
    visit = await consoles.visit();
  });
  after(() => consoles.close());

  it('tells an admin what to check, and takes their confirmation', async () => {
    const { app } = consoles;
    await app.pass(60_000);
    await sql(app.databaseUrl, `UPDATE service_clock SET trusted_at = now() - interval '100 days'`);
    await app.pass(60_000);
    await app.pass(6_000);
    await visit.logIn(ADMIN);
    const { page } = visit;
    const notice = page.getByText('Check the clock of the server');
    await notice.waitFor();
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Confirm the clock' }).click();
    await page.getByRole('dialog').getByText('Is the date and time above right?').waitFor();
    await visit.checkAccessibility();
    await visit.checkWidth();
    await page.getByRole('button', { name: 'It is right, delete expired data' }).click();
    await notice.waitFor({ state: 'hidden' });
    const { body } = await app.call('GET', '/health');
    assert.ok(!JSON.stringify(body.data.details.warnings).includes('CLOCK_IN_DOUBT'));
  });
});
