import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the number of a resident in the home’s own system', () => {
  let consoles: Consoles;
  let admin: Person;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles();
    admin = await logInAsAdmin(consoles.app);
    visit = await consoles.visit();
    await visit.logIn(ADMIN, '/admin/users');
  });
  after(() => consoles.close());

  const resident = async (lastName: string): Promise<string> => {
    const body = { firstName: 'Rosa', lastName };
    return (await consoles.app.call('POST', '/admin/patients', { token: admin.token, body })).body.data.id;
  };

  it('is given with a new resident, changed, refused where another has it, and cleared', async () => {
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add resident', exact: true }).click();
    await dialog.getByLabel('First name').fill('Edith');
    await dialog.getByLabel('Last name').fill('Brandt');
    await dialog.getByLabel('External ID').fill(' R-4711 ');
    await visit.picture('external-id-new', { fullPage: false });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Edith Brandt has been added.').waitFor();

    const other = await resident('Marsh');
    await visit.open(`/admin/users?user=${other}`);
    const edit = async (value: string) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByLabel('External ID').fill(value);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await edit('R-4711');
    await dialog.getByText('Another account has this external ID').waitFor();
    await visit.picture('external-id-taken', { fullPage: false });
    await dialog.getByLabel('External ID').fill('R-4712');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('R-4712', { exact: true }).waitFor();
    await visit.checkAccessibility();
    await visit.open(`/patients/${other}`);
    await page.getByText('R-4712', { exact: true }).waitFor();
    await visit.open(`/admin/users?user=${other}`);
    await edit('');
    await page.getByText('R-4712', { exact: true }).waitFor({ state: 'detached' });
  });

  it('is shown in German', async () => {
    const id = await resident(randomUUID());
    const body = { externalId: 'R-4713' };
    await consoles.app.call('PUT', `/patients/${id}`, { token: admin.token, body });
    await consoles.app.call('PUT', '/profile/me', { token: admin.token, body: { language: 'de' } });
    const german = await consoles.visit({ locale: 'de-DE' });
    await german.logIn(ADMIN, `/admin/users?user=${id}`);
    await german.page.getByRole('button', { name: 'Bearbeiten' }).click();
    await german.page.getByRole('dialog').getByLabel('Externe Nummer').waitFor();
    await german.picture('external-id-german', { fullPage: false });
    await german.close();
  });
});
