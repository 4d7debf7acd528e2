import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('console/board', () => {
  let consoles: Consoles;
  let patient: Person;
  let ann: Person;
  let bob: Person;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    patient = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    bob = await signUp(app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    await assign(app, ann, patient);
    await assign(app, bob, patient);
  });
  after(() => consoles.close());

  const alertsOf = ({ page }: Visit) => page.getByRole('region', { name: 'Alerts' });
  const fall = () =>
    consoles.app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });

  it('asks for at most six things when it opens', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ann.email);
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).waitFor();
    visit.apiRequests();
    await visit.open('/');
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).waitFor();
    const asked = visit.apiRequests().filter((request) => !request.includes('/api/live'));
    assert.ok(asked.length <= 6, asked.join(', '));
    await visit.close();
  });

  it('shows a fall when it happens, and who is going, on every page', async () => {
    const [hers, his] = [await consoles.visit(), await consoles.visit()];
    await hers.logIn(ann.email);
    await his.logIn(bob.email);
    await hers.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await fall();
    await alertsOf(hers).getByText('Rosa Marsh').waitFor();
    await hers.page.getByRole('alert').filter({ hasText: 'Rosa Marsh' }).waitFor({ state: 'attached' });
    await hers.picture('board-alert');
    await alertsOf(hers).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(hers).getByText('You are going').waitFor();
    await alertsOf(his).getByText('Ann Lee is going').waitFor();

    await alertsOf(hers).getByRole('button', { name: 'Hand off' }).click();
    await hers.page.getByRole('dialog').getByLabel('Caregiver').selectOption('Bob Ray');
    await hers.picture('board-hand-off');
    await hers.page.getByRole('dialog').getByRole('button', { name: 'Hand off' }).click();
    await alertsOf(his).getByText('Ann Lee asks you to take over').waitFor();
    await alertsOf(his).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(hers).getByText('Bob Ray is going').waitFor();

    await alertsOf(his).getByRole('button', { name: 'Release' }).click();
    await alertsOf(hers).getByText('Nobody is going yet').waitFor();
    await alertsOf(hers).getByRole('button', { name: 'Resolve' }).click();
    await hers.picture('board-resolve');
    await hers.page.getByRole('dialog').getByLabel('No help needed').check();
    await hers.page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await alertsOf(hers).getByText('No open alerts').waitFor();
    await alertsOf(his).getByText('No open alerts').waitFor();
    await hers.close();
    await his.close();
  });

  it('is usable by everybody, light and dark, on a narrow phone too', async () => {
    await fall();
    for (const dark of [false, true]) {
      const visit = await consoles.visit({ dark, width: 320, height: 700 });
      await visit.logIn(ann.email);
      await alertsOf(visit).getByText('Rosa Marsh').waitFor();
      await visit.checkAccessibility();
      await visit.checkWidth();
      await visit.picture(`board-${dark ? 'dark' : 'light'}-narrow`);
      await visit.page.setViewportSize({ width: 1280, height: 900 });
      await visit.picture(`board-${dark ? 'dark' : 'light'}`);
      await visit.close();
    }
  });
});
