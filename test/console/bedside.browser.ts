import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('resolving a fall at the bedside', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles({ OK_WINDOW_SECONDS: '0' });
    rosa = await signUp(consoles.app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await assign(consoles.app, ann, rosa);
  });
  after(() => consoles.close());

  it('fills the incident report by taps, and names what it replaces', async () => {
    const { app } = consoles;
    const as = (person: Person, method: string, path: string, body?: unknown) =>
      app.call(method, path, { token: person.token, body });
    const { id } = (await as(rosa, 'POST', '/falls', { confidence: 0.95, location: 'Beside the basin' })).body
      .data;
    const family = { name: 'Paul Marsh', at: new Date(app.clock.now()).toISOString() };
    await as(ann, 'PUT', `/falls/${id}/report`, { treatment: 'Wound covered', familyInformed: family });
    await as(ann, 'POST', `/falls/${id}/claim`, {});

    const visit = await consoles.visit({ width: 390, height: 844 });
    const { page } = visit;
    await visit.logIn(ann);
    await page.getByRole('region', { name: 'On your way' }).getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog', { name: "Close Rosa Marsh's fall" });
    await dialog.getByLabel('False alarm').check();
    assert.equal(await dialog.getByLabel('Badly').count(), 0, 'no fall, no questions');
    await dialog.getByLabel('Helped').check();
    const group = (name: string) => dialog.getByRole('group', { name });
    await group('Where were they?').getByLabel('Beside the basin').and(page.locator(':checked')).waitFor();
    assert.equal(await group('Family informed?').getByLabel('Yes').isChecked(), true);
    await group('Hurt?').getByLabel('Slightly').check();
    await group('Doctor informed?').getByLabel('No').check();
    await group('Where were they?').getByLabel('Bathroom').check();
    await dialog.getByText('Replaces in the incident report: Beside the basin').waitFor();
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('bedside', { fullPage: false });
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await dialog.waitFor({ state: 'detached' });

    const { body } = await as(ann, 'GET', `/falls/${id}/report`);
    const { outcome, injury, location, isDoctorInformed, isFamilyInformed, familyInformed, treatment } =
      body.data;
    assert.deepEqual(
      { outcome, injury, location, isDoctorInformed, isFamilyInformed, familyInformed, treatment },
      {
        outcome: 'HELPED',
        injury: 'MINOR',
        location: 'Bathroom',
        isDoctorInformed: false,
        isFamilyInformed: true,
        familyInformed: family,
        treatment: 'Wound covered',
      },
    );
    await page.goto(`${consoles.app.url.replace('/api', '')}/falls/${id}/report`);
    await page
      .getByText('Hurt')
      .or(page.getByText('Injury', { exact: true }))
      .first()
      .waitFor();
    await page.getByRole('definition').filter({ hasText: 'Minor' }).waitFor();
    await visit.picture('report-injury');
    await visit.close();
  });
});
