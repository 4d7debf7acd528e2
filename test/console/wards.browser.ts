import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the page of wards', () => {
  let consoles: Consoles;
  let [boss, lea, nina]: Visit[] = [];
  let [lead, nurse, rosa, admin] = [] as unknown as [Person, Person, Person, Person];
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    admin = await logInAsAdmin(app);
    lead = await signUp(app, 'CAREGIVER', { firstName: 'Lea', lastName: 'Bell' });
    nurse = await signUp(app, 'CAREGIVER', { firstName: 'Nina', lastName: 'Cole' });
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    boss = await consoles.visit();
    await boss.logIn(ADMIN);
  });
  after(() => consoles.close());

  const press = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = ({ page }: Visit) => page.getByRole('dialog');
  const confirm = async (visit: Visit, name: string) => {
    await dialog(visit).getByRole('button', { name, exact: true }).click();
    await dialog(visit).waitFor({ state: 'detached' });
  };
  const members = ({ page }: Visit) => page.getByRole('region', { name: 'Caregivers of the ward' });

  it('lets an admin add and rename a ward, and make a lead', async () => {
    const visit = boss as Visit;
    await press(visit, 'Setup');
    await visit.page.getByRole('link', { name: 'Wards' }).click();
    await visit.page.getByText('No wards yet.').waitFor();
    await press(visit, 'Add ward');
    await dialog(visit).getByLabel('Name').fill('Garden');
    await confirm(visit, 'Add');
    await press(visit, 'Add ward');
    await dialog(visit).getByLabel('Name').fill('garden');
    await dialog(visit).getByRole('button', { name: 'Add', exact: true }).click();
    await dialog(visit).getByText('A ward with this name exists already').waitFor();
    await press(visit, 'Cancel');
    await visit.page.getByRole('link', { name: 'Garden' }).click();
    await press(visit, 'Rename');
    await dialog(visit).getByLabel('Name').fill('Garden wing');
    await confirm(visit, 'Save');
    await visit.page.getByRole('heading', { level: 1, name: 'Garden wing' }).waitFor();
    await press(visit, 'Add caregiver');
    await dialog(visit).getByLabel('Search by name').fill('lea');
    await dialog(visit).getByLabel('Lea Bell').check();
    // By key: the list above may still become shorter, and a click would miss.
    await dialog(visit).getByLabel('Leads the ward').press('Space');
    await confirm(visit, 'Add caregiver');
    await members(visit).getByText('Lead', { exact: true }).waitFor();
  });

  it('lets an admin move a resident to the ward', async () => {
    const visit = boss as Visit;
    await visit.open(`/patients/${rosa.id}`);
    await press(visit, 'Change ward');
    await dialog(visit).getByLabel('Ward').selectOption({ label: 'Garden wing' });
    await confirm(visit, 'Save');
    await visit.page.getByRole('definition').filter({ hasText: 'Garden wing' }).waitFor();
    const { body } = await consoles.app.call('GET', `/patients/${rosa.id}`, { token: lead.token });
    assert.equal(body.data.caregivers[0].via, 'ward');
  });

  it('lets a lead add members until a time, and remove them', async () => {
    const visit = await consoles.visit();
    lea = visit;
    await visit.logIn(lead);
    await press(visit, 'Ward');
    await visit.page.getByRole('link', { name: 'Stations' }).click();
    await visit.page.getByText('No stations yet.').waitFor();
    await visit.picture('stations-lead');
    await press(visit, 'Add station');
    const wards = dialog(visit).getByLabel('Ward').getByRole('option');
    await wards.first().waitFor({ state: 'attached' });
    assert.deepEqual(await wards.allTextContents(), ['Garden wing']);
    await press(visit, 'Cancel');
    await press(visit, 'Ward');
    await visit.page.getByRole('link', { name: 'Wards' }).click();
    await visit.page.getByRole('link', { name: 'Garden wing' }).click();
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).waitFor();
    assert.equal(await visit.page.getByRole('button', { name: 'Rename' }).count(), 0);
    assert.equal(await members(visit).getByRole('button', { name: 'Edit' }).count(), 0);
    await press(visit, 'Add caregiver');
    assert.equal(await dialog(visit).getByLabel('Leads the ward').count(), 0);
    await dialog(visit).getByLabel('Nina Cole').check();
    await dialog(visit).getByLabel('Until (optional)').fill('2099-01-01T18:00');
    await confirm(visit, 'Add caregiver');
    await members(visit).getByText('until 1 Jan 2099, 18:00').waitFor();
    await visit.checkAccessibility();
    await visit.picture('ward');
    await press(visit, 'Edit');
    assert.equal(await dialog(visit).getByLabel('Until (optional)').inputValue(), '2099-01-01T18:00');
    await dialog(visit).getByLabel('Until (optional)').fill('');
    await confirm(visit, 'Save');
    await members(visit).getByText('until').waitFor({ state: 'detached' });
  });

  it('shows a member who is no lead the members, and nothing to change', async () => {
    const visit = await consoles.visit({ width: 390, height: 844 });
    nina = visit;
    await visit.logIn(nurse, '/wards');
    await visit.page.getByRole('link', { name: 'Garden wing' }).waitFor();
    assert.equal(await visit.page.getByRole('link', { name: 'Stations' }).count(), 0);
    await visit.checkWidth();
    await visit.picture('wards-phone');
    await visit.page.getByRole('link', { name: 'Garden wing' }).click();
    await members(visit).getByText('Lea Bell').waitFor();
    assert.equal(await visit.page.getByRole('button', { name: 'Add caregiver' }).count(), 0);
    await press(lea as Visit, 'Remove');
    await confirm(lea as Visit, 'Remove');
    await visit.page.reload();
    await visit.page.getByText('You are not a member of this ward').waitFor();
    await visit.checkAccessibility();
  });

  it('deletes a ward only without residents', async () => {
    const visit = boss as Visit;
    await visit.open('/wards');
    await visit.checkAccessibility();
    await visit.picture('wards');
    await visit.page.getByRole('link', { name: 'Garden wing' }).click();
    await press(visit, 'Delete ward');
    await dialog(visit).getByRole('button', { name: 'Delete ward', exact: true }).click();
    await dialog(visit).getByText('Patients are in this ward; move them first').waitFor();
    const moved = await consoles.app.call('PUT', `/patients/${rosa.id}`, {
      token: admin.token,
      body: { wardId: null },
    });
    assert.equal(moved.status, 200);
    await confirm(visit, 'Delete ward');
    await visit.page.getByText('No wards yet.').waitFor();
    for (const one of [boss, lea, nina]) await one?.close();
  });
});
