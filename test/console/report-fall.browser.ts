import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
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
});
