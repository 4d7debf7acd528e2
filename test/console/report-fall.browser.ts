import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('reporting a fall from the board', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles({ OK_WINDOW_SECONDS: '0', TIME_ZONE: 'Asia/Tokyo' });
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    const paul = await signUp(app, 'PATIENT', { firstName: 'Paul', lastName: 'Dean' });
    for (const resident of [rosa, paul]) await assign(app, ann, resident);
  });
  after(() => consoles.close());

  it('asks for the resident and the time at which it happened', async () => {
    const { app } = consoles;
    const visit = await consoles.visit({ width: 390, height: 844 });
    const { page } = visit;
    await visit.logIn(ann);
    await page.getByRole('button', { name: 'Report a fall' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a fall' });
    await dialog.getByLabel('Who fell?').selectOption({ label: 'Rosa Marsh' });
    const hourAgo = Math.floor(app.clock.now() / 60_000) * 60_000 - 3_600_000;
    // The clocks of the home, nine hours ahead.
    const shown = new Date(hourAgo + 9 * 3_600_000).toISOString().slice(0, 16);
    await dialog.getByLabel('When did it happen? (optional)').fill(shown);
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('report-fall', { fullPage: false });
    await dialog.getByRole('button', { name: 'Report the fall' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Alerts' }).getByText('Rosa Marsh').first().waitFor();
    const { body } = await app.call('GET', `/patients/${rosa.id}/falls`, { token: ann.token });
    assert.equal(body.data[0].createdAt, new Date(hourAgo).toISOString());
    await visit.close();
  });

  it('says so if a part of the page cannot be loaded, and tries again', async () => {
    const visit = await consoles.visit();
    const { page } = visit;
    // A service worker would answer without the route below.
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    await visit.logIn(ann);
    const parts = /(report-fall|board-rooms)[^/]*\.js$/;
    await page.route(parts, (route) => route.abort('internetdisconnected'));
    const failed = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await page.getByRole('button', { name: 'Report a fall' }).click();
    await failed.waitFor();
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Show as tiles' }).click();
    await page.getByRole('button', { name: 'Try again' }).nth(1).waitFor();
    await page.unroute(parts);
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Try again' }).last().click();
      await eventually('one part less is missing', async () => (await failed.count()) === left);
    }
    await page.getByRole('dialog', { name: 'Report a fall' }).waitFor();
    await page.locator('.tile').first().waitFor();
    await visit.close();
  });
});
