import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('a ward in the console', () => {
  let consoles: Consoles;
  let admin: Person;
  let lead: Person;
  let night: Person;
  let ward: string;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    admin = await logInAsAdmin(app);
    lead = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    night = await signUp(app, 'CAREGIVER', { firstName: 'Nia', lastName: 'Holt' });
    ward = (await api('POST', '/wards', { name: 'Ground floor' })).body.data.id;
    await api('PUT', `/wards/${ward}/caregivers/${lead.id}`, { lead: true });
    await api('PUT', `/wards/${ward}/caregivers/${night.id}`, {});
    visit = await consoles.visit();
    await visit.logIn(lead);
  });
  after(() => consoles.close());

  const api = (method: string, path: string, body?: unknown) =>
    consoles.app.call(method, path, { token: admin.token, body });
  const press = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is handed over by a note, which stays on the board until the next shift confirms it', async () => {
    const next = await consoles.visit();
    await next.logIn(night);
    await press(visit, 'Write handover');
    await visit.page
      .getByLabel('Note to the next shift')
      .fill('Room 12 slept badly.\nRoom 14: new wearable.');
    await press(visit, 'Hand over');
    await visit.page.getByText('Waiting for the next shift to confirm.').waitFor();
    const card = next.page.getByRole('region', { name: 'Handover · Ground floor' });
    await card.getByText('Room 14: new wearable.').waitFor();
    await card
      .getByText(/0 falls, 0 open alerts, 0 silent wearables, 0 low batteries(,| and) 0 residents away/)
      .waitFor();
    await next.checkAccessibility();
    await next.picture('board-handover');
    await press(next, 'Confirm handover');
    await card.waitFor({ state: 'detached' });
    await visit.page.getByText('Waiting for the next shift to confirm.').waitFor({ state: 'detached' });
    assert.equal((await api('GET', `/wards/${ward}/handover`)).body.data.confirmedBy.id, night.id);
  });

  it('has an escalation policy that its lead edits', async () => {
    await visit.page.getByRole('link', { name: 'Escalation for Ground floor' }).click();
    await visit.page.getByText('The escalation policy of the home applies to Ground floor.').waitFor();
    const step = visit.page.getByRole('group', { name: 'Step 1', exact: true });
    await step.getByLabel('Ward leads').check();
    await step.getByLabel('Pager').check();
    await press(visit, 'Save');
    await visit.page.getByText('Ground floor has a separate escalation policy.').waitFor();
    await visit.checkAccessibility();
    await visit.picture('ward-escalation');
    const { data } = (await api('GET', `/wards/${ward}/escalation`)).body;
    assert.deepEqual(data.steps[0].targets, ['on_duty', 'ward_leads']);
    await press(visit, 'Use the policy of the home');
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Use the policy of the home' }).click();
    await visit.page.getByText('The escalation policy of the home applies to Ground floor.').waitFor();
  });

  it('is listed for admins, and its policy is closed to other caregivers', async () => {
    const boss = await consoles.visit();
    await boss.logIn(ADMIN, '/admin/escalation');
    await boss.page.getByRole('link', { name: 'Ground floor' }).click();
    await boss.page.getByText('The escalation policy of the home applies to Ground floor.').waitFor();
    const other = await consoles.visit();
    await other.logIn(night, `/wards/${ward}/escalation`);
    await other.page.getByText('You are not a lead of this ward').waitFor();
  });
});
