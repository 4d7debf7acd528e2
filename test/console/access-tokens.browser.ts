import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, chooseAction, openConsoles } from './browser.ts';

const TOKEN = /^vgl_[A-Za-z0-9_-]{43}$/;

describe('tokens for programs in the console', () => {
  let consoles: Consoles;
  let nurse: Person;
  before(async () => {
    consoles = await openConsoles();
    nurse = await signUp(consoles.app, 'CAREGIVER');
    await sql(
      consoles.app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('Ground floor', now()), ('First floor', now())`,
    );
  });
  after(() => consoles.close());

  it('are created in the settings, shown once, listed and deleted', async () => {
    const { app } = consoles;
    const visit = await consoles.visit();
    await visit.logIn(nurse, '/settings/security');
    const { page } = visit;
    await page.getByRole('button', { name: 'Manage access tokens' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You have no access tokens yet.').waitFor();
    await dialog.getByLabel('Name of the token').fill('Backup script');
    await dialog.getByLabel('Respond to falls').check();
    await dialog.getByLabel('Change residents').check();
    await dialog.getByLabel('Expires after').selectOption({ label: '30 days' });
    await visit.checkAccessibility();
    await visit.picture('access-tokens-new');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const secret = page.locator('.secret code');
    await secret.waitFor();
    const token = (await secret.textContent()) ?? '';
    assert.match(token, TOKEN);
    assert.equal((await app.call('GET', '/me', { token })).status, 200);
    await visit.checkAccessibility();
    await visit.picture('access-tokens-shown');
    await page.getByRole('button', { name: 'Done' }).click();
    await dialog.getByRole('listitem').getByText('Change residents, wearables, wards and rosters').waitFor();
    assert.equal(await page.getByText(token).count(), 0);
    const channel = { kind: 'ntfy', url: 'https://ntfy.example.org', topic: 'ward-7' };
    assert.equal((await app.call('POST', '/profile/channels', { token, body: channel })).status, 201);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Manage access tokens' }).click();
    await dialog.getByText('Made with it: notification method ntfy').waitFor();
    await visit.picture('access-tokens');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByLabel('Also delete what was made with it').check();
    await visit.checkAccessibility();
    await visit.picture('access-tokens-delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('The token is deleted.').waitFor();
    assert.equal((await app.call('GET', '/me', { token })).status, 401);
    const { body } = await app.call('GET', '/profile/channels', { token: nurse.token });
    assert.deepEqual(body.data, []);
    await visit.close();
  });

  it('of service accounts are created, renewed and deleted by an admin', async () => {
    const { app } = consoles;
    const visit = await consoles.visit();
    await visit.logIn(ADMIN, '/admin/home');
    const { page } = visit;
    await page.getByRole('link', { name: 'Manage service accounts' }).click();
    await page.getByText('No service accounts yet.').waitFor();
    await page.getByRole('button', { name: 'Add service account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nurse call');
    await dialog.getByLabel('Ground floor').check();
    await visit.checkAccessibility();
    await visit.picture('service-account-new');
    await dialog.getByRole('button', { name: 'Add service account' }).click();
    const secret = page.locator('.secret code');
    await secret.waitFor();
    const first = (await secret.textContent()) ?? '';
    assert.match(first, TOKEN);
    assert.equal((await app.call('GET', '/me', { token: first })).body.data.firstName, 'Nurse call');
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Nurse call/ });
    await row.getByText('Ground floor').waitFor();
    await visit.checkAccessibility();
    await visit.picture('service-accounts');
    await chooseAction(row, 'New token');
    await dialog.getByRole('button', { name: 'New token' }).click();
    await secret.waitFor();
    assert.notEqual(await secret.textContent(), first);
    assert.equal((await app.call('GET', '/me', { token: first })).status, 401);
    await page.getByRole('button', { name: 'Done' }).click();
    await chooseAction(row, 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No service accounts yet.').waitFor();
    await visit.close();
  });
});
