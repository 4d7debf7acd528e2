import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('sensors in the console', () => {
  let consoles: Consoles;
  let admin: Person;
  let nurse: Person;
  let patient: Person;
  let office: Visit;
  let board: Visit;
  let sensorId: string;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    admin = await logInAsAdmin(app);
    nurse = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    patient = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' });
    await app.call('PUT', `/patients/${patient.id}`, { token: admin.token, body: { room: '12' } });
    await assign(app, nurse, patient);
    office = await consoles.visit();
    await office.logIn(ADMIN);
  });
  after(() => consoles.close());

  const send = (type: string, more = {}) =>
    consoles.app.call('POST', '/sensors/events', {
      token: nurse.token,
      body: { sensorId, type, ...more },
    });

  it('are added by an admin, who sees how to connect them', async () => {
    const { page } = office;
    await office.open('/admin/setup');
    await page.getByRole('link', { name: 'Other sensors' }).click();
    await page.getByText('No sensors yet.').waitFor();
    await page.getByRole('button', { name: 'Add sensor' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Bed mat, room 12');
    await dialog.getByLabel('Kind').fill('bed mat');
    await dialog.getByLabel('Resident').selectOption({ label: 'Edith Brandt, room 12' });
    await office.picture('sensors-add');
    await dialog.getByRole('button', { name: 'Add sensor' }).click();
    await page.getByRole('heading', { name: 'Connect Bed mat, room 12' }).waitFor();
    sensorId = (await page.getByRole('dialog').locator('code').first().textContent()) ?? '';
    await office.checkAccessibility();
    await office.picture('sensors-connect');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: 'Edith Brandt' }).waitFor();
    await office.checkAccessibility();
    await office.picture('sensors');
  });

  it("escalate by the rules on the resident's page", async () => {
    const { page } = office;
    await office.open(`/patients/${patient.id}`);
    await page.getByRole('button', { name: 'Change sensor alerts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel('Left the bed', { exact: true })
      .selectOption({ label: 'Escalates between these hours' });
    await dialog.getByLabel('Left the bed: from').fill('00:00');
    await dialog.getByLabel('Left the bed: to').fill('23:59');
    await office.checkAccessibility();
    await office.picture('sensor-rules');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Left the bed: 00:00 to 23:59').waitFor();
    await office.picture('sensor-rules-resident');
  });

  it("are named on the caregiver's board and on the page of the fall", async () => {
    board = await consoles.visit();
    const { page } = board;
    await board.logIn(nurse);
    await send('DOOR');
    await page.getByText('Door opened: Edith Brandt').waitFor();
    const { body } = await send('FALL', { text: 'Beside the bed', room: 'Bathroom' });
    await page.getByText('Fall, reported by the sensor “Bed mat, room 12”.').waitFor();
    await send('CALL');
    await page.getByText('Call for help, reported by the sensor “Bed mat, room 12”.').waitFor();
    await board.checkAccessibility();
    await board.picture('sensors-board');
    await board.open(`/falls/${body.data.fallId}`);
    await page.getByText('Beside the bed').waitFor();
    await page.getByText('Reported by a sensor: Fall detected').waitFor();
    await board.checkAccessibility();
    await board.picture('sensors-fall');
  });
});
